import Audio
import Testing

/// A cut through a waveform at full level is a click. 50 Hz at full scale is the worst that a bedside speaker
/// gives: the sine itself steps by 0.00712 between neighbours, a fade of 15 ms adds at most 0.0024.
@Suite struct ClickTests {
  static let bound: Float = 0.0080
  /// One period of the sine is 882 frames at 44.1 kHz: each render piece ends at a peak.
  let deck = Deck()
  let voice = Voice(id: 1)

  init() {
    voice.cushionMilliseconds = 100
    deck.feed(voice, frames: 44_100 * 2)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 10)
    #expect(deck.loudest(4_410..<8_820) > 0.999)
  }

  @Test func start() {
    #expect(deck.largestJump <= Self.bound)
    #expect(voice.isSounding)
    #expect(voice.framesHeard == 8_820)
    #expect(deck.events() == [.sounding])
  }

  @Test func stop() {
    deck.kernel.detach(voice)
    deck.run(periods: 3)
    #expect(deck.largestJump <= Self.bound)
    #expect(deck.loudest(8_820 + 662..<deck.left.count) == 0)
    #expect(!voice.isSounding)
    #expect(deck.events() == [.sounding, .left])
    deck.kernel.collect()
    #expect(!deck.kernel.holds(voice))
  }

  @Test func skip() {
    let next = Voice(id: 2)
    next.cushionMilliseconds = 50
    deck.feed(next, frames: 44_100)
    deck.kernel.detach(voice)
    #expect(deck.kernel.attach(next))
    deck.run(periods: 10)
    // Two voices at full scale for a moment: what one loses the other gains, and the sum saturates.
    #expect(deck.largestJump <= Self.bound * 2)
    #expect(next.isSounding && !voice.isSounding)
  }

  @Test func volumeToNothingAndBack() {
    deck.kernel.setMaster(0)
    deck.run(periods: 3)
    #expect(deck.loudest(8_820 + 662..<deck.left.count) == 0)
    deck.kernel.setMaster(0.25)
    deck.run(periods: 3)
    #expect(deck.largestJump <= Self.bound)
    #expect(abs(deck.loudest(deck.left.count - 882..<deck.left.count) - 0.25) < 0.001)
  }

  @Test func manyVolumeSteps() {
    for percent in (0...100).reversed() {
      deck.kernel.setMaster(VolumeLaw.factor(percent: percent))
      deck.run(periods: 1, frames: 100)
    }
    deck.run(periods: 1)
    #expect(deck.largestJump <= Self.bound)
    #expect(deck.left.last == 0)
  }

  @Test func pauseAndResumeLoseNothing() {
    let before = voice.samples.framesRead
    deck.kernel.pause(voice)
    deck.run(periods: 4)
    #expect(!voice.isSounding)
    #expect(voice.samples.framesRead < before + 882)
    let paused = voice.samples.framesRead
    deck.kernel.resume(voice)
    deck.run(periods: 4)
    #expect(voice.samples.framesRead == paused + 4 * 882)
    #expect(deck.largestJump <= Self.bound)
  }

  /// The order is taken back while the fade is under way: it turns round where it is.
  @Test func pauseTakenBackAtOnce() {
    for _ in 0..<20 {
      deck.kernel.pause(voice)
      deck.run(periods: 1, frames: 100)
      deck.kernel.resume(voice)
      deck.run(periods: 1, frames: 130)
    }
    #expect(deck.largestJump <= Self.bound)
  }

  @Test(arguments: [0, 1, 100, 400, 661, 881]) func runningDry(extra: Int) {
    // Played until less than a piece and a fade are left, at a peak and elsewhere.
    let voice = Voice(id: 7)
    voice.cushionMilliseconds = 100
    let deck = Deck()
    deck.feed(voice, frames: 8_820 + extra)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 20)
    #expect(deck.largestJump <= Self.bound)
    #expect(deck.events() == [.sounding, .starved])
    #expect(voice.starvedCount == 1 && !voice.isSounding && !voice.isDrained)
    // A little more is not enough to begin again: no stutter of tiny pieces.
    let resting = voice.samples.framesRead
    deck.feed(voice, frames: 1_000)
    deck.run(periods: 3)
    #expect(voice.samples.framesRead == resting)
    deck.feed(voice, frames: 44_100)
    deck.run(periods: 10)
    #expect(deck.events() == [.sounding])
    #expect(deck.largestJump <= Self.bound)
  }

  @Test(arguments: [1, 500, 882, 1_000]) func end(extra: Int) {
    let voice = Voice(id: 8)
    let deck = Deck()
    deck.feed(voice, frames: 8_820 + extra)
    voice.finishDecoding()
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 20)
    #expect(voice.isDrained)
    #expect(voice.framesHeard == UInt64(8_820 + extra))
    #expect(deck.events() == [.sounding, .drained])
    #expect(deck.largestJump <= Self.bound)
  }
}
