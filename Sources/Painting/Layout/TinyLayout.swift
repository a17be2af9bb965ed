internal import Core
internal import Scene

/// The measures of a panel of a few lines.
struct TinyStyle {
  let text: Int
  let head: Int
  let row: Int
  let rows: Int

  init(_ metrics: Metrics) {
    text = metrics.text(11)
    let height = metrics.shape.height
    row = text + max(2, text / 6)
    // Where there is no room for a head and two rows the rows are all there is.
    var wanted = max(text, metrics.caption(11))
    if (height - wanted - 1) / row == (height - wanted) / row { wanted += 1 }
    head = height >= wanted + 2 * row ? wanted : 0
    rows = max(1, (height - head) / row)
  }
}

extension Sketch {
  mutating func tiny(_ scene: Scene) {
    let style = TinyStyle(metrics)
    if case .player(let face) = scene.body, style.head > 0 {
      tinyPlayer(face, scene, style)
    } else {
      tinyHead(scene.title, scene.place, isSilent: scene.isSilent, style)
      let area = PixelRect(0, style.head, panel.width, panel.height - style.head)
      switch scene.body {
      case .list(let list): tinyRows(list, in: area, style)
      case .player(let face):
        tinyLine(face.title.isEmpty ? face.station : face.title, row: 0, style, motion: .mayScroll)
      }
    }
    scene.overlay.map { tinyOverlay($0, scene, style) }
  }

  private mutating func tinyHead(
    _ title: String, _ place: String, isSilent: Bool, _ style: TinyStyle
  ) {
    guard style.head > 0 else { return }
    let size = min(style.text, style.head)
    let place = DisplayText.clean(place)
    let width = min(width(place, size: size), panel.width / 2)
    text(
      TextRun(
        text: place, size: size, box: PixelRect(panel.width - width - 2, 0, width, style.head),
        ink: .secondary,
        alignment: .right))
    var right = panel.width - width - 6
    if isSilent {
      let side = style.head - 2
      right -= side
      sign(.trouble, PixelRect(right, 1, side, side), .trouble)
      right -= 2
    }
    text(
      TextRun(
        text: DisplayText.clean(title), size: size, isBold: true, box: PixelRect(2, 0, right - 2, style.head))
    )
  }

  private func tinyRow(_ index: Int, _ style: TinyStyle) -> PixelRect {
    PixelRect(2, style.head + index * style.row, panel.width - 4, style.row)
  }

  private mutating func tinyLine(
    _ words: String, row: Int, _ style: TinyStyle, isBold: Bool = false, motion: TextRun.Motion = .still
  ) {
    text(
      TextRun(
        text: DisplayText.clean(words), size: style.text, isBold: isBold, box: tinyRow(row, style),
        motion: motion))
  }

  private mutating func tinyRows(_ list: Scene.List, in area: PixelRect, _ style: TinyStyle) {
    guard list.count > 0 else {
      return text(
        TextRun(
          text: DisplayText.clean(list.whenEmpty), size: style.text, box: area, alignment: .center,
          seat: .top, lines: style.rows))
    }
    let fitting = max(1, area.height / style.row)
    let focus = list.rows.firstIndex(where: \.isFocused) ?? 0
    let skipped = min(max(0, focus - fitting / 2), max(0, list.rows.count - fitting))
    cuts += (0..<fitting).map { area.y + $0 * style.row }
    for (index, row) in list.rows[skipped..<min(list.rows.count, skipped + fitting)].enumerated() {
      let rect = PixelRect(area.x, area.y + index * style.row, area.width, style.row)
      targetRow(rect, row.isEditing ? .value : .row(list.first + skipped + index))
      let isFilled = row.isFocused && !row.isEditing
      let ink: Ink = isFilled ? .onFocus : .text
      let name = DisplayText.clean(row.text)
      if isFilled { fill(rect, .focus) }
      var left = 2
      var right = rect.width - 2
      let side = style.row * 7 / 13
      func square(_ x: Int, _ side: Int) -> PixelRect {
        PixelRect(rect.x + x, rect.y + (rect.height - side) / 2, side, side)
      }
      if row.mark == .speakerSounding {
        sign(.play, square(left, side), ink)
      }
      if row.mark != .none { left += side + 3 }
      if row.isFavorite {
        right -= side + 2
        sign(.star, square(right, side + 2), ink)
      }
      if let value = row.value {
        let words = DisplayText.clean(value)
        let room = right - left
        let nameWidth = min(width(name, size: style.text), room / 2)
        let valueWidth = min(width(words, size: style.text) + 4, room - nameWidth - 4)
        let box = PixelRect(rect.x + right - valueWidth, rect.y, valueWidth, rect.height)
        if row.isEditing { fill(box, .focus) }
        text(
          TextRun(
            text: words, size: style.text, box: box.inset(2, 0), ink: row.isFocused ? .onFocus : .text,
            alignment: .right, motion: row.isFocused ? .mayScroll : .still))
        right -= valueWidth + 2
      }
      let box = PixelRect(rect.x + left, rect.y, right - left - 2, rect.height)
      text(
        TextRun(
          text: name, size: style.text, isBold: row.mark == .speakerSounding, box: box, ink: ink,
          alignment: .left, motion: row.isFocused ? .mayScroll : .still))
    }
  }

  /// Four lines: name, what is on the air, signs and status, volume or the cushion.
  private mutating func tinyPlayer(_ face: Scene.PlayerFace, _ scene: Scene, _ style: TinyStyle) {
    let nameHeight = style.row + max(2, style.text / 4)
    text(
      TextRun(
        text: DisplayText.clean(face.station), size: style.text * 13 / 11, isBold: true,
        box: PixelRect(2, 0, panel.width - 4, nameHeight), motion: .mayScroll))
    let rest = PixelRect(0, nameHeight, panel.width, panel.height - nameHeight)
    cuts += [rest.y, rest.y + style.row, rest.y + 2 * style.row]
    let hasStatus = !face.status.text.isEmpty
    // What is wrong is said in two lines where the title would stand: nothing is on the air then.
    if face.status.kind == .trouble {
      let barHeight = max(4, style.text / 2)
      let height = rest.height - barHeight - 2
      let side = style.text - 1
      sign(.trouble, PixelRect(0, rest.y + 1, side, side), .trouble)
      text(
        TextRun(
          text: DisplayText.clean(face.status.text), size: style.text,
          box: PixelRect(side + 3, rest.y, rest.width - side - 3, height), seat: .top,
          lines: max(1, height / style.row)))
      bar(
        PixelRect(0, panel.height - barHeight, panel.width, barHeight), percent: face.volume.percent, .isSo)
      return
    }
    text(
      TextRun(
        text: DisplayText.clean(face.title), size: style.text,
        box: PixelRect(2, rest.y, panel.width - 4, style.row), motion: .mayScroll))
    let line = PixelRect(0, rest.y + style.row, panel.width, style.row)
    let side = style.text * 8 / 11
    let signTop = line.y + (line.height - side) / 2
    if hasStatus {
      var left = 2
      sign(face.showsPause ? .play : .pause, PixelRect(left, signTop, side, side), .text)
      left += side + 5
      if face.isFavorite {
        sign(.star, PixelRect(left, signTop - 1, side + 2, side + 2), .text)
        left += side + 7
      }
      text(
        TextRun(
          text: DisplayText.clean(face.status.text), size: style.text,
          box: PixelRect(left, line.y, panel.width - left, line.height)))
    }
    let barHeight = max(4, style.text / 2)
    let bottom = PixelRect(0, panel.height - barHeight - 1, panel.width, barHeight)
    bar(bottom, percent: face.bufferingPercent ?? face.volume.percent, .isSo)
  }

  private mutating func tinyOverlay(_ overlay: Scene.Overlay, _ scene: Scene, _ style: TinyStyle) {
    switch overlay {
    case .sheet(let list):
      blank(panel)
      tinyRows(list, in: panel, style)
    case .question(let question, let isYesFocused):
      blank(panel)
      let rowTop = panel.height - style.row
      text(
        TextRun(
          text: DisplayText.clean(question), size: style.text,
          box: PixelRect(0, 0, panel.width, rowTop), alignment: .center, lines: max(1, rowTop / style.row)))
      for (index, word) in scene.answers.prefix(2).enumerated() {
        let rect = PixelRect(index * panel.width / 2, rowTop, panel.width / 2, style.row)
        let isFocused = isYesFocused == (index == 1)
        targetRow(rect, .answer(isYes: index == 1))
        if isFocused { fill(rect, .focus) }
        text(
          TextRun(
            text: DisplayText.clean(word), size: style.text, box: rect, ink: isFocused ? .onFocus : .text,
            alignment: .center))
      }
    case .volume(let percent, _, let maximum):
      let rect = strip(height: min(panel.height, style.row * 2))
      blank(rect)
      let top = rect.y + (rect.height - style.row * 2) / 2
      text(
        TextRun(
          text: DisplayText.clean(scene.overlayText), size: style.text,
          box: PixelRect(0, top, panel.width, style.row), alignment: .center))
      bar(
        PixelRect(0, top + style.row + 1, panel.width, style.row - 3), percent: percent, maximum: maximum,
        .isSo)
    case .number(let digits), .letter(let digits):
      let size = style.text * 28 / 11
      blank(panel)
      text(
        TextRun(
          text: DisplayText.clean(digits), size: size, isBold: true, box: panel, alignment: .center))
    case .note(let words, _):
      let run = TextRun(
        text: DisplayText.clean(words), size: style.text, box: PixelRect(3, 0, panel.width - 6, 0),
        alignment: .center, lines: max(1, panel.height / style.row - 1))
      let box = strip(height: min(panel.height, height(of: run) + 4))
      blank(box)
      frame(box, .line)
      var placed = run
      placed.box = box.inset(3, 2)
      text(placed)
    }
  }
  /// Room for what lies over the screen.
  private mutating func blank(_ rect: PixelRect) {
    cover(rect)
    fill(rect, .background)
  }
}
