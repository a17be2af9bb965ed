extension Sketch {
  /// The icon and the name, in the middle.
  mutating func start() {
    let height = min(panel.width, panel.height)
    let side = height * 2 / 5
    let size = metrics.layout == .tiny ? height / 4 : metrics.text(metrics.layout == .wide ? 40 : 26)
    let block = side + size * 7 / 4
    let top = (panel.height - block) / 2
    icon(PixelRect((panel.width - side) / 2, top, side, side))
    text(
      TextRun(
        text: "Nightstand", size: size, isBold: true,
        box: PixelRect(0, top + side + size / 4, panel.width, size * 3 / 2), alignment: .center))
  }

  /// The icon of the radio or of the house; the drawn one until it has come, and where there is none.
  mutating func iconPicture(_ rect: PixelRect) {
    // One bit leaves nothing of a picture of this size.
    guard !metrics.shape.isOneBit else { return icon(rect) }
    let request = PictureRequest(
      name: PictureRequest.icon, width: rect.width, height: rect.height,
      isFine: metrics.shape.isFine || rect.width > 64)
    page.elements.append(.picture(request, rect, isThere: false))
  }

  /// The moon over the sound.
  mutating func icon(_ rect: PixelRect) {
    sign(.moon, rect, .focus)
  }
}
