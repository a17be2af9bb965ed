import Audio
import Testing

@testable import nightstand

/// The tone of `nightstand board --test`.
@Suite struct TestToneTests {
  private static let samples = TestTone.samples
  private static let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  private static let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }

  private static func hertz(_ samples: [Float]) -> Float {
    let rises = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    let sounding = samples.count { $0 != 0 }
    return Float(rises) * Float(TestTone.format.rate) / Float(sounding)
  }

  @Test func leftComesFirstThenRightAlone() throws {
    let lastLeft = try #require(Self.left.lastIndex { $0 != 0 })
    let firstRight = try #require(Self.right.firstIndex { $0 != 0 })
    #expect(lastLeft < firstRight)
    #expect(Self.left.count == Self.right.count)
    #expect(abs(Self.hertz(Self.left) - TestTone.left) < 5)
    #expect(abs(Self.hertz(Self.right) - TestTone.right) < 5)
  }

  @Test func itIsQuietAndDoesNotClick() {
    let peak = Self.samples.map(abs).max() ?? 0
    #expect(peak <= TestTone.peak && peak > TestTone.peak * 0.95)
    for side in [Self.left, Self.right] {
      // No step is larger than the tone's own slope at full height.
      let steepest = zip(side, side.dropFirst()).map { abs($0 - $1) }.max() ?? 0
      let slope = TestTone.peak * 2 * .pi * TestTone.right / Float(TestTone.format.rate)
      #expect(steepest <= slope * 1.05)
      #expect(side.first == 0 && side.last == 0)
    }
  }

  /// It is written into the voice at once.
  @Test func aVoiceHoldsAllOfIt() {
    #expect(TestTone.voice().samples.count == Self.samples.count)
    #expect((2_000...6_000).contains(Self.left.count * 1_000 / TestTone.format.rate))
  }
}
