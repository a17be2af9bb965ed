/// A part of a picture that changed, in pixels from its top left corner.
public struct PanelRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int
  /// On one-bit panels: a pattern of dots for shades, for photographs. Never for text, which it makes
  /// illegible: there each pixel is black or white by its brightness.
  public var isDithered: Bool

  public init(x: Int, y: Int, width: Int, height: Int, isDithered: Bool = false) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.isDithered = isDithered
  }

  /// What of it lies within a picture of this size; nil: nothing.
  func clipped(width limit: Int, height heightLimit: Int) -> PanelRect? {
    let left = max(0, x)
    let top = max(0, y)
    let right = min(limit, x.addingReportingOverflow(max(0, width)).partialValue)
    let bottom = min(heightLimit, y.addingReportingOverflow(max(0, height)).partialValue)
    guard left < right, top < bottom else { return nil }
    return PanelRect(x: left, y: top, width: right - left, height: bottom - top, isDithered: isDithered)
  }
}
