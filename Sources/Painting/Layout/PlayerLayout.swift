internal import Scene

extension Sketch {
  /// What plays, on 320×240 and its like.
  mutating func player(_ face: Scene.PlayerFace, in area: PixelRect) {
    let margin = px(10)
    let name = DisplayText.clean(face.station)
    guard !face.category.isEmpty || face.logo != nil || !face.status.text.isEmpty else {
      return text(
        TextRun(
          text: name, size: metrics.text(20), box: area.inset(margin, margin), ink: ink, alignment: .center,
          lines: 3))
    }
    let buttonHeight = max(px(42), metrics.text(18) * 2)
    let buttons = PixelRect(
      area.x + margin, area.maxY - px(6) - buttonHeight, area.width - 2 * margin, buttonHeight)
    let titleHeight = max(px(28), metrics.text(18) * 3 / 2)
    let title = PixelRect(area.x + margin, buttons.y - px(2) - titleHeight, buttons.width, titleHeight)
    let upper = PixelRect(area.x, area.y + px(6), area.width, title.y - px(4) - area.y - px(6))
    let side = min(upper.height, area.width * 3 / 8)
    // A panel that stands upright has the words below the picture.
    let isUpright = panel.width < panel.height
    let boxSide = isUpright ? min(px(120), upper.height / 2) : side
    let box = PixelRect(area.x + margin, upper.y, boxSide, boxSide)
    cuts += [box.y, title.y, buttons.y]
    logo(face.logo, in: box)
    // Why nothing plays takes the place of what is on the air.
    let end = face.status.kind == .trouble && face.title.isEmpty ? title.maxY : upper.maxY
    let column =
      isUpright
      ? PixelRect(area.x + margin, box.maxY + px(6), area.width - 2 * margin, end - box.maxY - px(6))
      : PixelRect(box.maxX + margin, box.y, area.maxX - px(8) - box.maxX - margin, end - box.y)
    nameAndStatus(name, face.status, in: column, nameSize: metrics.text(22), statusSize: metrics.caption(15))
    text(
      TextRun(
        text: DisplayText.clean(face.title), size: metrics.text(18), box: title, ink: ink, motion: .mayScroll)
    )
    self.buttons(face, in: buttons, gap: px(10), size: metrics.text(18))
    if face.bufferingPercent != nil { hud(face, over: PixelRect(area.x, px(62), area.width, px(72))) }
  }

  /// A box with a gray border, the picture inside.
  mutating func logo(_ name: String?, in box: PixelRect) {
    frame(box, .line, thickness: metrics.line(1))
    let gap = max(2, box.width / 12 + metrics.line(1))
    let inner = box.inset(gap, gap)
    guard !inner.isEmpty else { return }
    let request = PictureRequest(
      name: name ?? "", width: inner.width, height: inner.height, isFine: metrics.shape.isFine)
    page.elements.append(.picture(request, inner, isThere: false))
  }

  /// The name from the top, the status at the bottom, each with the lines that the other leaves.
  mutating func nameAndStatus(
    _ name: String, _ status: Scene.Status, in area: PixelRect, nameSize: Int, statusSize: Int
  ) {
    let line = statusSize * 4 / 3
    let signSide = statusSize * 4 / 5
    let (sign, signInk) = sign(of: status.kind)
    let indent = sign == nil ? 0 : signSide + px(6)
    var statusRun = TextRun(
      text: DisplayText.clean(status.text), size: statusSize,
      box: PixelRect(area.x + indent, area.y, area.width - indent, area.height),
      ink: status.kind == .trouble && !isBack ? .trouble : .secondary, seat: .top, lines: 5)
    var nameRun = TextRun(
      text: name, size: nameSize, isBold: true, box: area, ink: ink, seat: .top, lines: 3)
    var nameHeight = height(of: nameRun)
    let roomForStatus = height(of: statusRun)
    // A long reason takes a line of the name before it is cut itself.
    while nameRun.lines > 1, nameHeight + px(4) + min(roomForStatus, line * 4) > area.height {
      nameRun.lines -= 1
      nameHeight = height(of: nameRun)
    }
    nameRun.box = PixelRect(area.x, area.y - px(3), area.width, nameHeight + px(3))
    text(nameRun)
    guard !statusRun.text.isEmpty else { return }
    let room = max(line, area.maxY - nameRun.box.maxY - px(2))
    statusRun.lines = min(5, max(1, room / line))
    let height = min(height(of: statusRun), room)
    statusRun.box = PixelRect(area.x + indent, area.maxY - height, area.width - indent, height)
    if let sign {
      let y = statusRun.box.y + (line - signSide) / 2 + metrics.line(1)
      self.sign(sign, PixelRect(area.x, y, signSide, signSide), signInk)
    }
    text(statusRun)
  }

  private func sign(of kind: Scene.Status.Kind) -> (Sign?, Ink) {
    switch kind {
    case .idle: (.square, .secondary)
    case .busy: (.dots, .secondary)
    case .playing: (.dot, isBack ? .secondary : .can)
    case .trouble: (.trouble, isBack ? .secondary : .trouble)
    }
  }

  /// What the two keys do: play or pause, add or remove.
  mutating func buttons(_ face: Scene.PlayerFace, in area: PixelRect, gap: Int, size: Int) {
    let width = (area.width - gap) / 2
    let play = PixelRect(area.x, area.y, width, area.height)
    target(play, .playPause)
    button(face.playButton, in: play, size: size)
    let favorite = PixelRect(area.maxX - width, area.y, width, area.height)
    target(favorite, .favorite)
    button(face.favoriteButton, in: favorite, size: size)
  }

  private mutating func button(_ button: Scene.Button, in rect: PixelRect, size: Int) {
    let sign: Sign =
      switch button.kind {
      case .play: .play
      case .pause: .pause
      case .add: .starOutline
      case .remove: .star
      }
    let signInk: Ink = isBack ? .secondary : button.isSo ? .isSo : .can
    frame(rect, .line, radius: px(6), thickness: metrics.line(1))
    let side = size * 9 / 10
    let word = DisplayText.clean(button.text)
    let gap = px(10)
    let room = rect.width - side - 3 * gap
    let wordWidth = min(width(word, size: size), room)
    // The key that does it is named where there is room for it.
    let key = DisplayText.clean(button.key)
    let keySize = metrics.caption(metrics.layout == .wide ? 20 : 15)
    let keyWidth = key.isEmpty ? 0 : width(key, size: keySize) + gap
    let hasKey = keyWidth > 0 && wordWidth + keyWidth <= room
    let used = side + gap + wordWidth + (hasKey ? keyWidth : 0)
    let left = rect.x + max(gap, (rect.width - used) / 2)
    self.sign(sign, PixelRect(left, rect.y + (rect.height - side) / 2, side, side), signInk)
    let start = left + side + gap
    let end = hasKey ? start + wordWidth : rect.maxX - gap
    text(
      TextRun(text: word, size: size, box: PixelRect(start, rect.y, end - start + 1, rect.height), ink: ink))
    guard hasKey else { return }
    text(
      TextRun(
        text: key, size: keySize, box: PixelRect(end + gap, rect.y, keyWidth - gap + 1, rect.height),
        ink: .secondary))
  }

  /// The cushion as it fills.
  mutating func hud(_ face: Scene.PlayerFace, over area: PixelRect) {
    guard let percent = face.bufferingPercent else { return }
    let isWide = metrics.layout == .wide
    let size = metrics.text(isWide ? 26 : 20)
    let height = min(area.height, px(isWide ? 96 : 72))
    let side = height * 28 / 72
    let word = DisplayText.clean(face.status.text)
    let needed = side + width(word, size: size) + px(16) * 3
    let width = min(area.width - px(8), max(px(isWide ? 280 : 200), needed))
    let box = PixelRect(
      area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
    cover(box)
    fill(box, .over, radius: px(8))
    frame(box, .line, radius: px(8), thickness: metrics.line(1))
    let arc = PixelRect(box.x + px(16), box.y + (height - side) / 2, side, side)
    page.elements.append(.arc(arc, percent: percent, .focus, ground: .line, thickness: max(2, side / 7)))
    let left = arc.maxX + px(14)
    text(
      TextRun(
        text: word, size: size, box: PixelRect(left, box.y, box.maxX - px(10) - left, height), isTabular: true
      ))
  }
}
