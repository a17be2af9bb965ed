internal import Foundation

/// MPEG audio made by the tools that people use, and what the reference decoder makes of it.
public enum Encoded {
  public static let hasTools = Tools.has("lame", "ffmpeg", "mpg123")

  public struct Folder: ~Copyable {
    public let path = NSTemporaryDirectory() + "decoders-\(UUID().uuidString)"
    public init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  public struct ToolFailed: Error {
    public let tool: String
  }

  private static func run(_ tool: String, _ arguments: [String]) throws {
    guard Tools.run(tool, arguments) != nil else { throw ToolFailed(tool: tool) }
  }

  /// A tone with some noise in `seconds` of `codec` (libmp3lame or mp2), without any tag unless `isTagged`.
  public static func audio(
    rate: Int = 44_100, channels: Int = 2, seconds: Double = 2, codec: String = "libmp3lame", kbit: Int = 128,
    isTagged: Bool = false, frequency: Int = 440
  ) throws -> [UInt8] {
    let folder = try Folder()
    let file = folder.path + (codec == "mp2" ? "/a.mp2" : "/a.mp3")
    let source =
      "sine=frequency=\(frequency):sample_rate=\(rate):duration=\(seconds)[s];"
      + "anoisesrc=r=\(rate):a=0.05:d=\(seconds):seed=1[n];[s][n]amix=inputs=2:normalize=0,"
      + "aformat=channel_layouts=\(channels == 1 ? "mono" : "stereo")"
    try run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", source, "-c:a", codec, "-b:a", "\(kbit)k"]
        + (codec == "mp2" ? [] : ["-write_xing", isTagged ? "1" : "0"])
        + ["-id3v2_version", isTagged ? "3" : "0", "-ac", "\(channels)", file])
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  }

  /// A sine of 440 Hz at an eighth of full scale, MP3 without any tag.
  public static func tone(rate: Int, channels: Int, seconds: Double) throws -> [UInt8] {
    let folder = try Folder()
    try run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=\(rate):duration=\(seconds)",
        "-ac", "\(channels)", "-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0",
        folder.path + "/a.mp3"
      ])
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.mp3")))
  }

  /// The samples that `mpg123 -w` writes for `bytes`, interleaved.
  public static func reference(_ bytes: [UInt8]) throws -> [Int16] {
    let folder = try Folder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/a.mp3"))
    try run("mpg123", ["-q", "--resync-limit", "-1", "-w", folder.path + "/a.wav", folder.path + "/a.mp3"])
    return WaveFile(URL(fileURLWithPath: folder.path + "/a.wav"))?.samples ?? []
  }

  /// An ID3v2.3 tag with a picture, `size` bytes in all. The picture is full of false frame syncs.
  public static func tag(size: Int) -> [UInt8] {
    let body = size - 10
    var tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0]
    tag += [21, 14, 7, 0].map { UInt8(body >> $0 & 0x7F) }
    let picture = body - 10
    tag += Array("APIC".utf8) + [24, 16, 8, 0].map { UInt8(picture >> $0 & 0xFF) } + [0, 0]
    tag += Array("\u{0}image/jpeg\u{0}\u{3}\u{0}".utf8)
    while tag.count < size { tag += [0xFF, 0xFB, 0x90, 0x64, UInt8(truncatingIfNeeded: tag.count &* 7)] }
    return Array(tag[..<size])
  }

  public static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}
