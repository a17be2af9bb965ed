/// What the terminal shows, kept line by line so that only changed lines are written again. Pure: lines in,
/// bytes out.
struct TerminalScreen {
  /// What a terminal claims beyond this is not used; it bounds the memory of a frame.
  static let columnsMax = 512
  static let rowsMax = 256

  private(set) var columns: Int
  private(set) var rows: Int
  /// The bytes that each line was drawn with; nil: unknown, all is to be drawn.
  private var drawn: [[UInt8]]?

  init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), TerminalScreen.columnsMax)
    self.rows = min(max(rows, 1), TerminalScreen.rowsMax)
  }

  mutating func resize(columns: Int, rows: Int) { self = TerminalScreen(columns: columns, rows: rows) }

  /// The next update draws everything.
  mutating func forget() { drawn = nil }

  /// The bytes that bring the screen from what it shows to `lines`; none: nothing changed. Lines that do not
  /// fit are not shown, missing ones are blank.
  mutating func update(_ lines: [TerminalLine]) -> [UInt8] {
    let new = (0..<rows).map { row in
      // The corner stays empty: writing it scrolls some terminals by a line.
      let width = row == rows - 1 ? columns - 1 : columns
      return TerminalScreen.bytes(of: row < lines.count ? lines[row] : .blank, width: width)
    }
    var output: [UInt8] = []
    if drawn == nil { output += "\u{1B}[0m\u{1B}[2J".utf8 }
    for row in 0..<rows {
      if let drawn {
        guard drawn[row] != new[row] else { continue }
      } else if lines.count <= row {
        continue
      }
      output += "\u{1B}[\(row + 1);1H".utf8
      output += new[row]
    }
    drawn = new
    return output
  }

  private static func bytes(of line: TerminalLine, width: Int) -> [UInt8] {
    var output: [UInt8] = []
    var used = 0
    for piece in line.pieces where used < width {
      let fit = CellText(piece.text, limit: width - used)
      output += piece.style.sequence.utf8
      output += fit.text.utf8
      used += fit.width
      // Nothing may follow what was cut off, even where one cell is left of a wide character.
      guard fit.isWhole else { break }
    }
    if line.isFilled, used < width {
      output += [UInt8](repeating: 0x20, count: width - used)
      used = width
    }
    output += "\u{1B}[0m".utf8
    // At the right edge the cursor may still stand on the last character: erasing would take it away.
    if used < width { output += "\u{1B}[K".utf8 }
    return output
  }
}
