internal import Foundation

/// Sound in the formats beyond MP3, made by the encoders that people use, and what another decoder makes of
/// it.
public enum CodecSound {
  public static let hasTools = Tools.has("ffmpeg")

  /// A sweep with some noise, different left and right, encoded by ffmpeg; nil where this ffmpeg cannot.
  /// - Parameter arguments: codec and format, as for ffmpeg's output.
  public static func made(
    _ arguments: [String], rate: Int = 44_100, channels: Int = 2, seconds: Double = 2, frequency: Int = 300
  ) throws -> [UInt8]? {
    let folder = try Encoded.Folder()
    try wave(folder.path + "/a.wav", rate: rate, channels: channels, seconds: seconds, frequency: frequency)
    let bytes = Tools.run(
      "ffmpeg", ["-v", "error", "-i", folder.path + "/a.wav"] + arguments + ["pipe:1"])
    return bytes.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The same sound through another program: `arguments` with IN and OUT for its files. Nil: it is missing or
  /// failed.
  public static func made(
    by program: String, _ arguments: [String], rate: Int = 44_100, channels: Int = 2, seconds: Double = 2,
    frequency: Int = 300
  ) throws -> [UInt8]? {
    let folder = try Encoded.Folder()
    try wave(folder.path + "/a.wav", rate: rate, channels: channels, seconds: seconds, frequency: frequency)
    let names = ["IN": folder.path + "/a.wav", "OUT": folder.path + "/a.out"]
    guard Tools.run(program, arguments.map { names[$0] ?? $0 }) != nil else { return nil }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.out")))
  }

  private static func wave(_ path: String, rate: Int, channels: Int, seconds: Double, frequency: Int) throws {
    let tones = (0..<channels).map {
      "0.25*sin(2*PI*t*(\(frequency)+\(100 * $0)+\(frequency)*t))+0.02*(random(\($0))-0.5)"
    }
    guard
      Tools.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i",
          "aevalsrc='\(tones.joined(separator: "|"))':s=\(rate):d=\(seconds)", "-c:a", "pcm_s24le", path
        ]) != nil
    else { throw Encoded.ToolFailed(tool: "ffmpeg") }
  }

  /// What ffmpeg decodes of `bytes`, interleaved; nil where it cannot.
  public static func reference(_ bytes: [UInt8], _ arguments: [String] = []) throws -> [Float]? {
    let folder = try Encoded.Folder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a"))
    let raw = Tools.run(
      "ffmpeg", ["-v", "error", "-i", folder.path + "/a"] + arguments + ["-f", "f32le", "pipe:1"])
    return raw?.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// How two decodings of one sound differ.
  public struct Difference: Sendable {
    /// Frames by which the second is late.
    public var lag: Int
    /// Where both are there, after the first frames that only one of them may know all of.
    public var rms: Float
    public var peak: Float
    public var framesCompared: Int
  }

  /// Lays `second` over `first` where they fit best, at most `reach` frames apart.
  public static func difference(
    _ first: [Float], _ second: [Float], channels: Int, reach: Int = 6_000, leadIn: Int = 4_096
  ) -> Difference? {
    let frames = (first.count / channels, second.count / channels)
    let middle = frames.0 / 2
    let length = 300
    guard middle > reach, frames.1 > middle + reach + length else { return nil }
    var best = (error: Float.infinity, lag: 0)
    first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        for lag in -reach...reach where middle + lag >= 0 {
          var error: Float = 0
          for index in 0..<length {
            let step = first[(middle + index) * channels] - second[(middle + index + lag) * channels]
            error += step * step
            if error > best.error { break }
          }
          if error < best.error { best = (error, lag) }
        }
      }
    }
    let start = max(leadIn, leadIn - best.lag)
    let end = min(frames.0, frames.1 - best.lag)
    guard end > start else { return nil }
    var sum: Float = 0
    var peak: Float = 0
    for index in start * channels..<end * channels {
      let step = abs(first[index] - second[index + best.lag * channels])
      sum += step * step
      peak = max(peak, step)
    }
    return Difference(
      lag: best.lag, rms: (sum / Float((end - start) * channels)).squareRoot(), peak: peak,
      framesCompared: end - start)
  }
}
