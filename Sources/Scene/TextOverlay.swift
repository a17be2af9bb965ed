internal import Core

/// What stands over the screen, in a frame.
struct TextOverlay {
  let width: Int
  let columns: TextColumns

  func cover(_ lines: inout [TextLine], with scene: Scene) {
    switch scene.overlay {
    case .volume(let percent, _, let maximum):
      let bar = TextOverlay.bar(percent, cells: min(40, width - 4), ceiling: maximum)
      box([TextLine(scene.overlayText), TextLine(bar, .isSo)], at: .bottom, &lines)
    case .note(let text, let isTrouble):
      box([TextLine(text, isTrouble ? .trouble : .plain)], at: .bottom, &lines)
    case .number: box([TextLine(scene.overlayText, .bold)], at: .middle, &lines)
    case .letter(let letter):
      let blank = TextLine("           ")
      let middle = TextLine("     " + CellWidth.pad(letter, to: 6), .bold)
      box([blank, middle, blank], at: .middle, &lines)
    case .question(let text, let isYesFocused):
      let answers = scene.answers.enumerated().map { index, answer in
        TextLine(CellWidth.pad(" " + answer, to: 10), (index == 1) == isYesFocused ? .focus : .plain)
      }
      box([TextLine(text, .bold)] + answers, at: .middle, &lines)
    case .sheet(let list):
      let longest = list.rows.map { CellWidth.of($0.text) }.max() ?? 0
      box(columns.rows(of: list, width: min(max(34, longest + 4), width - 6)), at: .middle, &lines)
    case nil: break
    }
  }

  /// - Parameter ceiling: a mark stands there where it is below 100.
  static func bar(_ percent: Int, cells: Int, ceiling: Int = 100) -> String {
    func place(_ percent: Int) -> Int { min(cells, max(0, (percent * cells + 50) / 100)) }
    let filled = place(percent)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
    guard ceiling < 100, place(ceiling) < cells else { return bar }
    return bar.prefix(place(ceiling)) + "┃" + bar.dropFirst(place(ceiling) + 1)
  }

  private enum Place { case middle, bottom }

  private func box(_ content: [TextLine], at place: Place, _ lines: inout [TextLine]) {
    let inner = max(0, min(width - 4, content.map { CellWidth.of($0.text) }.max() ?? 0))
    let boxWidth = inner + 4
    let column = (width - boxWidth) / 2
    let boxed = content.prefix(max(0, lines.count - 2)).map { line -> TextLine in
      var framed = TextLine("│ ", .dim)
      // One piece a line is all that boxes hold.
      framed.append(columns.spread(line.text, "", width: inner), line.pieces.first?.style ?? .plain)
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
