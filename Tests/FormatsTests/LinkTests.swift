import Formats
import Testing

@Suite struct LinkTests {
  @Test(arguments: [
    ("http://h/a", "http://h/a", 0), (" http://h/a\n", "http://h/a", 1), ("http://h/a\r", "http://h/a", 1),
    ("\u{FEFF}http://h/a\u{A0}", "http://h/a", 1), ("http://h/a b", "http://h/a%20b", 1),
    ("http://h/a\tb", "http://h/a%20b", 1), ("HTTP://h/a", "HTTP://h/a", 0), ("h/a", "http://h/a", 1),
    ("http://h/ü", "http://h/ü", 0), ("http://h:8000/;", "http://h:8000/;", 0),
    ("http://h/;stream.nsv", "http://h/;stream.nsv", 0), ("http://h/a#.aac", "http://h/a#.aac", 0),
    ("mms://h/a", "http://h/a", 1), ("icy://h/a", "http://h/a", 1), ("MMS://h/a", "http://h/a", 1),
    ("h.example:8000/live", "http://h.example:8000/live", 1), ("radio:8000", "http://radio:8000", 1),
    ("//h/a", "http://h/a", 1), ("http:/h/a", "http://h/a", 1), ("http:///h/a", "http://h/a", 1),
    ("http//h/a", "http://h/a", 1), ("http://https://h/a", "https://h/a", 1),
    ("https://user:pass@h:443/a?b=c&d=e", "https://user:pass@h:443/a?b=c&d=e", 0),
    ("http://[2001:db8::1]:8000/a", "http://[2001:db8::1]:8000/a", 0), ("http://h", "http://h", 0),
    ("http://h?x=1", "http://h?x=1", 0), ("http://bücher.example/a", "http://bücher.example/a", 0),
    ("http://h/a\nhttp://h/b", "http://h/a", 1), ("http://h/%20a", "http://h/%20a", 0),
    ("http://h/a\"b<c>", "http://h/a%22b%3Cc%3E", 1)
  ])
  func isMadeFit(_ given: String, _ text: String, _ repairCount: Int) throws {
    let link = try StationLink(given)
    #expect(link.text == text)
    #expect(link.repairs.count == repairCount, "\(link.repairs)")
  }

  @Test(
    arguments: [
      ("", StationLink.Refusal.empty), ("  \n", .empty), ("file:///etc/passwd", .scheme("file")),
      ("FILE:///etc/passwd", .scheme("file")), ("javascript:1", .scheme("javascript")),
      ("javascript:12", .scheme("javascript")), ("rtsp://h/a", .scheme("rtsp")),
      ("ftp://h/a", .scheme("ftp")),
      ("data:text/plain,x", .scheme("data")), ("mailto:a@b", .scheme("mailto")),
      ("htp://h/a", .scheme("htp")),
      ("http://", .noHost), ("http://:80/", .noHost), ("http:///", .noHost), ("/etc/passwd", .noHost),
      ("../a", .noHost), ("?x", .noHost), ("http://a b/c", .badHost), ("http://h\\x/", .badHost),
      ("http://a:b:c/", .badHost), ("http://h:0/", .badPort), ("http://h:99999/", .badPort),
      ("http://h:+80/", .badPort), ("http://[::1]x/", .badHost), ("http://h/\u{0}", .controlCharacter),
      ("http://h/a\u{1}b", .controlCharacter),
      ("http://h/" + String(repeating: "a", count: 10_000), .tooLong),
      ("http://h/" + String(repeating: " ", count: 1_500) + "a", .tooLong)
    ] as [(String, StationLink.Refusal)])
  func isRefused(_ given: String, _ refusal: StationLink.Refusal) {
    // A link that ends in a control character is trimmed; the case stands for one inside.
    let text = given.hasSuffix("\u{0}") ? given + "x" : given
    #expect(throws: refusal) { try StationLink(text) }
  }
}
