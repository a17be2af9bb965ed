/// One line of a text screen: pieces with their styles, in order. Together they are as wide as the screen.
public struct TextLine: Hashable, Sendable {
  public enum Style: Hashable, Sendable {
    case plain, bold, dim
    /// The focus of the knob, and nothing else.
    case focus
    /// What can be done: Play, Add.
    case can
    /// What is so: Pause, Remove.
    case isSo
    case trouble
  }

  public struct Piece: Hashable, Sendable {
    public var text: String
    public var style: Style
  }

  public var pieces: [Piece]

  public init(_ pieces: [Piece] = []) { self.pieces = pieces }
  public init(_ text: String, _ style: Style = .plain) { pieces = [Piece(text: text, style: style)] }

  public var text: String { pieces.map(\.text).joined() }

  mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    if let last = pieces.indices.last, pieces[last].style == style {
      pieces[last].text += text
      return
    }
    pieces.append(Piece(text: text, style: style))
  }

  /// This line with `over` in its middle.
  func covered(by over: TextLine, from column: Int, width: Int) -> TextLine {
    var line = TextLine()
    line.append(CellWidth.prefix(of: text, cells: column), .dim)
    line.pieces += over.pieces
    var rest = text
    var skip = column + width
    while skip > 0, let first = rest.first {
      skip -= CellWidth.of(first)
      rest.removeFirst()
    }
    // Half of a wide character that was cut becomes a blank.
    line.append(String(repeating: " ", count: max(0, -skip)) + rest, .dim)
    return line
  }
}
