import Audio
import Decoders
import Foundation
import Support
import Testing

/// Broken streams: each decoder ends with its stream or says why it does not go on; it never crashes, hangs,
/// or gives what is no sound.
@Suite(.enabled(if: CodecSound.hasTools, "ffmpeg is not installed")) struct BrokenStreamTests {
  static let shapes: [CodecCase] =
    CodecCase.all + [
      .vorbis.with(48_000, 1), .oggFlac.with(48_000, 1), .flac.with(96_000, 2, ["-sample_fmt", "s32"]),
      .aac.with(22_050, 1), .opus.with(48_000, 1)
    ]

  /// `bytes` with something changed, lost, repeated or put in.
  static func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let size = min(Int.random(in: 1...2_000, using: &random), bytes.count - place)
      switch Int.random(in: 0...5, using: &random) {
      case 0, 1:
        for _ in 0..<Int.random(in: 1...200, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
            1 << UInt8.random(in: 0...7, using: &random)
        }
      case 2: bytes.removeSubrange(place..<place + size)
      case 3: bytes.insert(contentsOf: random.bytes(size), at: place)
      case 4:
        bytes.insert(contentsOf: bytes[place..<place + size], at: Int.random(in: 0...place, using: &random))
      default: bytes.replaceSubrange(place..<place + size, with: random.bytes(size))
      }
      if bytes.isEmpty { bytes = [0] }
    }
    return bytes
  }

  /// Ogg would drop all broken pages by their checksums: here each page gets the right one for what is in it.
  static func damagedInside(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    let pages = OggPages.of(bytes)
    var stream: [UInt8] = []
    for page in pages {
      var page = Array(page)
      let start = 27 + Int(page[26])
      if start < page.count, Int.random(in: 0...2, using: &random) == 0 {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          page[Int.random(in: start..<page.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
      stream += OggPages.sealed(page)
    }
    return stream
  }

  static func check(_ codec: AudioCodec, _ bytes: [UInt8], piece: Int, _ name: String) throws {
    let listener = try Listener(codec)
    listener.play(bytes, piece: piece, patience: 60)
    #expect(!listener.isHung, "\(name)")
    #expect(listener.finishedFrames != nil || listener.failure != nil, "\(name)")
    #expect(listener.floats.allSatisfy { abs($0) <= 16 }, "\(name)")
    // Sound cannot come from nothing.
    #expect(listener.floats.count < 20 * 48_000 * 4, "\(name)")
  }

  @Test(arguments: shapes) func neverCrashesOrHangs(sample: CodecCase) throws {
    let bytes = try #require(try sample.made(seconds: 1.5, tags: ["title": "T", "artist": "A"]))
    for seed in 1...Tools.fuzzCount(30) {
      var random = SeededRandom(seed: UInt64(seed))
      let broken =
        sample.codec == .ogg && seed % 2 == 0
        ? Self.damagedInside(bytes, &random) : Self.damaged(bytes, &random)
      try Self.check(
        sample.codec, broken, piece: Int.random(in: 100...9_000, using: &random),
        "\(sample.testDescription) seed \(seed)")
    }
  }

  /// Each decoder gets each format, and noise.
  @Test(arguments: [AudioCodec.mpegAudio, .aac, .ogg, .flac]) func whatIsNotItsOwn(codec: AudioCodec) throws {
    for sample in CodecCase.all where sample.codec != codec {
      let bytes = try #require(try sample.made(seconds: 1))
      try Self.check(codec, bytes, piece: 4_000, sample.testDescription)
    }
    for seed in 1...5 {
      try Self.check(codec, Encoded.noise(100_000, seed: UInt64(seed)), piece: 3_001, "noise \(seed)")
    }
  }
}
