/// A terminal that only exists in memory: it draws what is written to it, as far as the radio's terminal
/// sequences go, and notes what must not happen. Its widths are the C library's, so they are an opinion of
/// their own.
public final class TerminalEmulator {
  public let columns: Int
  public let rows: Int
  public private(set) var isAlternate = false
  public private(set) var isCursorShown = true
  public private(set) var wraps = true
  /// How often the screen moved up by a line.
  public private(set) var scrollCount = 0
  /// Bytes that are neither text nor a sequence known here.
  public private(set) var oddities: [String] = []

  private var cells: [[String]]
  private var styles: [[String]]
  private var style = "0"
  private var row = 0
  private var column = 0
  private var isAtEdge = false
  private var sequence: String?
  private let widths = SystemWidth()

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    styles = Array(repeating: Array(repeating: "0", count: columns), count: rows)
  }

  /// The screen's text, without blanks at the ends.
  public var lines: [String] {
    cells.map { line in
      let text = line.joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The SGR codes of a cell.
  public func style(row: Int, column: Int) -> String { styles[row][column] }
  public func cell(row: Int, column: Int) -> String { cells[row][column] }

  public func feed(_ bytes: [UInt8]) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { take(scalar) }
  }

  private func take(_ scalar: Unicode.Scalar) {
    if let begun = sequence {
      sequence = begun + String(Character(scalar))
      if begun.isEmpty {
        if scalar != "[" { oddity("ESC \(scalar)") }
      } else if (0x40...0x7E).contains(scalar.value) {
        let whole = sequence ?? ""
        sequence = nil
        perform(String(whole.dropFirst().dropLast()), final: scalar)
      } else if scalar.value < 0x20 {
        oddity("a broken sequence")
      }
      return
    }
    switch scalar.value {
    case 0x1B: sequence = ""
    case 0x18: break
    case 0..<0x20, 0x7F..<0xA0: oddity("byte \(scalar.value)")
    default: put(scalar)
    }
  }

  private func oddity(_ what: String) {
    oddities.append(what)
    sequence = nil
  }

  private func perform(_ parameters: String, final: Unicode.Scalar) {
    switch (final, parameters) {
    case ("H", _):
      let numbers = parameters.split(separator: ";").map { Int($0) ?? 1 }
      row = min(max((numbers.first ?? 1) - 1, 0), rows - 1)
      column = min(max((numbers.dropFirst().first ?? 1) - 1, 0), columns - 1)
      isAtEdge = false
    case ("m", _): style = parameters
    case ("K", ""):
      for index in column..<columns { set(" ", row, index) }
    case ("J", "2"):
      for row in 0..<rows { for column in 0..<columns { set(" ", row, column) } }
    case ("h", "?1049"): isAlternate = true
    case ("l", "?1049"): isAlternate = false
    case ("h", "?25"): isCursorShown = true
    case ("l", "?25"): isCursorShown = false
    case ("h", "?7"): wraps = true
    case ("l", "?7"): wraps = false
    default: oddity("CSI \(parameters) \(final)")
    }
  }

  private func put(_ scalar: Unicode.Scalar) {
    let cellCount = widths?.width(of: scalar) ?? 1
    if cellCount == 0 {
      cells[row][max(0, isAtEdge ? column : column - 1)] += String(Character(scalar))
      return
    }
    // As if autowrap were on: that is how a forgotten limit shows.
    if isAtEdge || column + cellCount > columns { newLine() }
    set(String(Character(scalar)), row, column)
    if cellCount == 2 { set("", row, column + 1) }
    column += max(1, cellCount)
    if column >= columns {
      column = columns - 1
      isAtEdge = true
    }
  }

  private func newLine() {
    isAtEdge = false
    column = 0
    row += 1
    if row == rows {
      row = rows - 1
      scrollCount += 1
    }
  }

  private func set(_ text: String, _ row: Int, _ column: Int) {
    cells[row][column] = text
    styles[row][column] = style
  }
}
