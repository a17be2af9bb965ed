internal import Core
internal import Scene

extension Sketch {
  /// A list at the left, what plays at the right; the half with the focus is bright. A list that has
  /// nothing beside it takes all.
  mutating func wide(_ scene: Scene) {
    let height = panel.height - (scene.tabs.isEmpty ? 0 : px(64))
    let split = px(320)
    let line = metrics.line(1)
    let left = PixelRect(0, 0, split, height)
    let right = PixelRect(split + line, 0, panel.width - split - line, height)
    let head = Head(of: scene)
    switch (scene.body, scene.companion) {
    case (let body, nil):
      half(head, body, scene, in: PixelRect(0, 0, panel.width, height))
      tabs(scene.tabs)
      return
    case (.player(let face), let list?):
      half(head, scene.body, scene, in: right)
      isBack = true
      half(Head(title: face.category), list, scene, in: left)
    case (let body, let companion?):
      half(head, body, scene, in: left)
      isBack = true
      var beside = Head(title: "")
      if case .player(let face) = companion {
        beside = Head(title: face.category, badges: [face.volume.text])
      }
      half(beside, companion, scene, in: right)
    }
    isBack = false
    fill(PixelRect(split, 0, line, height), .line)
    tabs(scene.tabs)
  }

  /// The bar to touch.
  private mutating func tabs(_ tabs: [Scene.Tab]) {
    guard !tabs.isEmpty else { return }
    let bar = PixelRect(0, panel.maxY - px(64), panel.width, px(64))
    barTop = bar.y
    fill(PixelRect(0, bar.y, bar.width, metrics.line(1)), .line)
    for (index, tab) in tabs.enumerated() {
      let left = bar.width * index / tabs.count
      let box = PixelRect(left, bar.y, bar.width * (index + 1) / tabs.count - left, bar.height)
      target(box, .tab(tab.screen))
      text(
        TextRun(
          text: DisplayText.clean(tab.text), size: metrics.text(22), isBold: tab.isCurrent,
          box: box.inset(px(4), 0), ink: tab.isCurrent ? .text : .secondary, alignment: .center))
    }
  }

  private mutating func half(_ head: Head, _ body: Scene.Body, _ scene: Scene, in area: PixelRect) {
    let headHeight = px(56)
    let rest = PixelRect(area.x, headHeight, area.width, area.height - headHeight)
    switch body {
    case .list(let list): rows(of: list, in: rest, style: .list(metrics))
    case .player(let face): widePlayer(face, showsVolume: scene.showsVolume, in: rest)
    }
    // Above the rows: what can be touched in it reaches a little into the first one.
    self.head(head, in: PixelRect(area.x, 0, area.width, headHeight))
  }

  private mutating func widePlayer(_ face: Scene.PlayerFace, showsVolume: Bool, in area: PixelRect) {
    let margin = px(20)
    let name = DisplayText.clean(face.station)
    let box = PixelRect(area.x + margin, area.y + px(16), px(220), px(220))
    logo(face.logo, in: box)
    let column = PixelRect(box.maxX + margin, box.y, area.maxX - px(16) - box.maxX - margin, box.height)
    let barHeight = px(14)
    let upper = PixelRect(column.x, column.y, column.width, column.height - barHeight - px(16))
    let nameSize = metrics.text(32)
    let statusSize = metrics.caption(20)
    let width = area.width - margin - px(16)
    // Why nothing plays takes the place of what is on the air.
    if face.status.kind == .trouble, face.title.isEmpty {
      var silent = face.status
      silent.text = ""
      nameAndStatus(name, silent, in: upper, nameSize: nameSize, statusSize: statusSize)
      nameAndStatus(
        "", face.status, in: PixelRect(area.x + margin, box.maxY, width, px(54)), nameSize: nameSize,
        statusSize: statusSize)
    } else {
      nameAndStatus(name, face.status, in: upper, nameSize: nameSize, statusSize: statusSize)
    }
    let volumeBar = PixelRect(column.x, column.maxY - barHeight, column.width, barHeight)
    targetVolume(volumeBar)
    bar(
      volumeBar, percent: face.volume.percent,
      maximum: face.volume.maximum,
      face.volume.isMuted || isBack && !showsVolume ? .secondary : .isSo)
    let titleSize = metrics.text(26)
    text(
      TextRun(
        text: DisplayText.clean(face.title), size: titleSize,
        box: PixelRect(area.x + margin, px(304), width, px(36)), ink: ink, motion: .mayScroll))
    guard !face.category.isEmpty || !face.status.text.isEmpty else { return }
    buttons(
      face, in: PixelRect(area.x + margin, px(346), width, px(60)), gap: px(10),
      size: metrics.text(24))
    let details = PixelRect(area.x + margin, px(416), width, px(48))
    // Where the bar to touch is they are in Stream details alone.
    if details.maxY <= area.maxY {
      text(
        TextRun(
          text: DisplayText.clean(face.details), size: metrics.caption(20), box: details, ink: .secondary))
    }
    if face.bufferingPercent != nil { hud(face, over: PixelRect(area.x, box.y, area.width, box.height)) }
  }
}

extension Scene {
  /// The volume was turned just now.
  var showsVolume: Bool {
    if case .volume = overlay { true } else { false }
  }

  /// Wide panels always have the volume in sight, but where a text stands in its place.
  var hidesVolume: Bool {
    guard layout == .wide, showsVolume else { return false }
    if case .player = body { return true }
    if case .player? = companion { return true }
    return false
  }
}
