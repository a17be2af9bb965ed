internal import Scene

extension Sketch {
  /// What lies over the screen.
  mutating func overlay(of scene: Scene) {
    switch scene.overlay {
    case nil: break
    case .volume(let percent, let isMuted, let maximum):
      volume(percent: percent, isMuted: isMuted, maximum: maximum, scene.overlayText)
    case .note(let text, let isTrouble): note(text, isTrouble: isTrouble)
    case .number(let digits): large(digits)
    case .letter(let letter): large(letter)
    case .question(let text, let isYesFocused):
      question(text, answers: scene.answers, isYesFocused: isYesFocused)
    case .sheet(let list): sheet(list)
    }
  }

  private var isWide: Bool { metrics.layout == .wide }
  private var bodySize: Int { metrics.text(isWide ? 26 : 18) }

  /// A strip along the lower edge.
  private mutating func ground(height: Int) -> PixelRect {
    let rect = strip(height: height)
    cover(rect)
    fill(rect, .background)
    fill(PixelRect(0, rect.y, rect.width, metrics.line(1)), .line)
    return rect
  }

  private mutating func volume(percent: Int, isMuted: Bool, maximum: Int, _ words: String) {
    let size = bodySize
    let margin = px(isWide ? 20 : 10)
    let line = size * 4 / 3
    let barHeight = px(isWide ? 18 : 12)
    let rect = ground(height: line + barHeight + px(isWide ? 24 : 12))
    let side = size
    let content = line + barHeight + px(4)
    let row = PixelRect(margin, rect.y + (rect.height - content) / 2, panel.width - 2 * margin, line)
    sign(
      isMuted ? .speakerOff : .speakerSounding, PixelRect(row.x, row.y + (line - side) / 2, side, side), .text
    )
    text(
      TextRun(
        text: DisplayText.clean(words), size: size,
        box: PixelRect(row.x + side + px(10), row.y, row.width - side - px(10), line), isTabular: true))
    let volumeBar = PixelRect(margin, row.maxY + px(4), row.width, barHeight)
    targetVolume(volumeBar, in: rect)
    bar(
      volumeBar, percent: percent, maximum: maximum,
      isMuted ? .secondary : .isSo)
  }

  private mutating func note(_ words: String, isTrouble: Bool) {
    let margin = px(isWide ? 20 : 10)
    let side = bodySize
    var run = TextRun(
      text: DisplayText.clean(words), size: bodySize, box: PixelRect(0, 0, panel.width - 2 * margin, 0),
      lines: 4)
    if isTrouble { run.box.width -= side + margin }
    let height = max(height(of: run), bodySize * 4 / 3)
    let rect = ground(height: height + 2 * px(isWide ? 14 : 8))
    var left = margin
    if isTrouble {
      sign(.trouble, PixelRect(margin, rect.y + (rect.height - side) / 2, side, side), .trouble)
      left += side + margin
    }
    run.box = PixelRect(left, rect.y + metrics.line(1), run.box.width, rect.height - metrics.line(1))
    text(run)
  }

  private mutating func large(_ digits: String) {
    let size = metrics.text(isWide ? 96 : 56)
    let text = DisplayText.clean(digits)
    let width = min(panel.width, max(size * 2, width(text, size: size, isBold: true) + size))
    let box = PixelRect((panel.width - width) / 2, (panel.height - size * 3 / 2) / 2, width, size * 3 / 2)
    card(box)
    self.text(TextRun(text: text, size: size, isBold: true, box: box, alignment: .center, isTabular: true))
  }

  /// All below steps back and is out of reach.
  private mutating func shade() {
    page.elements.append(.shade(panel))
    cover(panel)
  }

  private mutating func card(_ box: PixelRect) {
    cover(box)
    fill(box, .over, radius: px(8))
    frame(box, .line, radius: px(8), thickness: metrics.line(1))
  }

  private mutating func question(_ words: String, answers: [String], isYesFocused: Bool) {
    shade()
    let width = min(panel.width - px(20), px(isWide ? 480 : 290))
    let margin = px(isWide ? 24 : 14)
    let size = metrics.text(isWide ? 28 : 20)
    var run = TextRun(
      text: DisplayText.clean(words), size: size, isBold: true,
      box: PixelRect(0, 0, width - 2 * margin, 0), alignment: .center, lines: 4)
    let textHeight = height(of: run)
    let buttonHeight = max(px(isWide ? 60 : 42), size * 2)
    let height = margin + textHeight + margin + buttonHeight + margin
    let box = PixelRect((panel.width - width) / 2, max(0, (panel.height - height) / 2), width, height)
    card(box)
    run.box = PixelRect(box.x + margin, box.y + margin, run.box.width, textHeight)
    text(run)
    let gap = px(10)
    let buttonWidth = (run.box.width - gap) / 2
    for (index, word) in answers.prefix(2).enumerated() {
      let isFocused = isYesFocused == (index == 1)
      let rect = PixelRect(
        run.box.x + index * (buttonWidth + gap), box.maxY - margin - buttonHeight, buttonWidth, buttonHeight)
      target(rect, .answer(isYes: index == 1))
      if isFocused {
        fill(rect, .focus, radius: px(6))
      } else {
        frame(rect, .line, radius: px(6), thickness: metrics.line(1))
      }
      text(
        TextRun(
          text: DisplayText.clean(word), size: size, isBold: isFocused, box: rect,
          ink: isFocused ? .onFocus : .text, alignment: .center))
    }
  }

  private mutating func sheet(_ list: Scene.List) {
    shade()
    let style = RowStyle.sheet(metrics)
    let width = min(panel.width * 9 / 10, max(px(isWide ? 380 : 240), style.text * 12))
    // A question wants an answer, but a sheet is left by a tap beside it.
    targetRow(panel, .outside)
    let ground = PixelRect(0, 0, width, panel.height)
    cover(ground)
    fill(ground, .background)
    fill(PixelRect(width, 0, metrics.line(1), panel.height), .line)
    let rows = min(list.rows.count, panel.height / style.height)
    let top = min(px(isWide ? 10 : 6), (panel.height - rows * style.height) / 2)
    self.rows(of: list, in: PixelRect(0, top, width, panel.height - top), style: style)
  }
}
