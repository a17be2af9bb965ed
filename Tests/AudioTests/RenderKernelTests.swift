import Audio
import Testing

@Suite struct RenderKernelTests {
  @Test func monoComesFromBothSides() {
    let deck = Deck(rate: 22_050, period: 441)
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 22_050, frequency: 300, format: .init(rate: 22_050, channels: 1))
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 20)
    #expect(deck.left == deck.right)
    #expect(deck.loudest(2_000..<8_000) > 0.99)
  }

  /// What is only on the left comes from both, half as loud, along every fade.
  @Test func oneLoudspeakerGetsBothChannels() {
    let voice = Voice(id: 1)
    voice.setFormat(.init(rate: 44_100, channels: 2))
    let samples = (0..<40_000).map { $0 % 2 == 0 ? Float(0.5) : 0 }
    _ = samples.withUnsafeBufferPointer { voice.samples.write($0, channels: 2) }
    let kernel = RenderKernel(isMono: true)
    #expect(kernel.attach(voice))
    var output = [Int16](repeating: 0, count: 16_000)
    _ = kernel.demand()
    output.withUnsafeMutableBytes { kernel.render(into: $0.baseAddress!, frames: 8_000, as: .signed16) }
    for frame in 0..<8_000 { #expect(output[2 * frame] == output[2 * frame + 1]) }
    #expect(abs(Int(output[15_000]) - 8_192) <= 1)
  }

  @Test func aVoiceOfAnotherRateWaitsAndSaysSo() {
    let deck = Deck()
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 48_000, format: .init(rate: 48_000, channels: 2))
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 5)
    #expect(deck.loudest(0..<deck.left.count) == 0)
    #expect(deck.kernel.demand().rate == 48_000 && !deck.kernel.demand().isActive)
    deck.kernel.configure(rate: 48_000)
    #expect(deck.kernel.demand().isActive)
    deck.run(periods: 5)
    #expect(voice.isSounding)
  }

  /// The decoder announces the change, waits for the ring to be empty, and goes on in the new format.
  @Test func aChangeOfFormatPlaysAllOfTheOldOne() {
    let deck = Deck()
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 10_000)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 4)
    voice.announceFormatChange()
    deck.run(periods: 20)
    #expect(voice.framesHeard == 10_000)
    #expect(voice.starvedCount == 0)
    voice.setFormat(.init(rate: 44_100, channels: 1))
    deck.feed(voice, frames: 20_000, format: .init(rate: 44_100, channels: 1))
    deck.run(periods: 10)
    #expect(voice.framesHeard == 10_000 + 8_820)
    #expect(deck.largestJump <= ClickTests.bound)
    #expect(deck.events() == [.sounding, .sounding])
  }

  @Test func tooLoudIsCutOff() {
    let deck = Deck()
    let voice = Voice(id: 1)
    voice.setGain(decibels: 12)
    deck.feed(voice, frames: 44_100)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 10)
    let settled = deck.left[2_000...]
    #expect(settled.max()! > 0.9999 && settled.min()! == -1)
    // Wrapping round would step by almost 2.
    #expect(deck.largestJump < 0.04)
  }

  @Test func theStationsGainIsApplied() {
    let deck = Deck()
    let voice = Voice(id: 1)
    voice.setGain(decibels: -6)
    deck.feed(voice, frames: 44_100)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 10)
    #expect(abs(deck.loudest(2_000..<8_000) - 0.5012) < 0.0005)
    voice.setGain(decibels: 0)
    deck.run(periods: 10)
    #expect(deck.largestJump <= ClickTests.bound)
    #expect(deck.loudest(deck.left.count - 2_000..<deck.left.count) > 0.999)
  }

  @Test func fourPlacesAndNoMore() {
    let deck = Deck()
    let voices = (1...5).map { Voice(id: $0) }
    for voice in voices[..<4] { #expect(deck.kernel.attach(voice)) }
    #expect(!deck.kernel.attach(voices[4]))
    deck.kernel.detach(voices[1])
    #expect(!deck.kernel.attach(voices[4]))
    deck.run(periods: 1)
    #expect(deck.kernel.attach(voices[4]))
    #expect(deck.kernel.holds(voices[4]) && !deck.kernel.holds(voices[1]))
  }

  @Test func releasesItsVoices() {
    weak var gone: Voice?
    let deck = Deck()
    do {
      let voice = Voice(id: 1)
      gone = voice
      #expect(deck.kernel.attach(voice))
      deck.kernel.detach(voice)
    }
    #expect(gone != nil)
    deck.run(periods: 1)
    deck.kernel.collect()
    #expect(gone == nil)
  }

  @Test func thirtyTwoBitsSaturate() {
    let kernel = RenderKernel()
    let voice = Voice(id: 1)
    voice.setFormat(.init(rate: 44_100, channels: 2))
    let samples = [Float](repeating: 1.5, count: 40_000)
    #expect(samples.withUnsafeBufferPointer { voice.samples.write($0, channels: 2) } == 20_000)
    #expect(kernel.attach(voice))
    var output = [Int32](repeating: 0, count: 8_192)
    output.withUnsafeMutableBytes { kernel.render(into: $0.baseAddress!, frames: 4_096, as: .signed32) }
    #expect(output[0] < 1_000_000 && output[8_191] == 2_147_483_520)
    #expect(zip(output, output.dropFirst(2)).allSatisfy { $0 <= $1 })
  }

  @Test func mutedLongEnoughIsTold() {
    let deck = Deck()
    let voice = Voice(id: 1)
    deck.feed(voice, frames: 88_200)
    #expect(deck.kernel.attach(voice))
    deck.run(periods: 2)
    deck.kernel.setMaster(0)
    deck.run(periods: 2)
    #expect(deck.events() == [.sounding])
    deck.run(periods: 12)
    #expect(deck.events() == [.quiet])
    deck.run(periods: 20)
    #expect(deck.events() == [])
  }
}
