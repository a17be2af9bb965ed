import Core
import Formats
import Testing

/// Files that are no property lists, or no longer.
@Suite struct DamageTests {
  @Test(
    arguments: [
      ([], "the file is empty"), (Array("  \n".utf8), "the file is empty"),
      ([UInt8](repeating: 0, count: 1_024), "only zeros"), ([0x00, 0x05, 0x16, 0x07, 0, 2], "AppleDouble"),
      (Array("<html>404</html>".utf8), "web page"), (Array("\n<!DOCTYPE HTML><p>".utf8), "web page"),
      (Array("{\\rtf1\\ansi Item0}".utf8), "rich text"), ([0x1F, 0x8B, 8, 0], "gzip"),
      ([0x50, 0x4B, 3, 4, 0], "zip"), (Array("{ \"station\": [] }".utf8), "JSON"),
      (Array("[1]".utf8), "JSON"),
      (Array("{}".utf8), "JSON"), (Array("{ Item0 = { a = b; }; }".utf8), "old-style"),
      (Array("{ \"Item0\" = 1; }".utf8), "old-style"), (Array("// !$*UTF8*$!\n{a=b;}".utf8), "old-style"),
      (Array("( a, b )".utf8), "old-style"), (Array("#EXTM3U\nhttp://h/a".utf8), "playlist"),
      ([0x89, 0x50, 0x4E, 0x47, 13], "picture"), (Array("Rock;KEXP;http://h/a".utf8), "not a property list"),
      (Array("\u{1}\u{2}".utf8), "not a property list"),
      (Array("<?xml version=\"1.0\"?><rss version=\"2.0\"/>".utf8), "begins with <rss>"),
      (Array("<svg><a></svg>".utf8), "begins with <svg>"), (Array("bplist00".utf8), "binary"),
      (Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 64), "binary"),
      (Array("bplist00".utf8) + [UInt8](repeating: 0, count: 64), "binary"),
      (Samples.utf16("<html>404</html>", bigEndian: false, mark: true), "web page")
    ] as [([UInt8], String)])
  func isNamed(_ bytes: [UInt8], _ word: String) {
    let (catalogue, findings) = Samples.read(bytes)
    #expect(catalogue == nil)
    #expect(findings.errorCount == 1)
    #expect(findings.lines.first?.contains(word) == true, "\(findings.lines)")
  }

  @Test func aCutFileIsAnError() {
    let bytes = Array(Samples.smallest.utf8)
    for count in stride(from: Samples.head.utf8.count + 5, to: bytes.count - 10, by: 7) {
      let (catalogue, findings) = Samples.read(Array(bytes.prefix(count)))
      #expect(catalogue == nil)
      #expect(findings.lines.contains { $0.contains("the file ends before </plist>") }, "\(findings.lines)")
    }
    #expect(Samples.read(Array(bytes.dropLast(40))).findings.lines.first?.hasPrefix("list.plist:6:") == true)
  }

  @Test func bareAmpersandsAreRepairedAndNamed() {
    let sites =
      Samples.site("Site0", "R & B", "http://h/s?a=1&b=2") + Samples.site("Site1", "A&nbsp;B", "http://h/b")
      + Samples.site("Site2", "A&amp;B &#8217; &#x41; &lt;", "http://h/?x=1&amp;y=2")
      + Samples.site("Site3", "&#0; &#xD800; &#; &x", "http://h/d")
    let (catalogue, findings) = Samples.read(Samples.head + Samples.plist(Samples.item("Item0", "C", sites)))
    let stations = catalogue?.categories.first?.stations ?? []
    #expect(stations.map(\.name) == ["R & B", "A&nbsp;B", "A&B ’ A <", "&#0; &#xD800; &#; &x"])
    #expect(stations.map(\.link).prefix(3) == ["http://h/s?a=1&b=2", "http://h/b", "http://h/?x=1&y=2"])
    #expect(findings.errorCount == 0)
    #expect(
      findings.lines.prefix(3) == [
        "list.plist:6:52: warning: a bare \"&\" was read as itself; write &amp;",
        "list.plist:6:105: warning: a bare \"&\" was read as itself; write &amp;",
        "list.plist:7:51: warning: \"&nbsp;\" is unknown in XML and was kept as it is; for \"&\" write &amp;"
      ])
  }

  @Test func repairsDoNotMoveLaterPlaces() {
    let list = "<plist><dict><key>A & B & <3</key><true/><key>C</key><foo/></dict></plist>"
    let lines = Samples.read(list).findings.lines
    #expect(lines.contains("list.plist:1:54: error: unknown element <foo> is ignored"), "\(lines)")
  }

  @Test func sectionsAndCommentsAreNotRepaired() {
    let name = "<![CDATA[A & <b> B]]><!-- & < -->"
    let list = Samples.plist(Samples.item("Item0", "C", Samples.site("Site0", name, "http://h/a")))
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue?.categories.first?.stations.first?.name == "A & <b> B")
    #expect(findings.lines == [])
  }

  @Test func controlCharactersAreReadAsBlanks() {
    let list = Samples.plist(Samples.item("Item0", "C", Samples.site("Site0", "A\u{B}B", "http://h/a")))
    let (catalogue, findings) = Samples.read(list)
    #expect(catalogue?.categories.first?.stations.first?.name == "A B")
    #expect(findings.warningCount == 1)
  }

  @Test func entitiesMayNotBeDeclared() {
    var bomb = "<!DOCTYPE plist [<!ENTITY a0 \"ha\">"
    for level in 1...30 { bomb += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
    bomb += "]><plist><dict><key>Item0</key><string>&a30;</string></dict></plist>"
    let (catalogue, findings) = Samples.read(bomb)
    #expect(catalogue == nil)
    #expect(findings.lines.contains { $0.contains("entity declarations are not allowed") })
  }

  @Test(arguments: ["array", "dict", "foo", "string"])
  func deepNestingIsRefused(_ name: String) {
    let deep = String(repeating: "<\(name)>", count: 50_000)
    for text in ["<plist>\(deep)", deep] {
      let (catalogue, findings) = Samples.read(text)
      #expect(catalogue == nil)
      #expect(findings.errorCount > 0)
    }
  }

  @Test func unknownElementsAreNamed() {
    let list = """
      <plist><dict><key>a</key><foo>x</foo>stray<key>b</key><key>c</key><string>x<b>y</b></string>
      <true/><key>d</key></dict><string>second</string></plist>
      """
    let lines = Samples.read(list).findings.lines
    for part in [
      "1:26: error: unknown element <foo>", "1:38: error: text outside of a value",
      "1:43: error: key \"b\" has no value", "1:76: error: <b> inside of <string>",
      "2:1: error: a boolean without a key",
      "2:8: error: key \"d\" has no value", "2:27: error: a second value in <plist>"
    ] {
      #expect(lines.contains { $0.hasPrefix("list.plist:\(part)") }, "\(part) in \(lines)")
    }
  }

  @Test func aMismatchNamesTheOpenElement() {
    let lines = Samples.read("<plist>\n<dict>\n<key>a</key><string>x</dict></plist>").findings.lines
    #expect(
      lines == ["list.plist:3:22: error: the closing tag does not match: <string> of line 3 is still open"])
  }

  @Test func whatFollowsTheEndIsAWarning() {
    let (catalogue, findings) = Samples.read(Samples.smallest + "\nrest < of & another file")
    #expect(catalogue != nil)
    #expect(findings.errorCount == 0)
    #expect(findings.lines.contains { $0.contains("text after </plist> is ignored") })
  }

  @Test func messagesDoNotSteerATerminal() {
    let finding = Finding(file: "a\u{1B}[2J", severity: .error, message: "b\u{7}c\u{9B}d")
    #expect(finding.description == "a?[2J: error: b?c?d")
  }

  @Test func findingsAreBounded() {
    let list = "<plist><dict>" + String(repeating: "<key>x</key><foo/>", count: 3_000) + "</dict></plist>"
    let findings = Samples.read(list).findings
    #expect(findings.kept.count == Findings.keptCountMax)
    #expect(findings.errorCount == 3_001)
    #expect(findings.droppedCount == 2_001)
  }

  @Test func tooManyRepairsAreRefused() {
    let (catalogue, findings) = Samples.read("<plist><string>" + String(repeating: "&", count: 100_001))
    #expect(catalogue == nil)
    #expect(findings.lines.last?.contains("more than 100000") != nil)
    #expect(findings.errorCount == 1)
  }

  @Test func aFileBeyondTheLimitIsRefused() {
    let bytes = [UInt8](repeating: 0x20, count: PropertyListLimits.sizeMax + 1)
    #expect(Samples.read(bytes).findings.lines == ["list.plist: error: larger than 64 MiB"])
  }
}
