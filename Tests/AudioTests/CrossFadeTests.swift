import Audio
import Testing

/// The old voice is heard until the new one sounds, and then both change places along one fade.
@Suite struct CrossFadeTests {
  let deck = Deck()
  let old = Voice(id: 1)
  let next = Voice(id: 2)

  private func playOld() {
    deck.feed(old, frames: 66_150)
    #expect(deck.kernel.attach(old))
    deck.run(periods: 10)
    #expect(deck.events() == [.sounding])
  }

  /// Both are the same sine in step: what one loses the other gains, so nothing of the fade can be seen at all.
  /// The new voice has the place after the old one's, or the one before.
  @Test(arguments: [false, true]) func thereIsNeitherAGapNorAClick(isPlaceBefore: Bool) {
    let other = Voice(id: 9)
    if isPlaceBefore { #expect(deck.kernel.attach(other)) }
    playOld()
    if isPlaceBefore {
      deck.kernel.detach(other)
      deck.run(periods: 1)
      #expect(deck.events() == [.left])
    }
    #expect(deck.kernel.attach(next))
    deck.run(periods: 5)
    #expect(old.isSounding && !next.isSounding && deck.events() == [])
    deck.feed(next, frames: 44_100)
    let before = deck.left.count
    deck.run(periods: 1)
    #expect(next.isSounding && !old.isSounding)
    #expect(deck.events() == [.sounding])
    deck.run(periods: 5)
    #expect(deck.largestJump <= ClickTests.bound)
    // One step of the table is what the two halves of the fade may differ by.
    let undisturbed = deck.left[before - 882..<before]
    for (index, level) in deck.left[before..<before + 882].enumerated() {
      #expect(abs(level - undisturbed[undisturbed.startIndex + index]) < 0.004)
    }
  }

  @Test func theOldOneIsHeardWhileTheNewOneGathers() {
    playOld()
    #expect(deck.kernel.attach(next))
    deck.feed(next, frames: 4_000)
    deck.run(periods: 10)
    #expect(!deck.kernel.isChangeDue)
    #expect(deck.loudest(deck.left.count - 882..<deck.left.count) > 0.999)
    #expect(next.samples.framesRead == 0 && old.framesHeard == 20 * 882)
  }

  @Test func whatWasPassedDoesNotComeBack() {
    playOld()
    #expect(deck.kernel.attach(next))
    deck.feed(next, frames: 44_100)
    deck.run(periods: 2)
    let stood = old.samples.framesRead
    // The new one runs dry, and the old one has plenty.
    deck.run(periods: 60)
    #expect(deck.events() == [.sounding, .starved])
    #expect(old.samples.framesRead == stood && !old.isSounding)
    #expect(deck.kernel.holds(old))
    deck.kernel.detachEarlier(than: 2)
    #expect(!deck.kernel.holds(old) && deck.kernel.holds(next))
    deck.run(periods: 1)
    #expect(deck.events() == [.left])
  }

  @Test func oneThatRunsDryBeforeTheNextComesBack() {
    playOld()
    #expect(deck.kernel.attach(next))
    deck.run(periods: 80)
    #expect(deck.events() == [.starved] && !old.isSounding)
    deck.feed(old, frames: 44_100)
    deck.run(periods: 3)
    #expect(old.isSounding && deck.events() == [.sounding])
  }

  /// The card is set up anew for another rate, so the old voice has to go first: when the new one is ready.
  @Test func anotherRateIsWaitedForAndThenGivenWay() {
    playOld()
    #expect(deck.kernel.attach(next))
    let format = SampleFormat(rate: 48_000, channels: 2)
    deck.feed(next, frames: 4_000, format: format)
    deck.run(periods: 5)
    #expect(old.isSounding && !deck.kernel.isChangeDue)
    deck.feed(next, frames: 40_000, format: format)
    #expect(deck.kernel.isChangeDue)
    deck.run(periods: 1)
    #expect(!old.isSounding && !next.isSounding)
    #expect(deck.largestJump <= ClickTests.bound)
    let demand = deck.kernel.demand()
    #expect(!demand.isActive && demand.rate == 48_000)
    deck.kernel.configure(rate: 48_000)
    #expect(deck.kernel.demand().isActive)
    deck.run(periods: 2)
    #expect(next.isSounding && deck.events() == [.sounding])
  }

  /// Nearly a second lies on the card: the new voice is heard at once all the same.
  @Test func theBeginningIsRenderedIntoWhatWasTakenBack() {
    let deck = Deck(period: 4_410)
    deck.feed(old, frames: 66_150)
    #expect(deck.kernel.attach(old))
    deck.run(periods: 1, frames: deck.kernel.fadeFrames)
    deck.run(periods: 4)
    #expect(deck.kernel.attach(next))
    #expect(!deck.kernel.isChangeDue)
    deck.feed(next, frames: 44_100)
    #expect(deck.kernel.isChangeDue)
    #expect(deck.kernel.reversibleFrames >= 16_000)
    deck.kernel.takeBack(frames: 16_000)
    deck.left.removeLast(16_000)
    let fade = deck.kernel.pieceFrames(atMost: 4_410)
    #expect(fade == deck.kernel.fadeFrames)
    deck.run(periods: 1, frames: fade)
    #expect(next.isSounding && !old.isSounding)
    deck.run(periods: 1)
    #expect(deck.largestJump < 0.02)
    #expect(!deck.kernel.isChangeDue)
  }

  /// The old stream has hardly a fade left: that does not hold up the new one.
  @Test func scarceSamplesOfTheOldOneAreNotWaitedFor() {
    let deck = Deck(period: 4_410)
    deck.feed(old, frames: 9_400)
    #expect(deck.kernel.attach(old))
    deck.run(periods: 1, frames: deck.kernel.fadeFrames)
    deck.run(periods: 1, frames: deck.kernel.pieceFrames(atMost: 8_000))
    #expect(deck.kernel.pieceFrames(atMost: 4_410) == 0)
    #expect(deck.kernel.attach(next))
    deck.feed(next, frames: 44_100)
    #expect(deck.kernel.pieceFrames(atMost: 4_410) == deck.kernel.fadeFrames)
  }
}
