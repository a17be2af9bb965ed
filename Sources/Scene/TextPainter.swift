internal import Core

/// Draws a scene as lines of text: the desk board's screen, and the text half of the golden tests.
public struct TextPainter {
  public let width: Int
  public let height: Int

  /// Smaller terminals are drawn as if they had this size, and cut.
  public static let widthMin = 24
  public static let heightMin = 6

  public init(width: Int, height: Int) {
    self.width = max(width, TextPainter.widthMin)
    self.height = max(height, TextPainter.heightMin)
  }

  /// Rows of a list that fit: head, rule and hint take three lines.
  public var capacity: Int { height - 3 }

  /// Exactly `height` lines.
  public func lines(of scene: Scene) -> [TextLine] {
    var lines = [head(of: scene), TextLine(String(repeating: "─", count: width), .dim)]
    switch scene.body {
    case .list(let list): lines += rows(of: list)
    case .player(let face): lines += player(face)
    case .text(let paragraphs):
      lines += paragraphs.map { TextLine(CellWidth.pad(" " + $0, to: width)) }
    }
    lines = Array(lines.prefix(height - 1))
    let blank = TextLine(String(repeating: " ", count: width))
    while lines.count < height - 1 { lines.append(blank) }
    if let overlay = scene.overlay { cover(&lines, with: overlay) }
    lines.append(TextLine(CellWidth.pad(" " + scene.hint, to: width), .dim))
    return lines
  }

  private func head(of scene: Scene) -> TextLine {
    var right = scene.place
    if scene.isSilent { right = (right.isEmpty ? "" : right + "   ") + "▲ no sound" }
    let space = max(0, width - CellWidth.of(right) - 2)
    var line = TextLine(CellWidth.pad(" " + scene.title, to: space), .bold)
    line.append(" " + right + " ", scene.isSilent ? .trouble : .dim)
    return line
  }

  private func rows(of list: Scene.List, width: Int? = nil) -> [TextLine] {
    let width = width ?? self.width
    guard list.count > 0 else { return [TextLine(CellWidth.pad(" " + list.whenEmpty, to: width), .dim)] }
    return list.rows.map { row in
      let mark =
        switch row.mark {
        case .none: " "
        case .speaker: " ♪ "
        case .speakerSounding: " ▶ "
        }
      let end = (row.isFavorite ? " ★" : "") + (row.leadsOn ? " › " : " ")
      let text = CellWidth.pad(mark + row.text, to: width - CellWidth.of(end)) + end
      return TextLine(text, row.isFocused ? .focus : row.mark == .speakerSounding ? .bold : .plain)
    }
  }

  private func player(_ face: Scene.PlayerFace) -> [TextLine] {
    func line(_ text: String, _ style: TextLine.Style = .plain) -> TextLine {
      TextLine(CellWidth.pad("  " + text, to: width), style)
    }
    let sign =
      switch face.status.kind {
      case .idle: "■ "
      case .busy: "… "
      case .playing: "● "
      case .trouble: "▲ "
      }
    // On a low terminal what can be read stays, and the air between it goes.
    let air = height >= 14 ? [line("")] : []
    guard !face.category.isEmpty else { return air + [line(face.station, .bold)] }
    var lines = air + [line(face.station, .bold)]
    lines.append(line(sign + face.status.text, face.status.kind == .trouble ? .trouble : .plain))
    lines += air + [line(face.title, .bold), line(face.details, .dim)] + air
    var buttons = TextLine("  ")
    buttons.append(
      face.showsPause ? "[ ❚❚ Pause  Space ]" : "[ ▶ Play  Space ]", face.showsPause ? .isSo : .can)
    buttons.append("  ")
    buttons.append(face.isFavorite ? "[ ★ Remove  F ]" : "[ ☆ Add  F ]", face.isFavorite ? .isSo : .can)
    buttons.append(String(repeating: " ", count: max(0, width - CellWidth.of(buttons.text))))
    lines.append(buttons)
    if let percent = face.bufferingPercent {
      lines += air + [line("Buffering \(percent) %  " + bar(percent, cells: min(20, width - 20)))]
    }
    return lines
  }

  private func bar(_ percent: Int, cells: Int) -> String {
    let filled = min(cells, max(0, (percent * cells + 50) / 100))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
  }

  // MARK: Over the screen

  private func cover(_ lines: inout [TextLine], with overlay: Scene.Overlay) {
    switch overlay {
    case .volume(let percent, let isMuted, let maximum):
      let ceiling = maximum < 100 ? "  (up to \(maximum))" : ""
      let text = "Volume \(percent)" + (isMuted ? ", muted" : "") + ceiling
      box([TextLine(text), TextLine(bar(percent, cells: 40), .isSo)], at: .bottom, &lines)
    case .note(let text, let isTrouble):
      box([TextLine(text, isTrouble ? .trouble : .plain)], at: .bottom, &lines)
    case .number(let digits): box([TextLine("Station \(digits)", .bold)], at: .middle, &lines)
    case .question(let text, let isYesFocused):
      let no = TextLine(CellWidth.pad(" " + Phrases.no, to: 10), isYesFocused ? .plain : .focus)
      let yes = TextLine(CellWidth.pad(" " + Phrases.yes, to: 10), isYesFocused ? .focus : .plain)
      box([TextLine(text, .bold), no, yes], at: .middle, &lines)
    case .sheet(let list): box(rows(of: list, width: min(34, width - 6)), at: .middle, &lines)
    }
  }

  private enum Place { case middle, bottom }

  private func box(_ content: [TextLine], at place: Place, _ lines: inout [TextLine]) {
    let inner = min(width - 4, content.map { CellWidth.of($0.text) }.max() ?? 0)
    let boxWidth = inner + 4
    let column = (width - boxWidth) / 2
    let boxed = content.prefix(max(0, lines.count - 2)).map { line -> TextLine in
      var framed = TextLine("│ ", .dim)
      // One piece a line is all that boxes hold.
      framed.append(CellWidth.pad(line.text, to: inner), line.pieces.first?.style ?? .plain)
      framed.append(" │", .dim)
      return framed
    }
    let rule = String(repeating: "─", count: inner + 2)
    let framed = [TextLine("┌\(rule)┐", .dim)] + boxed + [TextLine("└\(rule)┘", .dim)]
    let top = place == .middle ? max(0, (lines.count - framed.count) / 2) : max(0, lines.count - framed.count)
    for (index, line) in framed.enumerated() where top + index < lines.count {
      lines[top + index] = lines[top + index].covered(by: line, from: column, width: boxWidth)
    }
  }
}
