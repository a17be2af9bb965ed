internal import Audio
internal import Glibc

/// A tone for who builds a radio: low at the left, then higher at the right, so that crossed wires are heard.
enum TestTone {
  static let format = SampleFormat(rate: 48_000, channels: 2)
  static let sideMilliseconds = 1_500
  static let pauseMilliseconds = 300
  /// Of full scale; with the volume of `SoundTest` about as loud as the radio as it is shipped.
  static let peak: Float = 0.125
  /// In hertz.
  static let left: Float = 440
  static let right: Float = 660
  /// A tone that begins or ends at once clicks.
  private static let fadeMilliseconds = 20

  /// Left and right in turn.
  static var samples: [Float] {
    let pause = [Float](repeating: 0, count: format.frames(milliseconds: pauseMilliseconds) * format.channels)
    return side(hertz: left, isRight: false) + pause + side(hertz: right, isRight: true) + pause
  }

  /// A voice that holds all of it, which is more than a stream has decoded ahead.
  static func voice() -> Voice {
    let voice = Voice(id: 1, byteCapacity: 1, sampleCapacity: 1 << 19)
    voice.setFormat(format)
    _ = samples.withUnsafeBufferPointer { voice.samples.write($0, channels: format.channels) }
    voice.finishDecoding()
    return voice
  }

  private static func side(hertz: Float, isRight: Bool) -> [Float] {
    let frames = format.frames(milliseconds: sideMilliseconds)
    let fade = format.frames(milliseconds: fadeMilliseconds)
    var samples = [Float](repeating: 0, count: frames * format.channels)
    for frame in 0..<frames {
      let envelope = min(1, Float(min(frame, frames - 1 - frame)) / Float(fade))
      let turns = (Float(frame) * hertz / Float(format.rate)).truncatingRemainder(dividingBy: 1)
      samples[frame * format.channels + (isRight ? 1 : 0)] = sinf(turns * 2 * .pi) * envelope * peak
    }
    return samples
  }
}
