import Testing

@testable import Audio

/// What was rendered and not yet heard is rendered once more, so that an order is heard at once.
@Suite struct TakeBackTests {
  @Test func theSameFramesAreRenderedAgain() {
    let deck = Deck(period: 4_410)
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 44_100)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 1, frames: deck.kernel.fadeFrames)
    deck.run(periods: 2)
    let heard = voice.framesHeard
    #expect(deck.kernel.reversibleFrames == 8_820)
    deck.kernel.takeBack(frames: 8_000)
    #expect(voice.framesHeard == heard - 8_000)
    #expect(deck.kernel.reversibleFrames == 820)
    let before = Array(deck.left.suffix(8_000))
    deck.left.removeLast(8_000)
    deck.run(periods: 2, frames: 4_000)
    #expect(Array(deck.left.suffix(8_000)) == before)
    #expect(voice.framesHeard == heard)
  }

  @Test func aStopIsHeardFromTheFrameThatWasTakenBackAndDoesNotClick() {
    let deck = Deck(period: 4_410)
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 44_100)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 1, frames: deck.kernel.fadeFrames)
    deck.run(periods: 4)
    #expect(!deck.kernel.isChangeDue)
    deck.kernel.detach(voice)
    #expect(deck.kernel.isChangeDue)
    deck.kernel.takeBack(frames: 13_000)
    deck.left.removeLast(13_000)
    let stop = deck.left.count
    let fade = deck.kernel.pieceFrames(atMost: 4_410)
    #expect(fade == deck.kernel.fadeFrames)
    deck.run(periods: 1, frames: fade)
    deck.run(periods: 1)
    #expect(deck.loudest(stop + fade - 1..<deck.left.count) == 0)
    #expect(deck.largestJump < 0.02)
    #expect(!deck.kernel.isChangeDue)
  }

  @Test func aPauseGoesOnWhereItWasHeard() {
    let deck = Deck(period: 4_410)
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 44_100)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 1, frames: deck.kernel.fadeFrames)
    deck.run(periods: 4)
    deck.kernel.pause(voice)
    deck.kernel.takeBack(frames: 10_000)
    deck.run(periods: 1, frames: deck.kernel.fadeFrames)
    #expect(voice.samples.framesRead == UInt64(4 * 4_410 + 2 * deck.kernel.fadeFrames - 10_000))
  }

  @Test func whatMovesInLoudnessIsNotTakenBack() {
    let deck = Deck(period: 4_410)
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 88_200)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 1)
    #expect(deck.kernel.reversibleFrames == 0)
    deck.run(periods: 1)
    deck.kernel.setMaster(0.5)
    #expect(deck.kernel.isChangeDue)
    #expect(deck.kernel.reversibleFrames == 4_410)
    #expect(deck.kernel.pieceFrames(atMost: 4_410) == deck.kernel.fadeFrames)
    deck.run(periods: 1, frames: deck.kernel.fadeFrames)
    #expect(!deck.kernel.isChangeDue)
    #expect(deck.kernel.reversibleFrames == 0)
    deck.run(periods: 1)
    #expect(deck.kernel.reversibleFrames == 4_410)
  }

  @Test func scarceSamplesAreRenderedInSmallerPieces() {
    let deck = Deck(period: 4_410)
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 10_000)
    #expect(deck.kernel.attach(voice))
    let fade = deck.kernel.fadeFrames
    deck.run(periods: 1, frames: deck.kernel.pieceFrames(atMost: 4_410))
    deck.run(periods: 1, frames: deck.kernel.pieceFrames(atMost: 4_410))
    #expect(deck.left.count == fade + 4_410)
    // What is left, less what a fade needs.
    let rest = deck.kernel.pieceFrames(atMost: 44_100)
    #expect(rest == 10_000 - 4_410 - 2 * fade)
    deck.run(periods: 1, frames: rest)
    #expect(deck.kernel.pieceFrames(atMost: 4_410) == 0)
    #expect(deck.events() == [.sounding])
    // The end of the stream needs no reserve.
    voice.finishDecoding()
    #expect(deck.kernel.pieceFrames(atMost: 4_410) == 4_410)
  }

  @Test func aNewVoiceIsDueWhenItCanBegin() {
    let deck = Deck(period: 4_410)
    deck.run(periods: 1)
    #expect(!deck.kernel.isChangeDue && deck.kernel.reversibleFrames == 4_410)
    let voice = Voice(id: 1)
    #expect(deck.kernel.attach(voice))
    deck.feed(voice, frames: 4_410)
    #expect(!deck.kernel.isChangeDue)
    deck.feed(voice, frames: 4_410)
    #expect(deck.kernel.isChangeDue)
    deck.kernel.takeBack(frames: 4_000)
    deck.run(periods: 1, frames: deck.kernel.pieceFrames(atMost: 4_410))
    #expect(!deck.kernel.isChangeDue)
    #expect(deck.events() == [.sounding])
  }

  @Test func theHistoryOfARingIsLeftAlone() {
    let ring = SampleRing(size: 16, history: 4)
    #expect(ring.capacity == 12)
    func write(_ values: [Float]) -> Int {
      values.withUnsafeBufferPointer { ring.write($0, channels: 2) }
    }
    func read(_ frames: Int) -> [Float] {
      var values = [Float](repeating: 0, count: frames * 2)
      let count = values.withUnsafeMutableBufferPointer { ring.read(into: $0, channels: 2) }
      return Array(values.prefix(count * 2))
    }
    #expect(write((0..<20).map(Float.init)) == 6)
    #expect(read(4) == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(write((100..<120).map(Float.init)) == 4)
    ring.takeBack(frames: 2, channels: 2)
    #expect(ring.count == 16 && ring.room == 0 && ring.framesRead == 2)
    #expect(read(3) == [4, 5, 6, 7, 8, 9])
    #expect(read(9) == [10, 11] + (100..<108).map(Float.init))
  }
}
