import Decoders
import Support
import Testing

/// A format that the tests make and decode.
struct CodecCase: Sendable, CustomTestStringConvertible {
  var name: String
  var codec: AudioCodec
  var encoder: [String]
  var rate = 44_100
  var channels = 2
  /// Largest difference to another decoder's samples.
  var tolerance: Float = 0.000_01

  var testDescription: String { "\(name) \(rate)/\(channels)" }

  /// Nil: the ffmpeg here cannot make it.
  func made(seconds: Double = 2, frequency: Int = 300, tags: [String: String] = [:]) throws -> [UInt8]? {
    let metadata = tags.sorted { $0.key < $1.key }.flatMap { ["-metadata", "\($0.key)=\($0.value)"] }
    return try CodecSound.made(
      metadata + encoder, rate: rate, channels: channels, seconds: seconds, frequency: frequency)
  }

  static let opus = CodecCase(
    name: "Opus", codec: .ogg, encoder: ["-c:a", "libopus", "-b:a", "96k", "-f", "ogg"], rate: 48_000)
  static let vorbis = CodecCase(
    name: "Vorbis", codec: .ogg, encoder: ["-c:a", "libvorbis", "-b:a", "128k", "-f", "ogg"])
  static let oggFlac = CodecCase(
    name: "FLAC", codec: .ogg, encoder: ["-c:a", "flac", "-f", "ogg"], tolerance: 0)
  static let flac = CodecCase(
    name: "FLAC", codec: .flac, encoder: ["-c:a", "flac", "-f", "flac"], tolerance: 0)
  static let aac = CodecCase(
    name: "AAC", codec: .aac, encoder: ["-c:a", "aac", "-aac_pns", "0", "-b:a", "128k", "-f", "adts"])
  static let mp3 = CodecCase(
    name: "MP3", codec: .mpegAudio,
    encoder: ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3"])

  static let inOgg = [opus, vorbis, oggFlac]
  static let all = [opus, vorbis, oggFlac, flac, aac, mp3]

  func with(_ rate: Int, _ channels: Int, _ more: [String] = []) -> CodecCase {
    var other = self
    other.rate = rate
    other.channels = channels
    other.encoder = more + encoder
    return other
  }
}

extension Listener {
  /// What was told of formats, in order: codec and kbit/s.
  var toldFormats: [(codec: String, kbit: Int)] {
    reports.compactMap { if case .format(let codec, _, _, let kbit) = $0 { (codec, kbit) } else { nil } }
  }

  var toldTitles: [(title: String, frame: UInt64)] {
    reports.compactMap { if case .title(let title, let frame) = $0 { (title, frame) } else { nil } }
  }
}
