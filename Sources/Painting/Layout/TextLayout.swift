extension Sketch {
  /// Paragraphs from the top; what does not fit ends in "…". Two blanks or more part a paragraph into a name
  /// and what is said of it, "Station: KEXP" likewise.
  mutating func paragraphs(_ paragraphs: [String], in area: PixelRect) {
    let isWide = metrics.layout == .wide
    let size = metrics.caption(isWide ? 20 : 15)
    let line = size * 4 / 3
    let margin = px(isWide ? 16 : 10)
    var y = area.y
    let split = paragraphs.map(Sketch.parted)
    let longest = split.compactMap { $0.isColumn ? width($0.name, size: size, isBold: true) : nil }.max() ?? 0
    let column = min(longest + px(12), area.width * 2 / 5)
    for paragraph in split {
      if paragraph.name.isEmpty, paragraph.rest.isEmpty {
        y += line / 2
        continue
      }
      guard y + line <= area.maxY - px(4) else {
        // There is more than fits.
        sign(.dots, PixelRect(area.maxX - margin - size, area.maxY - size, size, size), .secondary)
        return
      }
      let left = area.x + margin
      let full = area.width - 2 * margin
      let room = (area.maxY - px(4) - y) / line
      let indent = paragraph.isColumn ? column : 0
      var run = TextRun(
        text: paragraph.rest, size: size, box: PixelRect(left + indent, y, full - indent, area.maxY - y),
        ink: ink,
        seat: .top, lines: min(room, 3))
      let height = max(line, paragraph.rest.isEmpty ? line : height(of: run))
      run.box.height = min(height, area.maxY - y)
      text(run)
      if paragraph.isColumn {
        text(
          TextRun(
            text: paragraph.name, size: size, isBold: true,
            box: PixelRect(left, y, column - px(6), run.box.height), ink: ink, seat: .top, lines: 2))
      }
      y += height
    }
  }

  private static func parted(_ paragraph: String) -> (name: String, rest: String, isColumn: Bool) {
    if let blanks = paragraph.firstRange(of: "  ") {
      return (
        DisplayText.clean(String(paragraph[..<blanks.lowerBound])),
        DisplayText.clean(String(paragraph[blanks.upperBound...])), true
      )
    }
    return ("", DisplayText.clean(paragraph), false)
  }
}
