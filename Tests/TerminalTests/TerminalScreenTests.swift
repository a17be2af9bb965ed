import Support
import Testing

@testable import Terminal

@Suite struct TerminalScreenTests {
  @Test func onlyChangedLinesAreWritten() {
    var screen = TerminalScreen(columns: 20, rows: 4)
    let emulator = TerminalEmulator(columns: 20, rows: 4)
    emulator.feed(screen.update([TerminalLine("one"), TerminalLine("two", .bold), TerminalLine("three")]))
    #expect(emulator.lines == ["one", "two", "three", ""])
    #expect(screen.update([TerminalLine("one"), TerminalLine("two", .bold), TerminalLine("three")]) == [])
    let change = screen.update([TerminalLine("one"), TerminalLine("2", .bold), TerminalLine("three")])
    #expect(String(decoding: change, as: UTF8.self) == "\u{1B}[2;1H\u{1B}[0;1m2\u{1B}[0m\u{1B}[K")
    emulator.feed(change)
    emulator.feed(screen.update([TerminalLine("one")]))
    #expect(emulator.lines == ["one", "", "", ""])
    screen.forget()
    emulator.feed(screen.update([TerminalLine("new")]))
    #expect(emulator.lines == ["new", "", "", ""])
    #expect(emulator.oddities == [])
  }

  @Test func longLinesAreCutAndNothingScrolls() {
    for columns in [1, 2, 5, 20] {
      for rows in [1, 2, 4] {
        var screen = TerminalScreen(columns: columns, rows: rows)
        let emulator = TerminalEmulator(columns: columns, rows: rows)
        for text in ["abcdefghijklmnopqrstuvwxyz", "电台电台电台电台电台电台", "📻é\u{301}", ""] {
          let line = TerminalLine([TerminalText(text), TerminalText("tail", .dim)], isFilled: true)
          emulator.feed(screen.update(Array(repeating: line, count: rows + 3)))
          #expect(emulator.scrollCount == 0)
          #expect(emulator.oddities == [])
          #expect(emulator.cell(row: rows - 1, column: columns - 1) == " ", "the corner stays empty")
        }
      }
    }
  }

  @Test func stylesAndBars() {
    var screen = TerminalScreen(columns: 10, rows: 3)
    let emulator = TerminalEmulator(columns: 10, rows: 3)
    let pieces = [TerminalText("ab", [.bold, .accent]), TerminalText("c", .dim)]
    emulator.feed(screen.update([TerminalLine(pieces), TerminalLine("bar", .inverse, isFilled: true)]))
    #expect(emulator.style(row: 0, column: 1) == "0;1;36")
    #expect(emulator.style(row: 0, column: 2) == "0;2")
    #expect(emulator.style(row: 0, column: 3) == "0")
    #expect((0..<10).allSatisfy { emulator.style(row: 1, column: $0) == "0;7" })
  }

  @Test func sequencesInATitleDoNothing() {
    var screen = TerminalScreen(columns: 30, rows: 2)
    let emulator = TerminalEmulator(columns: 30, rows: 2)
    let title = "\u{1B}]0;pwned\u{07}\u{1B}[2J\u{1B}[5;5Hx\u{9B}7m\n\n\n"
    emulator.feed(screen.update([TerminalLine(title), TerminalLine("below")]))
    #expect(emulator.lines == ["]0;pwned[2J[5;5Hx7m", "below"])
    #expect(emulator.oddities == [])
  }

  @Test func sizesAreBounded() {
    let screen = TerminalScreen(columns: 60_000, rows: 60_000)
    #expect(screen.columns == 512)
    #expect(screen.rows == 256)
    var tiny = TerminalScreen(columns: 0, rows: -1)
    #expect(!tiny.update([TerminalLine("x")]).isEmpty)
  }

  /// Any change of lines, and of the size in between, ends with the right picture.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func anyLines(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let texts = ["", "a", "电台 one", "a much longer line than fits", "📻", "e\u{301}\u{1B}[31m"]
    for _ in 0..<20 {
      let columns = Int.random(in: 1...24, using: &random)
      let rows = Int.random(in: 1...6, using: &random)
      var screen = TerminalScreen(columns: columns, rows: rows)
      let emulator = TerminalEmulator(columns: columns, rows: rows)
      for _ in 0..<20 {
        let lines = (0..<Int.random(in: 0...8, using: &random)).map { _ in
          TerminalLine(
            [TerminalText(texts.randomElement(using: &random)!), TerminalText("z", .bold)],
            isFilled: Bool.random(using: &random))
        }
        emulator.feed(screen.update(lines))
        let fresh = TerminalEmulator(columns: columns, rows: rows)
        var whole = TerminalScreen(columns: columns, rows: rows)
        fresh.feed(whole.update(lines))
        #expect(emulator.lines == fresh.lines)
      }
      #expect(emulator.scrollCount == 0 && emulator.oddities.isEmpty)
    }
  }
}
