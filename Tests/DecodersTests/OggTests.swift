import Audio
import Decoders
import Foundation
import Support
import Testing

@Suite(.enabled(if: CodecSound.hasTools, "ffmpeg is not installed")) struct OggTests {
  static func played(_ codec: AudioCodec, _ bytes: [UInt8], piece: Int = 3_000) throws -> Listener {
    let listener = try Listener(codec)
    listener.play(bytes, piece: piece)
    #expect(!listener.isHung)
    return listener
  }

  @Test(arguments: CodecCase.inOgg) func eachSongIsAStream(sample: CodecCase) throws {
    let tags: [[String: String]] = [
      ["ARTIST": "Ana Moura", "TITLE": "Desfado"], ["title": "Only a title"], [:],
      ["Artist": "Björk", "title": "Jóga"], ["ARTIST": "Björk", "TITLE": "Jóga"]
    ]
    let songs = try tags.enumerated().map {
      try #require(try sample.made(seconds: 1.2, frequency: 200 + 50 * $0.offset, tags: $0.element))
    }
    let alone = try songs.map { try Self.played(sample.codec, $0).floats }
    let listener = try Self.played(sample.codec, songs.flatMap { $0 }, piece: 501)
    #expect(listener.failure == nil)
    #expect(listener.floats == alone.flatMap { $0 })
    #expect(listener.toldFormats.count == 1)
    let starts = (0..<5).map { UInt64(alone[..<$0].reduce(0) { $0 + $1.count } / sample.channels) }
    #expect(listener.toldTitles.map(\.title) == ["Ana Moura - Desfado", "Only a title", "", "Björk - Jóga"])
    #expect(listener.toldTitles.map(\.frame) == Array(starts[..<4]))
  }

  @Test func everyLinkMayBeAnother() throws {
    let samples: [CodecCase] = [
      .vorbis, .opus, .oggFlac.with(48_000, 1), .vorbis.with(22_050, 2), .opus, .opus.with(48_000, 1)
    ]
    let songs = try samples.map { try #require(try $0.made(seconds: 1)) }
    let listener = try Self.played(.ogg, songs.flatMap { $0 }, piece: 777)
    #expect(listener.failure == nil)
    #expect(listener.toldFormats.map(\.codec) == ["Vorbis", "Opus", "FLAC", "Vorbis", "Opus", "Opus"])
    #expect(listener.formats == samples.map { SampleFormat(rate: $0.rate, channels: $0.channels) })
    let alone = try songs.map { try Self.played(.ogg, $0).floats }
    #expect(listener.floats == alone.flatMap { $0 })
  }

  /// A server sends the headers to each who comes, and then what is on the air.
  @Test(arguments: CodecCase.inOgg) func joinedInMidStream(sample: CodecCase) throws {
    let bytes = try #require(try sample.made(seconds: 6, tags: ["title": "Late"]))
    let pages = OggPages.of(bytes)
    // The headers of Vorbis and Opus are two pages; FLAC has one more packet, or some.
    let joined = Array((pages[..<2] + pages[(pages.count / 2)...]).joined())
    let whole = try Self.played(.ogg, bytes).floats
    let listener = try Self.played(.ogg, joined)
    #expect(listener.failure == nil)
    #expect(listener.toldTitles.map(\.title) == ["Late"])
    #expect(listener.floats.count > whole.count / 4)
    // Once it is under way it is the same sound.
    let tail = listener.floats.suffix(sample.rate)
    #expect(zip(tail, whole.suffix(sample.rate)).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test(arguments: CodecCase.inOgg) func whatIsLostIsMissedAndNoMore(sample: CodecCase) throws {
    let bytes = try #require(try sample.made(seconds: 6))
    let whole = try Self.played(.ogg, bytes).floats
    let pages = OggPages.of(bytes)
    let middle = pages.count / 2
    let damaged: [[UInt8]] = [
      // A page is missing; one is broken; something is between two; something is before them all.
      Array((pages[..<middle] + pages[(middle + 1)...]).joined()),
      Array(
        pages.joined().enumerated().map { $0.offset == bytes.count / 2 ? $0.element ^ 0x10 : $0.element }),
      Array(pages[..<middle].joined()) + Encoded.noise(10_000) + Array(pages[middle...].joined()),
      Encoded.noise(10_000) + Array("OggOggSOgg".utf8) + bytes
    ]
    for (index, bytes) in damaged.enumerated() {
      let listener = try Self.played(.ogg, bytes)
      #expect(listener.failure == nil)
      // A page of ffmpeg's has a second.
      #expect(listener.floats.count > whole.count - 3 * sample.rate * sample.channels, "\(index)")
      #expect(listener.floats.count <= whole.count + 8_192)
      let tail = listener.floats.suffix(sample.rate)
      #expect(zip(tail, whole.suffix(sample.rate)).allSatisfy { abs($0 - $1) < 0.001 }, "\(index)")
    }
  }

  @Test func aPictureInTheCommentsIsNotKept() throws {
    let bytes = try #require(try CodecCase.opus.made(seconds: 2))
    let whole = try Self.played(.ogg, bytes).floats
    let title = Array("TITLE=Small".utf8)
    for size in [60_000, 300_000, 3_000_000] {
      let picture = Array("METADATA_BLOCK_PICTURE=".utf8) + [UInt8](repeating: UInt8(ascii: "A"), count: size)
      let listener = try Self.played(.ogg, OggPages.opus(bytes, comments: [title, picture]))
      #expect(listener.failure == nil && listener.floats == whole)
      #expect(listener.toldTitles.map(\.title) == ["Small"])
      if size > 65_536 { #expect(listener.decoder.tagBytes + 150_000 > size) }
    }
    // One that never ends is not waited for.
    let endless = Array("METADATA_BLOCK_PICTURE=".utf8) + [UInt8](repeating: 0, count: 6 << 20)
    let listener = try Self.played(.ogg, OggPages.opus(bytes, comments: [title, endless]))
    #expect(listener.failure?.description == "no sound in 512 KB")
  }

  /// Video and what Ogg's own description of a stream (Skeleton) has between it are passed over.
  @Test func otherStreamsInItDoNotMatter() throws {
    let bytes = try #require(try CodecCase.vorbis.made(seconds: 2))
    let pages = OggPages.of(bytes)
    var mixed = OggPages.page(
      [Array("fishead\u{0}".utf8) + [UInt8](repeating: 0, count: 56)], flags: 2, sequence: 0)
    mixed += pages[0]
    mixed += OggPages.page([Array("\u{80}theora".utf8)], flags: 2, serial: 8, sequence: 0)
    for (index, page) in pages.dropFirst().enumerated() {
      mixed += page
      mixed += OggPages.page([[1, 2, 3]], serial: 8, sequence: UInt32(index + 1))
    }
    #expect(try Self.played(.ogg, mixed).floats == Self.played(.ogg, bytes).floats)
  }

  @Test(arguments: [CodecCase.vorbis, .opus, .oggFlac, .flac]) func sixChannelsBecomeTwo(sample: CodecCase)
    throws
  {
    // Front left, front right, center, bass, back left, back right.
    let tones = [0.5, 0, 0.25, 0.9, 0, 0].enumerated().map { "\($1)*sin(2*PI*t*\(100 + 100 * $0))" }
    let bytes = try #require(
      Tools.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "aevalsrc='\(tones.joined(separator: "|"))':s=48000:d=2:c=5.1"
        ] + sample.encoder.map { $0.hasSuffix("k") ? "384k" : $0 } + ["pipe:1"]))
    let listener = try Self.played(sample.codec, bytes)
    #expect(listener.formats == [SampleFormat(rate: 48_000, channels: 2)])
    func level(_ channel: Int, _ frequency: Double) -> Float {
      Tone.level(listener.floats, channel: channel, of: 2, frequency: frequency, rate: 48_000)
    }
    let sum = Float(1 + 2 * 0.5.squareRoot())
    #expect(abs(level(0, 100) - 0.5 / sum) < 0.01 && level(1, 100) < 0.01)
    #expect(abs(level(0, 300) - 0.25 * Float(0.5).squareRoot() / sum) < 0.01)
    #expect(abs(level(1, 300) - level(0, 300)) < 0.005)
    #expect(level(0, 400) < 0.01 && level(1, 400) < 0.01)
  }

  /// RFC 7845 5.1: applied always, in 1/256 dB.
  @Test func opusIsAsLoudAsItsHeadSays() throws {
    let bytes = try #require(try CodecCase.opus.made(seconds: 2))
    var pages = OggPages.of(bytes).map { Array($0) }
    // The gain is at byte 16 of the packet, which is at 28 of the page: -6.0206 dB.
    pages[0].replaceSubrange(44..<46, with: [0xFB, 0xF9])
    pages[0] = OggPages.sealed(pages[0])
    let loud = try Self.played(.ogg, bytes).floats
    let soft = try Self.played(.ogg, Array(pages.joined())).floats
    #expect(loud.count == soft.count)
    #expect(zip(loud, soft).allSatisfy { abs($0 / 2 - $1) < 0.001 })
  }

  @Test func opusBitRateIsMeasured() throws {
    let bytes = try #require(try CodecCase.opus.made(seconds: 6))
    let told = try Self.played(.ogg, bytes).toldFormats
    #expect(told.count == 2 && told[0].kbit == 0)
    let average = Double(bytes.count) * 8 / 6_000
    #expect(abs(Double(told.last?.kbit ?? 0) - average) < average / 3)
  }

  @Test func headersThatCannotBe() throws {
    func head(_ packet: [UInt8]) throws -> String? {
      try Self.played(.ogg, OggPages.page([packet], flags: 2, sequence: 0) + Encoded.noise(100)).failure?
        .description
    }
    let opus = Array("OpusHead".utf8)
    #expect(try head(opus + [1, 2]) == "Opus of an unknown version")
    #expect(try head(opus + [0x20, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == "Opus of an unknown version")
    #expect(try head(opus + [1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == "Opus with 3 channels")
    #expect(try head(opus + [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == "Opus with 0 channels")
    #expect(
      try head(opus + [1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 0, 0, 1, 2, 3]) == "Opus for unknown loudspeakers")
    #expect(
      try head(opus + [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 9, 9, 0, 1]) == "Opus for unknown loudspeakers")
    #expect(
      try head(opus + [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1])
        == "opus_multistream_decoder_create: invalid argument")
    #expect(try head(Array("\u{1}vorbis".utf8)) == "vorbis_synthesis_headerin: an unknown version")
    let silly =
      Array("\u{1}vorbis".utf8) + [0, 0, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0x7F] + [UInt8](repeating: 0, count: 12)
      + [0xB8, 1]
    #expect(try head(silly) != nil)
    #expect(try head(Array("\u{7F}FLAC".utf8) + [1, 0, 0, 1]) == "FLAC without its header")
  }
}
