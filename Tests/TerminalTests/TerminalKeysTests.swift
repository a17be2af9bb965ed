import Support
import Terminal
import Testing

@Suite struct TerminalKeysTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var keys: [TerminalKey]
    // Escapes in a test's name would act on the terminal that shows the results.
    var testDescription: String { text.debugDescription }
  }

  static let table = rows.map { Row(text: $0.0, keys: $0.1) }

  private static let rows: [(String, [TerminalKey])] = [
    ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
    ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OC", [.right]), ("\u{1B}OD", [.left]),
    ("\u{1B}[H", [.home]), ("\u{1B}OH", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[7~", [.home]),
    ("\u{1B}[F", [.end]), ("\u{1B}OF", [.end]), ("\u{1B}[4~", [.end]), ("\u{1B}[8~", [.end]),
    ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]),
    ("\u{1B}[1;5A", [.up]), ("\u{1B}[5;2~", [.pageUp]), ("\u{1B}O5C", [.right]), ("\u{1B}OM", [.enter]),
    ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]), ("\t", [.tab]),
    ("\u{03}", [.interrupt]), ("\u{1A}", [.suspend]), ("\u{04}", [.endOfInput]), ("\u{0C}", [.redraw]),
    (" ", [.character(" ")]), ("fF+", [.character("f"), .character("F"), .character("+")]),
    ("ü€音📻", [.character("ü"), .character("€"), .character("音"), .character("📻")]),
    // Unknown, swallowed whole: function keys, Insert, reports, focus, paste brackets, Alt, strings.
    ("\u{1B}[2~\u{1B}[15~\u{1B}OP\u{1B}[[Ax", [.character("x")]),
    ("\u{1B}[?1;2cx", [.character("x")]), ("\u{1B}[>0;95;0cx", [.character("x")]),
    ("\u{1B}[I\u{1B}[Ox", [.character("x")]), ("\u{1B}[200~x\u{1B}[201~", [.character("x")]),
    ("\u{1B}fx", [.character("x")]), ("\u{1B}üx", [.character("x")]),
    ("\u{1B}]0;title\u{07}x", [.character("x")]), ("\u{1B}P1+r544e\u{1B}\\x", [.character("x")]),
    ("\u{1B}[<0;10;10Mx", [.character("x")]), ("\u{1B}[97;5ux", [.character("x")]),
    // Broken off.
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}\u{03}", [.escape, .interrupt]),
    ("\u{1B}[1;\u{03}", [.interrupt]), ("\u{1B}[\u{1B}[A", [.up]), ("\u{00}\u{1F}", [])
  ]

  @Test(arguments: table) func sequence(row: Row) {
    let (text, keys) = (row.text, row.keys)
    var decoder = TerminalKeys()
    #expect(decoder.feed(text.utf8) == keys)
    #expect(!decoder.isPending)
    #expect(decoder.flush() == [])
  }

  /// A slow line may cut a sequence anywhere.
  @Test(arguments: table) func everySplit(row: Row) {
    let (text, keys) = (row.text, row.keys)
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = TerminalKeys()
      #expect(decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...]) == keys)
    }
    var decoder = TerminalKeys()
    #expect(bytes.flatMap { decoder.feed([$0]) } == keys)
  }

  @Test func escapeAloneIsAKeyAfterAWhile() {
    var decoder = TerminalKeys()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isPending)
    #expect(decoder.feed("[A".utf8) == [.character("["), .character("A")])
  }

  @Test(arguments: ["[", "[1;", "O", "]0;ti", "P", "[["])
  func halfASequenceIsForgottenAfterAWhile(rest: String) {
    var decoder = TerminalKeys()
    #expect(decoder.feed("\u{1B}\(rest)".utf8) == [])
    #expect(decoder.isPending)
    #expect(decoder.flush() == [])
    #expect(decoder.feed("a".utf8) == [.character("a")])
  }

  static let broken: [[UInt8]] = [
    [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xFF],
    [0x80], [0xC2, 0x9B], [0xF0, 0x9F]
  ]

  @Test(arguments: broken) func brokenCharacters(bytes: [UInt8]) {
    var decoder = TerminalKeys()
    #expect(decoder.feed(bytes + Array("a".utf8)) == [.character("a")])
  }

  @Test func endlessSequencesEnd() {
    for start in ["\u{1B}[", "\u{1B}]", "\u{1B}P"] {
      var decoder = TerminalKeys()
      var keys = decoder.feed(start.utf8)
      keys += decoder.feed([UInt8](repeating: UInt8(ascii: "1"), count: 100_000))
      keys += decoder.feed("\u{1B}[A".utf8)
      #expect(keys.last == .up)
      #expect(!decoder.isPending)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func anyBytes(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let likely = Array("\u{1B}\u{1B}[[O]P\\;?~ABHM0123456789".utf8) + [0x07, 0xC3, 0xBC, 0xF0, 0x9F]
    var whole = TerminalKeys()
    var split = TerminalKeys()
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        Bool.random(using: &random)
          ? likely.randomElement(using: &random)! : random.next(upperBound: UInt8.max)
      }
      let keys = whole.feed(bytes)
      #expect(keys == bytes.flatMap { split.feed([$0]) })
      #expect(keys.count <= 2 * bytes.count + 1)
      for case .character(let character) in keys {
        #expect(character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      }
      if Bool.random(using: &random) {
        #expect(whole.flush() == split.flush())
        // After a pause everything works again.
        #expect(whole.feed("\u{1B}[Aq".utf8) == [.up, .character("q")])
      }
    }
  }
}
