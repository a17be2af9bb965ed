internal import Scene

/// The measures of a row of a list.
struct RowStyle {
  var height: Int
  var text: Int
  /// From the edge to the mark or the text.
  var margin: Int
  var mark: Int
  var radius: Int

  static func list(_ metrics: Metrics) -> RowStyle {
    switch metrics.layout {
    case .wide:
      let text = metrics.text(26)
      return RowStyle(
        height: max(metrics.px(60), text * 3 / 2), text: text, margin: metrics.px(16), mark: metrics.px(26),
        radius: metrics.px(8))
    default:
      let text = metrics.text(20)
      return RowStyle(
        height: max(metrics.px(40), text * 8 / 5), text: text, margin: metrics.px(10), mark: metrics.px(20),
        radius: metrics.px(6))
    }
  }

  static func sheet(_ metrics: Metrics) -> RowStyle {
    var style = list(metrics)
    style.text = metrics.text(metrics.layout == .wide ? 24 : 18)
    style.height = metrics.layout == .wide ? style.height : max(metrics.px(36), style.text * 8 / 5)
    return style
  }
}

extension Sketch {
  /// Rows of a list from the top of `area`, as many as fit, and a scroll bar where there are more.
  mutating func rows(of list: Scene.List, in area: PixelRect, style: RowStyle) {
    guard list.count > 0 else {
      let box = area.inset(style.margin * 2, style.margin)
      return text(
        TextRun(
          text: DisplayText.clean(list.whenEmpty), size: style.text, box: box, ink: ink, alignment: .center,
          lines: 5))
    }
    // A scene that was made for more rows than fit is cut around its focus.
    let fitting = max(1, area.height / style.height)
    let focus = list.rows.firstIndex(where: \.isFocused) ?? 0
    let skipped = min(max(0, focus - fitting / 2), max(0, list.rows.count - fitting))
    let shown = list.rows[skipped..<min(list.rows.count, skipped + fitting)]
    let bar = metrics.line(3)
    let hasBar = list.count > shown.count
    let width = area.width - (hasBar ? bar + metrics.line(2) : 0)
    cuts += (0..<fitting).map { area.y + $0 * style.height }
    let first = list.first + skipped
    for (index, row) in shown.enumerated() {
      let rect = PixelRect(area.x, area.y + index * style.height, width, style.height)
      // To the edge: a finger on the scroll bar means the row beside it.
      let touched = PixelRect(rect.x, rect.y, area.width, rect.height)
      let number = first + index
      targetRow(touched, isBack ? .companionRow(number) : row.isEditing ? .value : .row(number))
      self.row(row, in: rect, style: style)
    }
    guard hasBar else { return }
    let height = fitting * style.height
    let thumb = max(px(16), height * shown.count / list.count)
    let top = area.y + (height - thumb) * first / max(1, list.count - shown.count)
    fill(PixelRect(area.maxX - bar, top, bar, thumb), .secondary, radius: bar / 2)
  }

  private mutating func row(_ row: Scene.Row, in rect: PixelRect, style: RowStyle) {
    let name = DisplayText.clean(row.text)
    let isFilled = row.isFocused && !row.isEditing
    let ink: Ink = isFilled ? .onFocus : ink
    let inner = rect.inset(px(4), metrics.line(1))
    if isFilled { fill(inner, .focus, radius: style.radius) }
    if row.isEditing { frame(inner, .focus, radius: style.radius, thickness: metrics.line(2)) }
    var left = rect.x + style.margin
    var right = rect.maxX - style.margin
    func square(_ x: Int, _ side: Int) -> PixelRect {
      PixelRect(x, rect.y + (rect.height - side) / 2, side, side)
    }
    switch row.mark {
    case .none: left += px(4)
    case .speaker, .speakerSounding:
      let sounds = row.mark == .speakerSounding
      let markInk: Ink = isFilled ? .onFocus : sounds ? self.ink : .secondary
      sign(sounds ? .speakerSounding : .speaker, square(left, style.mark), markInk)
      left += style.mark + px(10)
    }
    if row.leadsOn {
      let side = style.mark * 4 / 5
      right -= side
      sign(.forward, square(right + side / 4, side), isFilled ? .onFocus : .secondary)
    }
    if row.isFavorite {
      right -= style.mark
      sign(.star, square(right, style.mark * 9 / 10), isFilled ? .onFocus : isBack ? .secondary : .isSo)
    }
    if let value = row.value {
      let nameWidth = min(width(name, size: style.text), (right - left) / 2)
      let room = PixelRect(left + nameWidth + px(12), rect.y, right - left - nameWidth - px(12), rect.height)
      self.value(DisplayText.clean(value), row, in: room, style: style)
      right = room.x - px(6)
    }
    let box = PixelRect(left, rect.y, right - px(6) - left, rect.height)
    // A name runs as its own script does, but begins where all rows of the screen do: names at both ends of a
    // list are hard to read down.
    text(
      TextRun(
        text: name, size: style.text, isBold: row.mark == .speakerSounding, box: box, ink: ink,
        alignment: .left, motion: row.isFocused ? .mayScroll : .still))
  }

  /// What is set, at the end of a row; while it is changed it alone is filled, with an arrow on either side.
  private mutating func value(
    _ value: String, _ row: Scene.Row, in room: PixelRect, style: RowStyle
  ) {
    let size = metrics.text(metrics.layout == .wide ? 22 : 18)
    guard row.isEditing else {
      return text(
        TextRun(
          text: value, size: size, box: room, ink: row.isFocused ? .onFocus : .secondary,
          alignment: .right, motion: row.isFocused ? .mayScroll : .still))
    }
    let arrow = size * 3 / 5
    let padding = px(6)
    let wide = min(width(value, size: size, isBold: true) + 2 * padding + 2, room.width - 2 * arrow - padding)
    let height = min(room.height - px(8), size * 3 / 2)
    let end = room.maxX - arrow - padding / 2
    let box = PixelRect(end - wide, room.y + (room.height - height) / 2, wide, height)
    fill(box, .focus, radius: style.radius)
    let top = room.y + (room.height - arrow) / 2
    sign(.backward, PixelRect(box.x - arrow, top, arrow, arrow), .focus)
    sign(.forward, PixelRect(box.maxX, top, arrow, arrow), .focus)
    let reach = max(arrow, min(room.height, px(40)))
    targetRow(PixelRect(box.x - reach, room.y, reach, room.height), .arrow(-1))
    targetRow(PixelRect(box.maxX, room.y, reach, room.height), .arrow(1))
    text(
      TextRun(
        text: value, size: size, isBold: true, box: box.inset(padding, 0), ink: .onFocus, alignment: .center))
  }
}
