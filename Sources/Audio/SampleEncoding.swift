/// How a card takes its samples; in the machine's byte order, always two channels.
public enum SampleEncoding: Int, Sendable {
  case signed16 = 2
  case signed32 = 4

  public static let channels = 2

  /// The size of one sample in bytes.
  @inline(__always)
  public var sampleSize: Int { rawValue }
  /// The size of one stereo frame in bytes.
  @inline(__always)
  public var frameSize: Int { rawValue * Self.channels }

  /// Writes `count` samples times `scale`, rounded to nearest and saturated: what is too loud is cut off,
  /// it never wraps round.
  @inline(__always)
  func encode(_ samples: UnsafePointer<Float>, count: Int, scale: Float, to output: UnsafeMutableRawPointer) {
    switch self {
    case .signed16:
      Self.encode16(samples, count, scale, output.assumingMemoryBound(to: Int16.self))
    case .signed32:
      Self.encode32(samples, count, scale, output.assumingMemoryBound(to: Int32.self))
    }
  }

  /// One sample of 16 bits, as `encode` makes it; for recordings.
  @inline(__always)
  public static func rounded16(_ sample: Float) -> Int16 {
    var level = sample * 32_768
    level = level < 32_767 ? level : 32_767
    level = level > -32_768 ? level : -32_768
    // 1.5 × 2²³ plus a small number: the adder rounds to nearest and the low bits are the integer. Unlike a
    // checked conversion it runs four or eight samples at a time.
    return Int16(truncatingIfNeeded: (level + 12_582_912).bitPattern)
  }

  private static func encode16(
    _ samples: UnsafePointer<Float>, _ count: Int, _ scale: Float, _ output: UnsafeMutablePointer<Int16>
  ) {
    for index in 0..<count { output[index] = rounded16(samples[index] * scale) }
  }

  private static func encode32(
    _ samples: UnsafePointer<Float>, _ count: Int, _ scale: Float, _ output: UnsafeMutablePointer<Int32>
  ) {
    for index in 0..<count {
      var level = samples[index] * scale * 2_147_483_648
      // The largest float below 2³¹. Written so that a NaN becomes the bound and cannot trap.
      level = level < 2_147_483_520 ? level : 2_147_483_520
      level = level > -2_147_483_648 ? level : -2_147_483_648
      output[index] = Int32(level)
    }
  }
}
