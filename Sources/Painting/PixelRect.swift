/// A rectangle of whole pixels; x to the right, y down.
public struct PixelRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  public var maxX: Int { x + width }
  public var maxY: Int { y + height }
  public var isEmpty: Bool { width == 0 || height == 0 }

  public func meets(_ other: PixelRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY && !isEmpty && !other.isEmpty
  }

  public func contains(_ x: Int, _ y: Int) -> Bool {
    self.x <= x && x < maxX && self.y <= y && y < maxY
  }

  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
  }

  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return PixelRect(left, top, min(maxX, other.maxX) - left, min(maxY, other.maxY) - top)
  }

  func inset(_ dx: Int, _ dy: Int) -> PixelRect { PixelRect(x + dx, y + dy, width - 2 * dx, height - 2 * dy) }

  /// This rectangle seen in a mirror that stands in the middle of `area`.
  func mirrored(in area: PixelRect) -> PixelRect {
    PixelRect(area.x + area.maxX - maxX, y, width, height)
  }

  /// A square of `side` in the middle.
  func square(_ side: Int) -> PixelRect {
    PixelRect(x + (width - side) / 2, y + (height - side) / 2, side, side)
  }
}
