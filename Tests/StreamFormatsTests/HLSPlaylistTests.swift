import Core
@testable import Formats
import Support
import Testing

@Suite struct HLSPlaylistTests {
  static func read(_ text: String, base: String = "http://h/a/list.m3u8") throws -> HLSPlaylist {
    try HLSPlaylist.read(Array(text.utf8), base: base)
  }

  static func media(_ text: String) throws -> MediaPlaylist {
    guard case .media(let playlist) = try read(text) else { throw Unexpected() }
    return playlist
  }

  static func choices(_ text: String) throws -> [MasterPlaylist.Choice] {
    guard case .master(let playlist) = try read(text) else { throw Unexpected() }
    return playlist.choices
  }

  struct Unexpected: Error {}

  @Test func live() throws {
    let list = try Self.media(
      "\u{feff}#EXTM3U\r\n#EXT-X-VERSION:3\r\n#EXT-X-TARGETDURATION:5\r\n#EXT-X-MEDIA-SEQUENCE:41\r\n"
        + "#EXTINF:4.9,Ann - One\r\no1.ts\r\n\r\n# a comment\r\n#EXT-X-DISCONTINUITY\r\n#EXTINF:5\r\n/b/o2.ts?x=1\r\n"
        + "#EXT-X-GAP\r\n#EXTINF:2,\r\nhttp://o/o3.ts\r\n")
    #expect(list.targetDuration == .seconds(5) && !list.isEnded && list.isNumbered)
    #expect(list.segments.map(\.number) == [41, 42, 43])
    #expect(list.segments.map(\.url) == ["http://h/a/o1.ts", "http://h/b/o2.ts?x=1", "http://o/o3.ts"])
    #expect(list.segments.map(\.duration) == [.milliseconds(4_900), .seconds(5), .seconds(2)])
    #expect(list.segments.map(\.title) == ["Ann - One", "", ""])
    #expect(list.segments.map(\.isDiscontinuity) == [false, true, false])
    #expect(list.segments.map(\.isGap) == [false, false, true])
    #expect(
      list[number: 42]?.url == "http://h/b/o2.ts?x=1" && list[number: 44] == nil && list[number: 0] == nil)
    #expect(list.number(fromEnd: .seconds(7)) == 42)
    #expect(list.number(fromEnd: .seconds(60)) == 41)
  }

  @Test func listsThatOnlyLookDamaged() throws {
    let cut = try Self.media("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4.9,\no1.ts")
    #expect(cut.segments.map(\.url) == ["http://h/a/o1.ts"])
    #expect(!cut.isNumbered)
    // Without a target, with a link that cannot be opened, and with one that has no duration.
    let odd = try Self.media("#EXTINF:3.5\nfile:///etc/passwd\nstray.ts\n#EXTINF:x,\nb.ts\n#EXT-X-ENDLIST\n")
    #expect(odd.isEnded && odd.targetDuration == .milliseconds(3_500))
    #expect(odd.segments.map(\.isGap) == [true, false])
    #expect(odd.segments.map(\.number) == [0, 1])
    let empty = try Self.media("#EXTM3U\n#EXT-X-TARGETDURATION:0\n")
    #expect(empty.segments.isEmpty && empty.targetDuration == .seconds(1))
    let numbers = try Self.media(
      "#EXT-X-TARGETDURATION:-5\n#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXTINF:1e99,\na\n#EXTINF:nan,\nb\n"
    )
    #expect(numbers.segments.map(\.duration) == [.seconds(3_600), .zero])
    #expect(numbers.firstNumber == Int.max / 2)
  }

  @Test func partsKeysAndMaps() throws {
    let list = try Self.media(
      """
      #EXTM3U
      #EXT-X-TARGETDURATION:4
      #EXT-X-MAP:URI="all.mp4",BYTERANGE="700@0"
      #EXTINF:4,
      #EXT-X-BYTERANGE:1000@700
      all.mp4
      #EXT-X-KEY:METHOD=AES-128,URI="k?a=1,b=2",IV=0x00000000000000000000000000000A0b
      #EXTINF:4,
      #EXT-X-BYTERANGE:500
      all.mp4
      #EXT-X-KEY:METHOD=AES-128,URI="k2"
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"
      #EXTINF:4,
      b.ts
      #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k3"
      #EXTINF:4,
      c.ts
      #EXT-X-KEY:METHOD=NONE
      #EXTINF:4,
      d.ts
      """)
    let segments = list.segments
    #expect(segments.map { $0.range?.offset } == [700, 1_700, nil, nil, nil])
    #expect(segments.map { $0.range?.count } == [1_000, 500, nil, nil, nil])
    #expect(segments[0].map?.url == "http://h/a/all.mp4" && segments[0].map?.range?.count == 700)
    #expect(segments[0].key == nil)
    #expect(segments[1].key?.url == "http://h/a/k?a=1,b=2")
    #expect(segments[1].key?.initialVector == [UInt8](repeating: 0, count: 14) + [10, 11])
    #expect(segments[2].key?.url == "http://h/a/k2" && segments[2].key?.initialVector == nil)
    #expect(segments[3].key?.method == "SAMPLE-AES" && segments[3].key?.url == nil)
    #expect(segments[4].key == nil)
  }

  @Test func theSoundAloneIsPreferred() throws {
    let list = """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Français",URI="fr.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="en.m3u8"
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="x",URI="s.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=640x360,AUDIO="a"
      v.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=600000,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=320x180
      w.m3u8
      """
    #expect(
      try Self.choices(list) == [.init(url: "http://h/a/en.m3u8", bitsPerSecond: 0, hasVideo: false)])
  }

  @Test func theCheapestIsTheFirst() throws {
    let radio = """
      #EXTM3U

      #EXT-X-STREAM-INF:BANDWIDTH=96000
      lo/x
      #EXT-X-STREAM-INF:BANDWIDTH=48000,CODECS="mp4a.40.5"
      /he.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=40000,CODECS="mp4a.40.42"
      usac.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=20000,CODECS="ac-3"
      ac3.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=10000,CODECS="avc1.42e00a"
      silent.m3u8
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=x,CODECS="mp4a.40.34"
      lo/x
      """
    #expect(
      try Self.choices(radio) == [
        .init(url: "http://h/a/lo/x", bitsPerSecond: 0, hasVideo: false),
        .init(url: "http://h/he.m3u8", bitsPerSecond: 48_000, hasVideo: false)
      ])
    // Pictures only where there is no other sound; in a group without a link it is in the variant itself.
    let television = """
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x"
      #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.1,mp4a.40.2",AUDIO="a"
      hi
      #EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=1x1
      lo
      """
    #expect(
      try Self.choices(television) == [
        .init(url: "http://h/a/lo", bitsPerSecond: 300_000, hasVideo: true),
        .init(url: "http://h/a/hi", bitsPerSecond: 900_000, hasVideo: true)
      ])
  }

  @Test func whatCannotBeFollowed() {
    let troubles: [(String, String)] = [
      ("", "has no link that can be opened"), ("#EXTM3U\na.ts\n", "has no link that can be opened"),
      ("#EXT-X-STREAM-INF:BANDWIDTH=1\n", "has no link that can be opened"),
      ("#EXT-X-STREAM-INF:BANDWIDTH=1\nskd://x\n", "has no link that can be opened"),
      ("#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"ac-3\"\na\n", "has no sound that can be played"),
      ("#EXT-X-TARGETDURATION:4\n#EXT-X-I-FRAMES-ONLY\n", "has no sound that can be played"),
      (String(repeating: "#EXTINF:1,\na\n", count: 10_001), "is too long"),
      ("#EXTINF:1,\n" + String(repeating: "#\n", count: 300_000), "is too long")
    ]
    for (text, words) in troubles {
      #expect(throws: HLSPlaylist.Trouble(words: words)) { try Self.read(text) }
    }
  }

  @Test func aLineWithoutEndIsLeftOut() throws {
    let long = String(repeating: "x", count: 9_000)
    let list = try Self.media("#EXTINF:1,\n\(long)\n#EXTINF:2,\nb.ts\n")
    #expect(list.segments.map(\.url) == ["http://h/a/b.ts"])
  }

  @Test(
    arguments: [
      ("Ann - One", "Ann - One"), ("", nil), ("  ", nil), ("no desc", nil), ("-", nil), ("4.9", nil),
      ("seg-12.ts", nil), ("offset=0,adContext=''", nil), ("R&amp;B &#39;n&#39; me", "R&B 'n' me"),
      ("title=\"One, two\",artist=\"Ann\",url=\"song_spot=\\\"M\\\"\"", "Ann - One, two"),
      ("title=\"\",artist=\"Ann\"", nil), ("title=\"One\"", "One")
    ] as [(String, String?)])
  func titlesOfSegments(text: String, title: String?) { #expect(SegmentTitle.text(text) == title) }

  @Test func fuzz() {
    var random = SeededRandom(seed: 31)
    let pieces = [
      "#EXTM3U\n", "#EXTINF:", "#EXT-X-TARGETDURATION:", "#EXT-X-MEDIA-SEQUENCE:", "#EXT-X-BYTERANGE:",
      "#EXT-X-KEY:", "METHOD=AES-128", "METHOD=NONE", ",URI=\"", "\"", ",IV=0x", "#EXT-X-MAP:",
      "#EXT-X-STREAM-INF:",
      "BANDWIDTH=", "CODECS=\"mp4a.40.2,avc1\"", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\"", "AUDIO=\"a\"", "=",
      ",", "@",
      "1", "-1", "99999999999999999999", "4.5", "\n", "\n", "\n", "a.ts\n", "http://h/", "#EXT-X-ENDLIST\n",
      "é"
    ]
    var readCount = 0
    for _ in 0..<Tools.fuzzCount(1_000) {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      guard let list = try? Self.read("#EXTINF:1,\na\n" + text.joined()) else { continue }
      readCount += 1
      switch list {
      case .master(let master): #expect(!master.choices.isEmpty)
      case .media(let media):
        #expect(media.targetDuration >= .seconds(1))
        for segment in media.segments {
          #expect(segment.isGap || StreamLink.usable(segment.url) == segment.url)
          #expect(media[number: segment.number] == segment)
        }
      }
    }
    #expect(readCount > 10)
  }
}
