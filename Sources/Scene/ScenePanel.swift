public import Core

/// What a scene is made for: how much fits, and how it is laid out.
public struct ScenePanel: Hashable, Sendable {
  public var layout: Layout
  /// Rows of a list that fit.
  public var rows: Int
  /// Rows that fit in the sheet of Options, which are lower; nil: as many.
  public var sheetRows: Int?
  /// A line for the keys is shown, and keys are named as on a keyboard.
  public var hasKeyboard: Bool
  /// Wide panels show a bar to touch.
  public var hasTouch: Bool
  /// A key ★ is there, and can be held.
  public var hasStar: Bool

  public init(
    layout: Layout = .compact, rows: Int, sheetRows: Int? = nil, hasKeyboard: Bool = false,
    hasTouch: Bool = false, hasStar: Bool = true
  ) {
    self.layout = layout
    self.rows = rows
    self.sheetRows = sheetRows
    self.hasKeyboard = hasKeyboard
    self.hasTouch = hasTouch
    self.hasStar = hasStar
  }

  /// A terminal of any size, with its keyboard.
  public static func terminal(rows: Int, layout: Layout = .compact) -> ScenePanel {
    ScenePanel(layout: layout, rows: rows, hasKeyboard: true)
  }
}
