import Formats
import Support
import Testing

@Suite struct ContentSnifferTests {
  /// `count` frames of silence: MPEG 1 layer 3, 128 kbit/s, 44.1 kHz, 417 bytes each.
  static func mp3(_ count: Int, header: [UInt8] = [0xFF, 0xFB, 0x90, 0x00], length: Int = 417) -> [UInt8] {
    (0..<count).flatMap { _ in header + Array(repeating: UInt8(0), count: length - 4) }
  }

  /// `count` ADTS frames of 200 bytes.
  static func aac(_ count: Int, second: UInt8 = 0xF1) -> [UInt8] {
    let length = 200
    let header: [UInt8] = [
      0xFF, second, 0x50, 0x80 | UInt8(length >> 11), UInt8(length >> 3 & 0xFF),
      UInt8(length & 7) << 5 | 0x1F, 0xFC
    ]
    return (0..<count).flatMap { _ in header + Array(repeating: UInt8(0x21), count: length - 7) }
  }

  static func id3(_ size: Int, flags: UInt8 = 0) -> [UInt8] {
    let header: [UInt8] = [
      0x49, 0x44, 0x33, 3, 0, flags, UInt8(size >> 21 & 127), UInt8(size >> 14 & 127), UInt8(size >> 7 & 127),
      UInt8(size & 127)
    ]
    let content: [UInt8] = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 5) }
    let footer = [UInt8](repeating: 0, count: flags & 0x10 != 0 ? 10 : 0)
    return header + content + footer
  }

  // Sums of arrays are made in steps: the compiler of Swift 6.0.3 needs minutes for long ones.
  static func ogg(_ packet: String) -> [UInt8] {
    var page = padded("OggS", by: 22)
    page += [1, 30]
    page += padded(packet, by: 60)
    return page
  }

  /// The bytes of `text`, then zeros.
  static func padded(_ text: String, by zeros: Int) -> [UInt8] {
    [UInt8](text.utf8) + [UInt8](repeating: 0, count: zeros)
  }

  static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

  struct Sniffed: Equatable {
    var verdict: ContentSniffer.Verdict
    var held: [UInt8]
    var tagBytes: Int
  }

  static func sniff(
    _ bytes: [UInt8], by size: Int? = nil, type: String? = "audio/mpeg", url: String = "http://h/x"
  )
    -> Sniffed
  {
    var sniffer = ContentSniffer(contentType: type, url: url)
    var index = 0
    while index < bytes.count, sniffer.verdict == .needsMore {
      let end = min(bytes.count, index + (size ?? bytes.count))
      bytes[index..<end].withUnsafeBytes { _ = sniffer.feed($0) }
      index = end
    }
    if sniffer.verdict == .needsMore { _ = sniffer.finish() }
    return Sniffed(verdict: sniffer.verdict, held: sniffer.held, tagBytes: sniffer.tagByteCount)
  }

  static let transportPackets: [UInt8] = (0..<4).flatMap { _ in
    joined([0x47], [UInt8](repeating: 1, count: 187))
  }

  static let binaries: [(bytes: [UInt8], expected: StreamContent)] = [
    (mp3(3), .mpegAudio(layer: 3)),
    (mp3(3, header: [0xFF, 0xFD, 0x80, 0x00], length: 417), .mpegAudio(layer: 2)),
    (mp3(4, header: [0xFF, 0xF3, 0x40, 0xC0], length: 104), .mpegAudio(layer: 3)),
    (mp3(4, header: [0xFF, 0xFB, 0x00, 0x00], length: 500), .mpegAudio(layer: 3)),
    (aac(3), .aac), (aac(3, second: 0xF9), .aac),
    (joined([UInt8](repeating: 0x33, count: 50), aac(4)), .aac),
    (ogg("OpusHead"), .ogg), (ogg("\u{1}vorbis"), .ogg),
    (ogg("\u{7F}FLAC"), .ogg), (ogg("whatever"), .otherAudio("Ogg")),
    (padded("fLaC", by: 60), .flac),
    (joined([0, 0, 0, 0x20], padded("ftypM4A isom", by: 40)), .otherAudio("MP4")),
    (padded("RIFF1234WAVEfmt ", by: 40), .otherAudio("WAV")),
    (transportPackets, .otherAudio("MPEG-TS")),
    (joined([0x1F, 0x8B, 0x08, 0], [UInt8](repeating: 9, count: 60)), .notAudio("compressed data"))
  ]

  // By number: a failure would else print all bytes.
  @Test(arguments: binaries.indices)
  func binaryFormats(index: Int) {
    let (bytes, expected) = Self.binaries[index]
    let tag = Self.id3(300)
    for size in [nil, 1, 7] as [Int?] {
      #expect(Self.sniff(bytes, by: size).verdict == .content(expected))
      #expect(Self.sniff(tag + bytes, by: size).verdict == .content(expected))
      // The label does not matter.
      #expect(Self.sniff(bytes, by: size, type: "text/html").verdict == .content(expected))
    }
  }

  @Test(
    arguments: [
      ("\u{feff}http://h/1.mp3 \r\n", .playlist(.m3u)),
      ("#EXTM3U\n\n#EXTINF:-1,A\nhttp://h/a-aac\nhttp://h/a-mp3", .playlist(.m3u)),
      ("\n\n# comment\nHTTP://h/a", .playlist(.m3u)),
      ("[Playlist]\nnumberofentries=9\nfile2=http://h/2.mp3\n", .playlist(.pls)),
      ("\r\n[playlist]\r\n", .playlist(.pls)),
      ("File1=http://h/a\n", .playlist(.pls)),
      ("[Reference]\nRef1=http://h/a\n", .playlist(.reference)),
      ("ref1 = http://h/a\r\n", .playlist(.reference)),
      ("<asx version=\"3.0\"><entry/></asx>", .playlist(.asx)),
      ("<ASX VERSION=3>", .playlist(.asx)),
      ("<smil><body/></smil>", .otherPlaylist("SMIL playlist")),
      ("<x:playlist xmlns:x=\"http://xspf.org/ns/0/\">", .playlist(.xspf)),
      ("<?xml version=\"1.0\"?>\n<!-- x > y -->\n<playlist version=\"1\">", .playlist(.xspf)),
      ("<!DOCTYPE html><html><body>404</body></html>", .notAudio("a web page")),
      (" \n<HTML><HEAD>", .notAudio("a web page")),
      ("<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"x\"><html>", .notAudio("a web page")),
      ("<rss version=\"2.0\"><channel>", .notAudio("a news feed")),
      ("{\"error\": \"not found\"}", .notAudio("text")),
      ("Not found", .notAudio("text"))
    ] as [(String, StreamContent)])
  func texts(text: String, expected: StreamContent) {
    for size in [nil, 1, 7] as [Int?] {
      #expect(Self.sniff(Array(text.utf8), by: size).verdict == .content(expected))
      #expect(Self.sniff(Array(text.utf8), by: size, type: nil).verdict == .content(expected))
    }
  }

  @Test func labelsDecideWhereTextDoesNot() {
    let bare = Array("live.mp3\nother.mp3\n".utf8)
    #expect(Self.sniff(bare, type: "audio/x-mpegurl").verdict == .content(.playlist(.m3u)))
    #expect(
      Self.sniff(bare, type: "text/plain", url: "http://h/list.M3U?x=1").verdict == .content(.playlist(.m3u)))
    #expect(Self.sniff(bare, type: "audio/x-scpls").verdict == .content(.playlist(.pls)))
    #expect(Self.sniff(bare, type: "text/plain").verdict == .content(.notAudio("text")))
  }

  @Test func largeTagsPassAndAreNotStored() {
    let sound = Self.mp3(4)
    let tags = Self.id3(300_000) + Self.id3(866_000, flags: 0x10) + Self.id3(0)
    for size in [nil, 1_460] as [Int?] {
      let sniffed = Self.sniff(tags + sound, by: size)
      #expect(sniffed.verdict == .content(.mpegAudio(layer: 3)))
      #expect(sound.starts(with: sniffed.held))
      #expect(sniffed.tagBytes == tags.count)
    }
    // A tag that declares more than any picture has is not waited for.
    var sniffer = ContentSniffer(contentType: nil, url: "")
    let huge: [UInt8] = [0x49, 0x44, 0x33, 3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
    #expect(huge.withUnsafeBytes { sniffer.feed($0) } == .unknown)
  }

  @Test func rubbishBeforeTheFirstFrame() {
    var random = SeededRandom(seed: 5)
    let sound = Self.mp3(4)
    for rubbish in [
      random.bytes(5_000), Array(repeating: 0, count: 65_536), Array(sound[100...].prefix(317)), [0xFF]
    ] {
      for size in [nil, 1_000] as [Int?] {
        let sniffed = Self.sniff(rubbish + sound, by: size)
        #expect(sniffed.verdict == .content(.mpegAudio(layer: 3)))
        #expect(sound.starts(with: sniffed.held.prefix(sound.count)))
      }
    }
  }

  @Test func whatIsNoFormatIsGivenUp() {
    var random = SeededRandom(seed: 6)
    for bytes in [
      random.bytes(300_000), Array(repeating: 0, count: 300_000), Array(repeating: 0xFF, count: 300_000)
    ] {
      let sniffed = Self.sniff(bytes, by: 4_096)
      #expect(sniffed.verdict == .unknown)
      #expect(sniffed.held.count <= StreamLimits.sniffedBytes + 4_096)
    }
    #expect(Self.sniff([]).verdict == .unknown)
    // One frame, and the beginning of a second one elsewhere, prove nothing.
    #expect(Self.sniff(Self.mp3(1)).verdict == .unknown)
    #expect(Self.sniff(Self.mp3(1) + [0, 0xFF, 0xFB, 0x90, 0x00]).verdict == .unknown)
  }

  /// Nothing crashes, the verdict does not depend on the split, and what is held has its limit.
  @Test func fuzz() {
    var random = SeededRandom(seed: 7)
    let seeds: [[UInt8]] = [
      Self.mp3(3), Self.aac(3), Self.id3(50) + Self.mp3(2), Self.ogg("OpusHead"),
      Array("#EXTM3U\n#EXTINF:-1,A\nhttp://h/a".utf8),
      Array("<?xml version='1.0'?><!-- -- --><playlist>".utf8),
      Array("[playlist]\nFile1=x".utf8), [0x56, 0xE0, 0x10, 0],
      [0xFF, 0xFB, 0x00, 0x00, 0xFF, 0xFB, 0x00, 0x00]
    ]
    for _ in 0..<Tools.fuzzCount(300) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes += seeds[Int.random(in: 0..<seeds.count, using: &random)]
        bytes.removeLast(Int.random(in: 0...bytes.count / 2, using: &random))
      }
      for _ in 0..<Int.random(in: 0...8, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      let whole = Self.sniff(bytes)
      let cut = Self.sniff(bytes, by: Int.random(in: 1...200, using: &random))
      #expect(whole.held.count <= bytes.count && cut.held.count <= bytes.count)
    }
  }
}
