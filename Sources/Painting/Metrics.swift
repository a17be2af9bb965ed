internal import Core

/// Sizes in pixels, from sizes of the drawing board: 320×240 at 145 pixels an inch, or 800×480.
struct Metrics: Hashable, Sendable {
  let shape: PanelShape
  let layout: Layout
  /// Pixels of the panel for a pixel of the drawing board.
  let scale: Double

  /// Height of a capital letter, of the size of the font.
  static let capital = 0.714
  /// In millimeters: no capital letter of a text, or of a caption, is lower where the panel's size is known.
  static let textCapitalMin = 2.4
  static let captionCapitalMin = 1.8

  init(_ shape: PanelShape) {
    self.shape = shape
    layout = shape.layout
    let width = Double(shape.width)
    let height = Double(shape.height)
    switch layout {
    case .tiny: scale = 1
    case .wide: scale = min(width / 800, height / 480)
    case .compact:
      // Short side to short side: a panel that stands upright has the same letters.
      let fitting = min(max(width, height) / 320, min(width, height) / 240)
      // By its size, but neither so large that the rows are lost nor so small that the panel is empty.
      let physical = (shape.pixelsPerInch ?? 145 * fitting) / 145
      scale = min(max(physical, fitting * 0.75), fitting * 1.25)
    }
  }

  /// A length of the drawing board, in pixels of the panel.
  func px(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }

  /// Lines stay visible.
  func line(_ width: Int) -> Int { max(1, Int((Double(width) * scale).rounded(.down))) }

  func text(_ size: Int) -> Int { font(size, capitalMin: Metrics.textCapitalMin) }
  func caption(_ size: Int) -> Int { font(size, capitalMin: Metrics.captionCapitalMin) }

  private func font(_ size: Int, capitalMin: Double) -> Int {
    let wanted = (Double(size) * scale).rounded()
    guard let pixelsPerInch = shape.pixelsPerInch else { return Int(wanted) }
    let least = (capitalMin / 25.4 * pixelsPerInch / Metrics.capital).rounded(.up)
    // On the smallest panels a size that leaves fewer than three lines would leave no screen at all.
    let most = Double(min(shape.height, shape.width)) / 3.6
    return Int(max(wanted, min(least, most)))
  }

  var panel: PixelRect { PixelRect(0, 0, shape.width, shape.height) }
}
