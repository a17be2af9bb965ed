import Audio
import Testing

@Suite struct DriftTrimTests {
  private static func sine(_ frames: Int, frequency: Double, channels: Int, from start: Int = 0) -> [Float] {
    (0..<frames).flatMap { frame -> [Float] in
      let value = Float(wave(Double(frame + start) * frequency / 44_100))
      return channels == 2 ? [value, -value] : [value]
    }
  }

  /// A sine by its series, since tests of this room have no math library either.
  private static func wave(_ turns: Double) -> Double {
    var angle = (turns - turns.rounded()) * 2 * .pi
    if angle > .pi / 2 { angle = .pi - angle }
    if angle < -.pi / 2 { angle = -.pi - angle }
    let square = angle * angle
    var (term, sum) = (angle, angle)
    for index in 1...9 {
      term *= -square / Double(2 * index * (2 * index + 1))
      sum += term
    }
    return sum
  }

  private static func trimmed(_ samples: [Float], channels: Int, ppm: Int, piece: Int = 1_152) -> [Float] {
    var trim = DriftTrim()
    trim.ppm = ppm
    var result: [Float] = []
    samples.withUnsafeBufferPointer { all in
      for start in stride(from: 0, to: all.count, by: piece * channels) {
        let end = min(start + piece * channels, all.count)
        trim.trim(UnsafeBufferPointer(rebasing: all[start..<end]), channels: channels) {
          result.append(contentsOf: $0)
        }
      }
    }
    return result
  }

  @Test(arguments: [-800, -200, -1, 0, 1, 150, 800])
  func theLengthChangesBySoManyMillionths(ppm: Int) {
    let frames = 1_152 * 2_000
    let result = Self.trimmed([Float](repeating: 0.25, count: frames), channels: 1, ppm: ppm)
    #expect(abs(result.count - frames - frames * ppm / 1_000_000) <= 2)
    // A level stays a level.
    #expect(result.allSatisfy { abs($0 - 0.25) < 0.000_01 })
  }

  @Test func withoutCorrectionNotOneBitChanges() {
    let samples = Self.sine(50_000, frequency: 997, channels: 2)
    #expect(Self.trimmed(samples, channels: 2, ppm: 0) == samples)
  }

  /// Neighbors of a sine differ by its steepness and no more, where pieces join and where frames come or go.
  @Test(arguments: [-900, 900])
  func aSineStaysSmooth(ppm: Int) {
    let frequency = 1_000.0
    let result = Self.trimmed(Self.sine(200_000, frequency: frequency, channels: 1), channels: 1, ppm: ppm)
    let steepest = Float(2 * Double.pi * frequency / 44_100)
    let largest = zip(result, result.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    #expect(largest < steepest * 1.01)
    // Second differences show a corner that the first hide.
    var sharpest: Float = 0
    for index in 1..<result.count - 1 {
      let bend: Float = result[index - 1] - 2 * result[index] + result[index + 1]
      sharpest = max(sharpest, abs(bend))
    }
    #expect(sharpest < steepest * steepest * 1.02)
  }

  @Test func leftAndRightStayTogether() {
    let result = Self.trimmed(Self.sine(100_000, frequency: 440, channels: 2), channels: 2, ppm: 700)
    #expect(result.count % 2 == 0)
    #expect(stride(from: 0, to: result.count, by: 2).allSatisfy { result[$0] == -result[$0 + 1] })
  }

  @Test func piecesTooShortOrTooLongPassAsTheyAre() {
    for piece in [64, 499, 20_000] {
      let samples = Self.sine(60_000, frequency: 440, channels: 1)
      #expect(Self.trimmed(samples, channels: 1, ppm: 1_000, piece: piece) == samples)
    }
  }

  @Test func theCorrectionIsBounded() {
    var trim = DriftTrim()
    trim.ppm = 1 << 40
    #expect(trim.ppm == 1_000)
    trim.ppm = -5_000
    #expect(trim.ppm == -1_000)
  }
}

/// A server whose clock differs from the card's, seen through a network that sends in bursts.
@Suite struct DriftControlTests {
  private struct Store {
    var control = DriftControl()
    /// Milliseconds.
    var level = 4_000.0
    var owed = 0.0
    var seed: UInt64

    mutating func chance() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 33) / Double(1 << 31)
    }

    /// A second of the card's time; the network delivers what has gathered two times in three.
    mutating func pass(serverPPM: Double) {
      owed += 1_000 * (1 + serverPPM / 1_000_000)
      if chance() < 0.66 {
        level += owed
        owed = 0
      }
      level -= 1_000 / (1 + Double(control.ppm) / 1_000_000)
      control.look(stored: Int(level))
    }
  }

  @Test(arguments: [-200.0, 200, -480, 35, 0], [1, 2, 3] as [UInt64])
  func theStoreStaysAsItIs(serverPPM: Double, seed: UInt64) throws {
    var store = Store(seed: seed)
    for _ in 0..<120 { store.pass(serverPPM: serverPPM) }
    let atFirst = store.level + store.owed
    var furthest = 0.0
    for _ in 0..<6 * 3_600 {
      store.pass(serverPPM: serverPPM)
      furthest = max(furthest, abs(store.level + store.owed - atFirst))
    }
    // Uncorrected, 200 ppm would be 4,320 ms after six hours.
    #expect(furthest < 500)
    #expect(abs(store.level + store.owed - atFirst) < 400)
    let found = try #require(store.control.serverPPM)
    #expect(abs(Double(found) - serverPPM) < 90)
  }

  @Test func whatIsKnownOfTheClocksOutlivesAGap() throws {
    var store = Store(seed: 7)
    for _ in 0..<3 * 3_600 { store.pass(serverPPM: 200) }
    let known = try #require(store.control.serverPPM)
    store.control.restart()
    #expect(store.control.ppm == -known)
    #expect(store.control.serverPPM == known)
  }

  @Test func aRecordingThatComesAsFastAsItCanAsksForNothingWild() {
    var control = DriftControl()
    for second in 0..<3_600 { control.look(stored: 4_000 + second * 900) }
    #expect(control.ppm == -1_000)
  }
}
