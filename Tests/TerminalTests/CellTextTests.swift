import Support
import Testing

@testable import Terminal

@Suite struct CellTextTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var original: String
    var text: String
    var width: Int
    var testDescription: String { original.debugDescription }
  }

  static let table = rows.map { Row(original: $0.0, text: $0.1, width: $0.2) }

  private static let rows: [(String, String, Int)] = [
    ("KEXP Seattle", "KEXP Seattle", 12), ("电台 音乐", "电台 音乐", 9), ("راديو", "راديو", 5),
    ("Žinių Radijas", "Žinių Radijas", 13), ("📻 Café", "📻 Café", 7), ("e\u{301}a", "e\u{301}a", 2),
    ("한국", "한국", 4), ("ｱｲｳ", "ｱｲｳ", 3), ("ＦＭ", "ＦＭ", 4), ("", "", 0),
    // What a title may try.
    ("\u{1B}[2Jx\u{07}", "[2Jx", 4), ("a\r\nb\tc", "a  b c", 6), ("\u{202E}abc\u{2066}", "abc", 3),
    ("\u{9B}31mx", "31mx", 4), ("a\u{0}b\u{7F}", "ab", 2), ("\u{301}a", "a", 1),
    ("a\u{301}\u{301}\u{301}\u{301}\u{301}", "a\u{301}\u{301}\u{301}", 1), ("\u{FEFF}a\u{AD}b", "ab", 2),
    ("👨\u{200D}👩", "👨👩", 4), ("👍🏽", "👍", 2), ("❤\u{FE0F}", "❤", 1), ("🇩🇪", "🇩🇪", 2),
    ("می\u{200C}خواهم", "می\u{200C}خواهم", 7)
  ]

  @Test(arguments: table) func textAndWidth(row: Row) {
    let made = CellText(row.original)
    #expect(Array(made.text.unicodeScalars) == Array(row.text.unicodeScalars))
    #expect(made.width == row.width)
    #expect(made.isWhole)
  }

  @Test func cutByCharacter() {
    #expect(CellText("电台", limit: 3).text == "电")
    #expect(CellText("电台", limit: 3).width == 2)
    #expect(CellText("电台", limit: 1).text == "")
    #expect(CellText("cafe\u{301}s", limit: 4).text == "cafe\u{301}")
    #expect(CellText("abc", limit: 0).text == "")
    #expect(CellText.shortened("abcdef", limit: 4).text == "abc…")
    #expect(CellText.shortened("abcd", limit: 4).text == "abcd")
    #expect(CellText.shortened("电台电", limit: 5).text == "电台…")
    #expect(CellText.shortened("电台电", limit: 4).width == 3)
    #expect(CellText.shortened("abc", limit: 0).width == 0)
  }

  /// The C library knows the width of every character too; the two agree, but for a few newer ones.
  @Test func agreesWithTheCLibrary() throws {
    let widths = try #require(SystemWidth())
    // Wide since Unicode 16 only, so what is right depends on the machine.
    let changed: [ClosedRange<UInt32>] = [
      0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D37F
    ]
    var differing: [String] = []
    var count = 0
    for value in UInt32(0x20)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value), CellText(String(Character(scalar))).width > 0 else {
        continue
      }
      let theirs = widths.width(of: scalar)
      guard theirs >= 0, !changed.contains(where: { $0.contains(value) }) else { continue }
      count += 1
      if theirs != CellText.width(of: scalar) { differing.append(String(value, radix: 16)) }
    }
    #expect(count > 100_000)
    #expect(differing.count < 200, "\(differing)")
  }
}
