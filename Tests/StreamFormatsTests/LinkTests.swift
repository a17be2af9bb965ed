import Formats
import Support
import Testing

@Suite struct LinkTests {
  @Test(
    arguments: [
      (" http://h/a\n", "http://h/a"),
      ("http://h/a\r", "http://h/a"),
      ("\u{feff}http://h/a", "http://h/a"),
      ("http://h/a b", "http://h/a%20b"),
      ("HTTP://h/a", "http://h/a"),
      ("h/a", "http://h/a"),
      ("h.example:8000/a", "http://h.example:8000/a"),
      ("localhost:8000", "http://localhost:8000"),
      ("//h/a", "http://h/a"),
      ("http://h/ü", "http://h/%C3%BC"),
      ("http://h:8000/;", "http://h:8000/;"),
      ("http://h/;stream.nsv", "http://h/;stream.nsv"),
      ("http://h/a#.aac", "http://h/a"),
      ("http://h/a?q=ä b&c=%20", "http://h/a?q=%C3%A4%20b&c=%20"),
      ("http://u:p@h:80/a", "http://u:p@h:80/a"),
      ("http://[::1]:8000/a", "http://[::1]:8000/a"),
      ("mms://h/a", "http://h/a"),
      ("icy://h/a", "http://h/a"),
      ("http://h/a\nhttp://h/b", "http://h/a%0Ahttp://h/b"),
      ("file:///etc/passwd", nil),
      ("javascript:1", nil),
      ("rtsp://h/a", nil),
      ("ftp://h/a", nil),
      ("C:\\Music\\a.mp3", nil),
      ("http:///a", nil),
      ("http://:80/a", nil),
      ("http://h h/a", nil),
      ("http:h/a", nil),
      ("", nil),
      (" \r\n", nil)
    ] as [(String, String?)])
  func usableLinks(text: String, expected: String?) {
    #expect(StreamLink.usable(text) == expected)
  }

  @Test func longLinksAreRefused() {
    #expect(StreamLink.usable("http://h/" + String(repeating: "a", count: 10_000)) == nil)
    #expect(StreamLink.usable("http://h/" + String(repeating: "ü", count: 2_100)) == nil)
    #expect(StreamLink.usable("http://h/" + String(repeating: "a", count: 4_000)) != nil)
    #expect(StreamLink.usable("http://h/" + String(repeating: "ü", count: 1_000)) != nil)
  }

  /// RFC 3986, 5.4.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"),
    ("g;x=1?y#s", "http://a/b/c/g;x=1?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x")
  ])
  func resolution(reference: String, expected: String) {
    let base = URLReference("http://a/b/c/d;p?q")
    #expect(URLReference(reference).resolved(against: base).text == expected)
  }

  @Test func resolutionAgainstABareHost() {
    let base = URLReference("http://h:8000")
    #expect(URLReference("live.mp3").resolved(against: base).text == "http://h:8000/live.mp3")
  }

  @Test func fuzz() throws {
    var random = SeededRandom(seed: 5)
    let pieces = [
      "http", ":", "//", "h", "/", "..", ".", "?", "#", "@", "%", " ", "\r", "ü", "[", "]", "8000", "\\",
      "\u{0}"
    ]
    func text() -> String {
      (0..<Int.random(in: 0...15, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      .joined()
    }
    for _ in 0..<Tools.fuzzCount(1_000) {
      let (one, base) = (text(), text())
      // Taking a text apart loses nothing (but the case of the scheme, and all here are lower).
      #expect(URLReference(one).text == one)
      _ = URLReference(one).resolved(against: URLReference(base)).text
      for usable in [StreamLink.usable(one), StreamLink.usable(one, in: "http://b/" + base)].compactMap({ $0 }
      ) {
        #expect(usable.hasPrefix("http://") || usable.hasPrefix("https://"))
        #expect(usable.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F })
        #expect(StreamLink.usable(usable) == usable)
      }
    }
  }
}
