import Formats
import Foundation
import Support
import Testing

/// What ffmpeg puts into segments comes out of them to the byte.
@Suite struct SegmentTests {
  /// All segments of `names`, in pieces of `size`.
  static func output(_ segments: [[UInt8]], map: [UInt8] = [], by size: Int? = nil) throws -> SegmentOutput {
    var demuxer = SegmentDemuxer()
    var output = SegmentOutput()
    for segment in (map.isEmpty ? [] : [map]) + segments {
      demuxer.begin(at: 0)
      var rest = segment[...]
      while !rest.isEmpty {
        let piece = rest.prefix(size ?? rest.count)
        try demuxer.feed(piece, into: &output)
        rest = rest.dropFirst(piece.count)
      }
      try demuxer.end(into: &output)
    }
    return output
  }

  /// Without the bytes themselves in the message of a failure.
  static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right && !left.isEmpty }

  static let mp3 = (try? Encoded.audio(seconds: 4)) ?? []
  static let aac = SegmentFiles.adts() ?? []
  static let mono = SegmentFiles.adts(["-ac", "1", "-ar", "22050"]) ?? []

  @Test(.enabled(if: Encoded.hasTools, "needs ffmpeg, lame and mpg123"), arguments: ["mpegts", "fmp4"])
  func whatGoesInComesOut(type: String) throws {
    let sounds: [([UInt8], AudioCoding)] = [(Self.mp3, .mpegAudio), (Self.aac, .adts), (Self.mono, .adts)]
    for (sound, coding) in sounds {
      let files = try SegmentFiles(sound, type: type)
      #expect(files.names.count >= 4)
      let segments = files.names.map { files[$0] }
      let map = type == "fmp4" ? files["init.mp4"] : []
      for size in [nil, 1, 100, 187, 4_096] as [Int?] {
        let output = try Self.output(segments, map: map, by: size)
        #expect(output.coding == coding)
        #expect(Self.isSame(output.audio, sound), "\(type) \(coding), by \(size ?? 0)")
      }
    }
  }

  @Test(.enabled(if: Encoded.hasTools, "needs ffmpeg, lame and mpg123"))
  func oneFileInParts() throws {
    let files = try SegmentFiles(Self.aac, type: "fmp4", arguments: ["-hls_flags", "single_file"])
    guard case .media(let list) = try HLSPlaylist.read(Array(files.list.utf8), base: "http://h/l.m3u8") else {
      Issue.record("no media playlist")
      return
    }
    var demuxer = SegmentDemuxer()
    var output = SegmentOutput()
    let whole = files[files.names[0]]
    let map = try #require(list.segments.first?.map?.range)
    for range in [map] + list.segments.compactMap(\.range) {
      demuxer.begin(at: range.offset)
      try demuxer.feed(whole[range.offset..<range.offset + range.count], into: &output)
      try demuxer.end(into: &output)
    }
    #expect(list.segments.count >= 4)
    #expect(Self.isSame(output.audio, Self.aac))
  }

  @Test(.enabled(if: Encoded.hasTools, "needs ffmpeg, lame and mpg123"))
  func packedFrames() throws {
    let time = ID3TagTests.frame(
      "PRIV", Array("com.apple.streaming.transportStreamTimestamp\0".utf8) + [0, 0, 0, 0, 0, 1])
    let named = ID3TagTests.tag(time + ID3TagTests.frame("TIT2", ID3TagTests.text("One")))
    for (sound, coding) in [(Self.mp3, AudioCoding.mpegAudio), (Self.aac, .adts)] {
      for size in [nil, 1, 7, 400] as [Int?] {
        let output = try Self.output(
          [ID3TagTests.tag(time) + sound.prefix(10_000), named + sound.dropFirst(10_000)], by: size)
        // The second part begins inside a frame.
        #expect(Self.isSame(output.audio, sound) && output.coding == coding)
        #expect(output.titles.map(\.text) == ["One"] && output.titles.first?.offset == 10_000)
      }
    }
  }

  /// The decoder finds its way behind what is missing; here it matters that no other byte is lost or added.
  @Test(.enabled(if: Encoded.hasTools, "needs ffmpeg, lame and mpg123"))
  func damagedTransport() throws {
    let files = try SegmentFiles(Self.mp3, type: "mpegts", seconds: 10)
    let whole = files[files.names[0]]
    // Rubbish before it, and in the middle of it.
    let rubbish = Encoded.noise(500, seed: 3).map { $0 == 0x47 ? 0 : $0 }
    let place = whole.count / 2 / 188 * 188
    let before: [UInt8] = Array(rubbish.prefix(100)) + whole
    let inside: [UInt8] = Array(whole.prefix(place)) + rubbish + Array(whole.dropFirst(place))
    for bytes in [before, inside] {
      for size in [nil, 61] as [Int?] {
        let audio = try Self.output([bytes], by: size).audio
        #expect(Self.isSame(audio, Self.mp3))
      }
    }
    // A packet that is sent twice, and one of another PID.
    let packet = whole[place..<place + 188]
    let isStart = packet[place + 1] & 0x40 != 0
    let null: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
    if !isStart {
      let twice = whole.prefix(place + 188) + packet + null + whole.dropFirst(place + 188)
      let audio = try Self.output([Array(twice)]).audio
      #expect(Self.isSame(audio, Self.mp3))
    }
    // A packet that is lost costs no more than what was in it.
    let lost = try Self.output([Array(whole.prefix(place) + whole.dropFirst(place + 188))]).audio
    #expect(lost.count < Self.mp3.count && lost.count >= Self.mp3.count - 184)
  }

  /// With pictures: the sound is taken and the rest left.
  @Test(.enabled(if: Encoded.hasTools, "needs ffmpeg, lame and mpg123"))
  func soundBesidePictures() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("a.aac")
    try Data(Self.aac).write(to: source)
    func mixed(_ arguments: [String]) -> [UInt8] {
      Tools.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=4", "-i", source.path, "-c:v", "mpeg4"]
          + ["-c:a", "copy"] + arguments + ["pipe:1"]) ?? []
    }
    let transport = try Self.output([mixed(["-f", "mpegts"])])
    #expect(Self.isSame(transport.audio, Self.aac))
    let fragments = try Self.output([
      mixed([
        "-bsf:a", "aac_adtstoasc", "-f", "mp4", "-movflags", "frag_keyframe+delay_moov+default_base_moof"
      ])
    ])
    #expect(Self.isSame(fragments.audio, Self.aac))
    let older = try Self.output([
      mixed(["-bsf:a", "aac_adtstoasc", "-f", "mp4", "-movflags", "frag_keyframe+delay_moov"])
    ])
    #expect(Self.isSame(older.audio, Self.aac))
  }

  @Test(.enabled(if: Encoded.hasTools, "needs ffmpeg, lame and mpg123"))
  func whatHasNoSound() throws {
    func made(_ arguments: String...) -> [UInt8] {
      Tools.run(
        "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=1"] + arguments + ["pipe:1"]) ?? []
    }
    func sound(_ arguments: String...) -> [UInt8] {
      Tools.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1"] + arguments + ["pipe:1"]) ?? []
    }
    let fragmented = "frag_keyframe+empty_moov"
    let kinds: [([UInt8], SegmentTrouble)] = [
      (made("-c:v", "mpeg4", "-f", "mpegts"), .notAudio("video without sound")),
      (made("-c:v", "mpeg4", "-f", "mp4", "-movflags", fragmented), .notAudio("video without sound")),
      (sound("-c:a", "ac3", "-f", "mpegts"), .formatNotYet("AC-3")),
      (sound("-c:a", "ac3", "-f", "ac3"), .formatNotYet("AC-3")),
      (sound("-c:a", "flac", "-strict", "-2", "-f", "mp4", "-movflags", fragmented), .formatNotYet("FLAC")),
      (Array("<!DOCTYPE html><html>".utf8), .notAudio("a web page")),
      (Array("WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n".utf8), .notAudio("subtitles")),
      ([UInt8](repeating: 0, count: 5_000), .unknown)
    ]
    for (bytes, trouble) in kinds {
      #expect(!bytes.isEmpty)
      #expect(throws: trouble) { try Self.output([bytes]) }
    }
  }

  @Test(.enabled(if: Encoded.hasTools, "needs ffmpeg, lame and mpg123"))
  func fuzz() throws {
    let seconds = Array(Self.mp3.prefix(20_000))
    let transport = try SegmentFiles(seconds, type: "mpegts")
    let fragments = try SegmentFiles(Array(Self.aac.prefix(8_000)), type: "fmp4")
    let tag = ID3TagTests.tag(ID3TagTests.frame("TIT2", ID3TagTests.text("One")))
    let movie: [UInt8] = fragments["init.mp4"] + fragments[fragments.names[0]]
    let tagged: [UInt8] = tag + Array(seconds.prefix(3_000))
    let valid: [[UInt8]] = [transport[transport.names[0]], movie, tagged]
    var random = SeededRandom(seed: 41)
    for turn in 0..<Tools.fuzzCount(300) {
      var bytes = valid[turn % valid.count]
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        // The tables and boxes are at the beginning.
        let place = Int.random(
          in: 0..<(Bool.random(using: &random) ? min(1_500, bytes.count) : bytes.count), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes[place] = [0, 0xFF, 0x47, 0x80][Int.random(in: 0..<4, using: &random)]
        case 2:
          bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
        default: bytes.insert(contentsOf: random.bytes(Int.random(in: 1...20, using: &random)), at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let output = try? Self.output([bytes], by: turn % 2 == 0 ? nil : 97)
      // Seven bytes are added to a frame, which has one at the least.
      #expect((output?.audio.count ?? 0) <= 8 * bytes.count)
    }
  }
}
