internal import Scene

extension Sketch {
  /// What stands in a head.
  struct Head {
    var title: String
    /// At the right, from there to the left: the place in the list, or the volume.
    var badges: [String] = []
    /// Nothing can be heard for want of a sound card.
    var isSilent = false
    var action: Scene.HeadAction?
    /// The radio's own icon stands before the title.
    var hasIcon = false

    init(title: String, badges: [String] = []) {
      self.title = title
      self.badges = badges
    }

    init(of scene: Scene) {
      title = scene.title
      badges = scene.badges.filter { $0.kind != .noSound }.map(\.text)
      isSilent = scene.isSilent
      action = scene.headAction
      hasIcon = scene.screen == .home
    }
  }

  /// The title at the left, what can be done and what is so at the right.
  mutating func head(_ head: Head, in area: PixelRect) {
    let isWide = metrics.layout == .wide
    let margin = px(isWide ? 14 : 10)
    let small = metrics.caption(isWide ? 20 : 15)
    var right = area.maxX - margin
    if let action = head.action { right = self.action(action, endingAt: right, in: area, size: small) }
    for badge in head.badges {
      let text = DisplayText.clean(badge)
      let width = min(width(text, size: small), area.width / 2)
      right -= width
      self.text(
        TextRun(
          text: text, size: small, box: PixelRect(right, area.y, width, area.height), ink: .secondary,
          alignment: .right, isTabular: true))
      right -= px(8)
    }
    if head.isSilent {
      right -= small
      sign(.speakerOff, PixelRect(right, area.y + (area.height - small) / 2, small, small), .trouble)
      right -= px(8)
    }
    var left = area.x + margin
    if head.hasIcon {
      let side = min(area.height - px(6), px(isWide ? 44 : 28))
      iconPicture(PixelRect(left, area.y + (area.height - side) / 2, side, side))
      left += side + px(8)
    }
    text(
      TextRun(
        text: DisplayText.clean(head.title), size: metrics.text(isWide ? 24 : 18), isBold: true,
        box: PixelRect(left, area.y, right - left, area.height), ink: ink))
  }

  /// Where the rest of the head ends.
  private mutating func action(
    _ action: Scene.HeadAction, endingAt right: Int, in area: PixelRect, size: Int
  ) -> Int {
    let text = DisplayText.clean(action.text)
    let width = min(width(text, size: size) + 2 * px(12), area.width / 2)
    let height = min(area.height - px(8), size * 2)
    let box = PixelRect(right - width, area.y + (area.height - height) / 2, width, height)
    // Up to the panel's edge, where a finger finds it.
    target(PixelRect(box.x, area.y, box.width, area.height), .headAction)
    if action.isFocused {
      fill(box, .focus, radius: px(6))
    } else {
      frame(box, .line, radius: px(6), thickness: metrics.line(1))
    }
    self.text(
      TextRun(
        text: text, size: size, box: box, ink: action.isFocused ? .onFocus : ink, alignment: .center))
    return box.x - px(12)
  }
}
