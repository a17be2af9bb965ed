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
      " ", "\"", "\u{feff}", "é"
    ]
    for _ in 0..<Tools.fuzzCount(300) {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      var bytes = Array(text.joined().utf8)
      if !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      for kind in [PlaylistKind.m3u, .pls] {
        guard case .links(let links) = Playlist.read(bytes, kind, base: "http://b/c") else { continue }
        #expect(links.allSatisfy { StreamLink.usable($0) == $0 })
        #expect(Set(links).count == links.count)
      }
    }
  }
}
