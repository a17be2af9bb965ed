/// Lays text out in cells from the left, or, for languages that are written so, from the right. Inside of a
/// text the terminal itself puts letters in their order.
struct TextColumns {
  let isMirrored: Bool

  /// `start`, after its mark, at the side where lines begin, `end` at the other; `start` is what is cut.
  func spread(_ start: String, _ end: String, mark: String = "", width: Int) -> String {
    let space = max(0, width - CellWidth.of(end + mark))
    guard isMirrored else { return mark + CellWidth.pad(start, to: space) + end }
    // Blanks that keep a text off the edge go with the edge.
    let blanks = String(start.prefix { $0 == " " })
    let text = CellWidth.clip(String(start.dropFirst(blanks.count)), to: space - blanks.count) + blanks
    let gap = String(repeating: " ", count: max(0, space - CellWidth.of(text)))
    return TextColumns.mirrored(end) + gap + text + TextColumns.mirrored(mark)
  }

  /// Pieces in the order in which they are read.
  func line(_ pieces: [TextLine.Piece]) -> TextLine {
    var line = TextLine()
    for piece in isMirrored ? pieces.reversed() : pieces { line.append(piece.text, piece.style) }
    return line
  }

  func rows(of list: Scene.List, width: Int) -> [TextLine] {
    guard list.count > 0 else { return [TextLine(spread(" " + list.whenEmpty, "", width: width), .dim)] }
    return list.rows.map { row($0, width: width) }
  }

  private func row(_ row: Scene.Row, width: Int) -> TextLine {
    let mark =
      switch row.mark {
      case .none: " "
      case .speaker: " ♪ "
      case .speakerSounding: " ▶ "
      }
    let end = (row.isFavorite ? " ★" : "") + (row.leadsOn ? " › " : " ")
    let style: TextLine.Style =
      row.isFocused && !row.isEditing ? .focus : row.mark == .speakerSounding ? .bold : .plain
    guard let value = row.value else {
      return TextLine(spread(row.text, end, mark: mark, width: width), style)
    }
    // What is set is more telling than its name: the name keeps at least a third.
    let space = width - CellWidth.of(end)
    let nameWidth = min(CellWidth.of(mark + row.text), max(space / 3, space - CellWidth.of(value) - 7)) + 1
    var text = CellWidth.clip(value, to: space - nameWidth - 6)
    if row.isEditing { text = "◂ \(text) ▸" }
    let name = spread(row.text, "", mark: mark, width: space - CellWidth.of(text) - 1)
    return line([
      .init(text: name, style: style), .init(text: " ", style: style),
      .init(text: text, style: row.isEditing ? .focus : style),
      .init(text: isMirrored ? TextColumns.mirrored(end) : end, style: style)
    ])
  }

  /// Signs at the end of a row, as they stand at its left.
  private static func mirrored(_ signs: String) -> String {
    String(signs.reversed().map { $0 == "›" ? "‹" : $0 })
  }
}
