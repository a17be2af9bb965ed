internal import Core

/// A test picture for who builds a radio: which color is which, whether the corners are in sight and the right
/// way round, how gray steps and small letters come out. The words are those of the command line: English.
extension Sketch {
  /// - Parameter echo: the latest input.
  mutating func testCard(echo: String) {
    corners()
    let side = cornerSide
    let area = panel.inset(side + 2, side + 2)
    let echoHeight = max(metrics.text(metrics.layout == .tiny ? 11 : 18) * 3 / 2, area.height / 6)
    let upper = PixelRect(area.x, area.y, area.width, area.height - echoHeight)
    var y = upper.y
    // One bit has no colors, and room for little else.
    if !metrics.shape.isOneBit {
      let bars = PixelRect(area.x, y, area.width, upper.height / 3)
      colorBars(in: bars)
      y = bars.maxY + 2
    }
    let ramp = PixelRect(area.x, y, area.width, upper.height / 5)
    grayRamp(in: ramp)
    letters(in: PixelRect(area.x, ramp.maxY + 2, area.width, upper.maxY - ramp.maxY - 2))
    let size = metrics.text(metrics.layout == .tiny ? 11 : metrics.layout == .wide ? 26 : 18)
    text(
      TextRun(
        text: DisplayText.clean(echo), size: size, isBold: true,
        box: PixelRect(area.x, upper.maxY, area.width, echoHeight), alignment: .center))
  }

  private var cornerSide: Int { max(3, min(panel.width, panel.height) / 16) }

  /// A line along the edge, and a square in each corner: white, red, green and blue, from the upper left one
  /// clockwise.
  private mutating func corners() {
    frame(panel, .pure(0xFFFFFF))
    let side = cornerSide
    let (right, bottom) = (panel.maxX - side, panel.maxY - side)
    let isOneBit = metrics.shape.isOneBit
    let squares: [(x: Int, y: Int, color: UInt32)] = [
      (0, 0, 0xFFFFFF), (right, 0, 0xFF0000), (right, bottom, 0x00FF00), (0, bottom, 0x0000FF)
    ]
    for square in squares {
      fill(PixelRect(square.x, square.y, side, side), .pure(isOneBit ? 0xFFFFFF : square.color))
    }
  }

  private mutating func colorBars(in area: PixelRect) {
    let colors: [(name: String, color: UInt32, isDark: Bool)] = [
      ("white", 0xFFFFFF, false), ("yellow", 0xFFFF00, false), ("cyan", 0x00FFFF, false),
      ("green", 0x00FF00, false), ("magenta", 0xFF00FF, false), ("red", 0xFF0000, false),
      ("blue", 0x0000FF, true), ("black", 0x000000, true)
    ]
    let size = max(8, min(metrics.caption(metrics.layout == .wide ? 20 : 11), area.width / 40))
    for (index, bar) in colors.enumerated() {
      let left = area.x + area.width * index / colors.count
      let right = area.x + area.width * (index + 1) / colors.count
      let box = PixelRect(left, area.y, right - left, area.height)
      fill(box, .pure(bar.color))
      text(
        TextRun(
          text: bar.name, size: size, box: box, ink: .pure(bar.isDark ? 0xFFFFFF : 0x000000),
          alignment: .center))
    }
  }

  private mutating func grayRamp(in area: PixelRect) {
    let steps = 16
    for step in 0..<steps {
      let left = area.x + area.width * step / steps
      let right = area.x + area.width * (step + 1) / steps
      let level = UInt32(step * 255 / (steps - 1))
      fill(PixelRect(left, area.y, right - left, area.height), .pure(level << 16 | level << 8 | level))
    }
  }

  /// As many sizes as fit, the smallest first: each says its own pixels.
  private mutating func letters(in area: PixelRect) {
    var left = area.x
    for size in [8, 10, 12, 15, 18, 22, 28, 36, 48] {
      let words = "Ag \(size)"
      let width = width(words, size: size)
      guard left + width <= area.maxX, size * 5 / 4 <= area.height else { return }
      text(TextRun(text: words, size: size, box: PixelRect(left, area.y, width, area.height)))
      left += width + max(4, size / 2)
    }
  }
}
