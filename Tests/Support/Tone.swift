internal import Foundation

/// Finds a tone in a sound.
public enum Tone {
  /// The amplitude of a sine of `frequency` hertz in one of the interleaved channels, over its middle half
  /// (Goertzel's algorithm).
  public static func level(
    _ samples: [Float], channel: Int, of channels: Int, frequency: Double, rate: Int
  ) -> Float {
    let frames = samples.count / channels
    let coefficient = 2 * cos(2 * Double.pi * frequency / Double(rate))
    var last = 0.0
    var before = 0.0
    let range = frames / 4..<frames * 3 / 4
    for frame in range {
      let next = Double(samples[frame * channels + channel]) + coefficient * last - before
      before = last
      last = next
    }
    let power = last * last + before * before - coefficient * last * before
    return Float(2 * max(0, power).squareRoot() / Double(max(1, range.count)))
  }
}
