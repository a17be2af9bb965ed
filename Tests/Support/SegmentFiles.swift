public import Foundation

/// Sound cut into the segments of HLS by ffmpeg, without encoding it anew. The folder goes with the object.
public final class SegmentFiles: Sendable {
  public let folder: URL
  /// In the order of the list, without their folder.
  public let names: [String]
  public let list: String

  /// - Parameters: MP3 or ADTS; "mpegts" or "fmp4"; the seconds of a segment.
  public init(_ audio: [UInt8], type: String, seconds: Double = 1, arguments: [String] = []) throws {
    folder = try Tools.makeFolder()
    let source = folder.appendingPathComponent("source")
    try Data(audio).write(to: source)
    let place = folder.appendingPathComponent("list.m3u8")
    // MP4 tells once what ADTS tells in each frame.
    let filter = type == "fmp4" && audio.starts(with: [0xFF, 0xF1]) ? ["-bsf:a", "aac_adtstoasc"] : []
    var command = ["-v", "error", "-i", source.path, "-map", "0:a", "-c", "copy", "-f", "hls"]
    command += ["-hls_time", "\(seconds)", "-hls_list_size", "0", "-hls_segment_type", type]
    command += filter + arguments
    command.append(place.path)
    let made = Tools.run("ffmpeg", command, in: folder)
    guard made != nil else { throw Encoded.ToolFailed(tool: "ffmpeg") }
    list = try String(contentsOf: place, encoding: .utf8)
    names = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { String($0) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  public subscript(name: String) -> [UInt8] {
    (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) } ?? []
  }

  /// Sound of two seconds or more in an encoding of ffmpeg's, in ADTS.
  public static func adts(_ arguments: [String] = [], seconds: Int = 4) -> [UInt8]? {
    let source = "sine=frequency=440:duration=\(seconds),aformat=channel_layouts=stereo"
    var command = ["-v", "error", "-f", "lavfi", "-i", source, "-c:a", "aac", "-b:a", "64k"]
    command += arguments
    command += ["-f", "adts", "pipe:1"]
    return Tools.run("ffmpeg", command)
  }
}
