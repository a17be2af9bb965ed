import Formats
import Support
import Testing

@Suite struct PlaylistTests {
  static func links(_ text: String, _ kind: PlaylistKind = .m3u, base: String = "http://b/dir/list.m3u")
    -> [String]?
  {
    if case .links(let links) = Playlist.read(Array(text.utf8), kind, base: base) { return links }
    return nil
  }

  @Test func m3u() {
    #expect(Self.links("\u{feff}http://h/1.mp3 \r\n") == ["http://h/1.mp3"])
    #expect(
      Self.links("#EXTM3U\n\n#EXTINF:-1,A\nhttp://h/a-aac\nhttp://h/a-mp3") == [
        "http://h/a-aac", "http://h/a-mp3"
      ])
    #expect(Self.links("#EXTM3U\r#EXTINF:1,x\rhttp://h/old-mac\r") == ["http://h/old-mac"])
    #expect(
      Self.links("  live.mp3\n/root.mp3\n../up.mp3\n?x=1\n//o/p\n") == [
        "http://b/dir/live.mp3", "http://b/root.mp3", "http://b/up.mp3", "http://b/dir/list.m3u?x=1",
        "http://o/p"
      ])
    #expect(
      Self.links("http://h/a\nhttp://h/a\nfile:///etc/passwd\nrtsp://h/a\nmms://h/b") == [
        "http://h/a", "http://h/b"
      ])
    #expect(Self.links("\n \r\n#only comments\n") == [])
    #expect(Self.links("") == [])
  }

  @Test func pls() {
    #expect(
      Self.links("[Playlist]\nnumberofentries=9\nfile2=http://h/2.mp3\nFILE1=http://h/dead\n", .pls) == [
        "http://h/dead", "http://h/2.mp3"
      ])
    let untidy = """
      [playlist]\r\n\r\nFile10 = http://h/10\r\nFile9="http://h/9"\r\nTitle9=x=y\r\nFile=http://h/0\r
      File9=http://h/9b
      """
    #expect(Self.links(untidy, .pls) == ["http://h/9", "http://h/9b", "http://h/10"])
    #expect(Self.links("[playlist]\nNumberOfEntries=0\n", .pls) == [])
  }

  @Test func references() {
    let list = "[Reference]\r\nRef2=http://h/b?MSWMExt=.asf\r\nREF1 = mms://h/a\r\nref=x\r\n"
    #expect(Self.links(list, .reference) == ["http://h/a", "http://h/b?MSWMExt=.asf"])
  }

  @Test(
    arguments: [
      (
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>T</title><location>http://h/page</location>
        <trackList><track><title>A</title><location> http://h/a?x=1&amp;y=2 </location></track>
        <track><location><![CDATA[http://h/b?x&y]]></location><info>http://h/page</info></track></trackList>
        </playlist>
        """, ["http://h/a?x=1&y=2", "http://h/b?x&y"]
      ),
      // Two places of one track, a bare "&", another case, a prefix, no list around.
      (
        "<playlist><track><location>http://h/1?a&b=1</location><location>2</location></track></playlist>",
        ["http://h/1?a&b=1", "http://b/dir/2"]
      ),
      (
        "<x:playlist><x:TRACKLIST><x:Track><x:Location>/a</x:Location></x:Track></x:TRACKLIST></x:playlist>",
        ["http://b/a"]
      ),
      (
        "<playlist xml:base='http://o/x/y'><trackList xml:base='z/'><track><location>a</location></track>"
          + "<track xml:base='//p/q/'><location>b</location></track></trackList></playlist>",
        ["http://o/x/z/a", "http://p/q/b"]
      ),
      // What came before a break, or before a tag that fits nowhere, is kept.
      ("<playlist><trackList><track><location>http://h/a</location></track><tra", ["http://h/a"]),
      ("<playlist><track><location>http://h/a</location></b>", ["http://h/a"]),
      ("<playlist><track><location>http://h/a", []),
      (
        "\u{feff}\n<?xml version='1.0'?><playlist><track><location>c</location></track></playlist>",
        [
          "http://b/dir/c"
        ]
      ),
      ("<playlist><track><location>file:///etc/passwd</location><location/></track></playlist>", []),
      (
        "<!DOCTYPE p [<!ENTITY a 'http://h/'>]><playlist><track><location>&a;</location></track></playlist>",
        []
      ),
      ("<playlist><track><location>http://h/<b>x</b>y</location></track></playlist>", ["http://h/xy"]),
      ("", [])
    ] as [(String, [String])])
  func xspf(text: String, expected: [String]) { #expect(Self.links(text, .xspf) == expected) }

  @Test func xspfInOtherEncodings() {
    let text = "<?xml version='1.0' encoding='ISO-8859-1'?><playlist><track><location>/caf\u{e9}"
    let bytes = text.unicodeScalars.map { UInt8($0.value) } + Array("</location></track></playlist>".utf8)
    #expect(Playlist.read(bytes, .xspf, base: "http://h/") == .links(["http://h/caf%C3%A9"]))
  }

  @Test(
    arguments: [
      (
        "<ASX version=\"3.0\"><!-- <ref href='http://h/no'/> --><ENTRY><TITLE>A & B</TITLE>"
          + "<REF HREF=\"http://h/a?x=1&y=2\" /><Ref  href = 'mms://h/b'/></ENTRY></ASX>",
        ["http://h/a?x=1&y=2", "http://h/b"]
      ),
      ("<asx><entry><ref href=http://h/a/><ref HREF=b></asx>", ["http://h/a", "http://b/dir/b"]),
      ("<asx><entryref\n href = \"next.asx\"/>", ["http://b/dir/next.asx"]),
      ("<asx><ref title=\"a > b\" href=\"http://h/a\"/>", ["http://h/a"]),
      ("<asx><ref href=\"http://h/a?p&amp;q&#61;1&copy=2\"/>", ["http://h/a?p&q=1&copy=2"]),
      // A quote that nobody closes ends with the tag, the line or the file.
      (
        "<asx><ref href=\"http://h/a ><ref href=\"http://h/b\n/><ref href='http://h/c",
        [
          "http://h/a", "http://h/b", "http://h/c"
        ]
      ),
      (
        "<asx><base href=\"http://o/x/\"/><entry><base href=\"/y/\"/><ref href=\"a\"/></entry>"
          + "<entry><ref href=\"b\"/></entry></asx>", ["http://b/y/a", "http://o/x/b"]
      ),
      (
        "<asx><reference href='http://h/a'/><refx href='b'/><ref hrefs='c'/><ref src='d'/><ref href=''/>", []
      ),
      ("<asx><moreinfo href='http://h/page'/><ref href='rtsp://h/a'/><!-- <ref href='http://h/b'/>", []),
      ("<", []), ("<asx", []), ("<asx><ref href", []), ("<asx><ref href=", []), ("<asx><ref href=\"", [])
    ] as [(String, [String])])
  func asx(text: String, expected: [String]) { #expect(Self.links(text, .asx) == expected) }

  @Test func hls() {
    for text in [
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4.9,\no1.ts",
      "#EXTM3U\n\n#EXT-X-STREAM-INF:BANDWIDTH=96000\nlo/x",
      "#EXTM3U\r\n#EXT-X-VERSION:3\r\n  #EXT-X-TARGETDURATION:10\r\n"
    ] {
      #expect(Playlist.read(Array(text.utf8), .m3u, base: "http://b/") == .hls)
    }
    #expect(Self.links("#EXTM3U\nhttp://h/live.mp3", base: "http://b/live.m3u8") == ["http://h/live.mp3"])
  }

  @Test func limits() {
    let many = (0..<5_000).map { "http://h/\($0)\n" }.joined()
    #expect(Self.links(many)?.count == StreamLimits.playlistEntries)
    let large = Array(many.utf8) + Array(repeating: UInt8(ascii: "a"), count: 300_000)
    #expect(
      Playlist.read(large, .m3u, base: "http://b/")
        == Playlist.read(Array(many.utf8), .m3u, base: "http://b/"))
  }

  @Test func fuzz() {
    var random = SeededRandom(seed: 21)
    let pieces = [
      "[playlist]", "File", "1", "99999999999999999999", "=", "\n", "\r", "http://h/", "..", "#EXTM3U",
      "#EXT-X-",
      " ", "\"", "\u{feff}", "é", "<playlist><track><location>", "</location>", "<ref href=", "<base href='",
      "</track>", "<!--", "-->", ">", "'", "<", "/", "&", "&#x26;", "<!DOCTYPE a [", "<![CDATA[", "Ref",
      "<entry"
    ]
    for _ in 0..<Tools.fuzzCount(300) {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      var bytes = Array(text.joined().utf8)
      if !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      for kind in [PlaylistKind.m3u, .pls, .xspf, .asx, .reference] {
        guard case .links(let links) = Playlist.read(bytes, kind, base: "http://b/c") else { continue }
        #expect(links.allSatisfy { StreamLink.usable($0) == $0 })
        #expect(Set(links).count == links.count)
      }
    }
  }
}
