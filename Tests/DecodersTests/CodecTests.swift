import Audio
import Decoders
import Foundation
import Support
import Testing

@Suite(.enabled(if: CodecSound.hasTools, "ffmpeg is not installed")) struct CodecTests {
  static let cases: [CodecCase] = [
    .opus, .opus.with(48_000, 1), .vorbis, .vorbis.with(48_000, 1), .vorbis.with(22_050, 2), .oggFlac,
    .oggFlac.with(48_000, 1), .oggFlac.with(96_000, 2, ["-sample_fmt", "s32"]), .flac,
    .flac.with(48_000, 2, ["-sample_fmt", "s32"]), .flac.with(8_000, 1),
    .flac.with(48_000, 2, ["-frame_size", "65535"])
  ]

  @Test(arguments: cases) func equalsAnotherDecoder(sample: CodecCase) throws {
    let bytes = try #require(try sample.made())
    let reference = try #require(try CodecSound.reference(bytes))
    for piece in [3_000, 1, 331] {
      let listener = try Listener(sample.codec)
      listener.play(bytes, piece: piece)
      #expect(!listener.isHung && listener.failure == nil)
      #expect(listener.formats == [SampleFormat(rate: sample.rate, channels: sample.channels)])
      #expect(listener.toldFormats.map(\.codec) == [sample.name])
      // Not a frame too many or too few, neither at the beginning nor at the end.
      #expect(listener.floats.count == reference.count)
      let worst = zip(listener.floats, reference).map { abs($0 - $1) }.max() ?? 9
      #expect(worst <= sample.tolerance)
      #expect(listener.finishedFrames == UInt64(listener.floats.count / sample.channels))
      #expect(listener.decoder.bytesConsumed == UInt64(bytes.count))
    }
  }

  /// Pictures of some megabytes come before the sound, in blocks of up to 16 MB.
  @Test func picturesInFlacAreNotKept() throws {
    let bytes = try #require(try CodecCase.flac.made(tags: ["ARTIST": "A", "TITLE": "B"]))
    let plain = try OggTests.played(.flac, bytes)
    #expect(plain.toldTitles.map(\.title) == ["A - B"])
    let size = 3_000_000
    let picture =
      [6, UInt8(size >> 16), UInt8(size >> 8 & 255), UInt8(size & 255)] + [UInt8](repeating: 9, count: size)
    // Behind the first block, which is the only one with a fixed place.
    let large = Array(bytes[..<42]) + picture + Array(bytes[42...])
    let listener = try OggTests.played(.flac, large)
    #expect(listener.floats == plain.floats && listener.toldTitles.map(\.title) == ["A - B"])
    #expect(listener.decoder.tagBytes >= size)
  }

  @Test(arguments: CodecCase.all) func endsAtOnceWhileItWaits(sample: CodecCase) throws {
    let bytes = try #require(try sample.made(seconds: 4))
    // For bytes before the first sound, in mid-stream, and for room.
    for count in [10, 200, bytes.count / 2, bytes.count] {
      let listener = try Listener(sample.codec, byteCapacity: 1 << 20)
      _ = bytes[..<count].withUnsafeBytes { listener.voice.bytes.write($0) }
      listener.decoder.bytesArrived()
      let end = Date(timeIntervalSinceNow: 10)
      // Asleep: it has taken what there is, or waits for room.
      while listener.voice.bytes.count > 0, listener.voice.samples.room > 4_096, Date() < end {
        Thread.sleep(forTimeInterval: 0.001)
      }
      listener.decoder.stop()
      #expect(listener.voice.bytes.isFinished == false)
      // Its end is waited for when it goes: a thread that hangs would hang the test.
    }
  }

  struct Encoder: Sendable, CustomTestStringConvertible {
    var program: String
    var arguments: [String]
    var codec: AudioCodec
    var name: String
    var rate = 48_000
    var channels = 2
    var testDescription: String { "\(program) \(arguments.joined(separator: " "))" }
  }

  /// A picture of some hundred kilobytes, as covers are.
  private static let picture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("image/screens.png").path

  static let encoders: [Encoder] = [
    Encoder(
      program: "oggenc", arguments: ["-Q", "-q", "5", "-a", "Ana", "-t", "Song", "-o", "OUT", "IN"],
      codec: .ogg, name: "Vorbis", rate: 44_100),
    Encoder(
      program: "opusenc",
      arguments: ["--quiet", "--artist", "Ana", "--title", "Song", "--picture", picture, "IN", "OUT"],
      codec: .ogg, name: "Opus"),
    Encoder(
      program: "opusenc",
      arguments: ["--quiet", "--framesize", "60", "--artist", "Ana", "--title", "Song", "IN", "OUT"],
      codec: .ogg, name: "Opus", channels: 1),
    Encoder(
      program: "flac",
      arguments: [
        "-s", "-8", "--picture", picture, "-T", "ARTIST=Ana", "-T", "TITLE=Song", "-o", "OUT", "IN"
      ],
      codec: .flac, name: "FLAC", rate: 96_000),
    Encoder(
      program: "flac",
      arguments: [
        "-s", "-5", "--ogg", "--picture", picture, "-T", "TITLE=Song", "-T", "ARTIST=Ana", "-o", "OUT", "IN"
      ],
      codec: .ogg, name: "FLAC", channels: 1)
  ]

  @Test(
    .enabled(if: Tools.has("oggenc", "opusenc", "flac"), "vorbis-tools, opus-tools or flac is not installed"),
    arguments: encoders)
  func whatTheFormatsOwnToolsMake(encoder: Encoder) throws {
    let bytes = try #require(
      try CodecSound.made(
        by: encoder.program, encoder.arguments, rate: encoder.rate, channels: encoder.channels, seconds: 4))
    let reference = try #require(try CodecSound.reference(bytes, ["-map", "0:a"]))
    let listener = try OggTests.played(encoder.codec, bytes, piece: 1_009)
    #expect(listener.failure == nil)
    #expect(listener.toldFormats.first?.codec == encoder.name)
    #expect(listener.formats == [SampleFormat(rate: encoder.rate, channels: encoder.channels)])
    #expect(listener.toldTitles.map(\.title) == ["Ana - Song"])
    #expect(listener.floats.count == reference.count)
    #expect(zip(listener.floats, reference).allSatisfy { abs($0 - $1) < 0.000_01 })
  }
}
