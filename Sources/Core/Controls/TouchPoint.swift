/// A place on a touch screen: 0 … 1 from the left and from the top.
public struct TouchPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The place in a picture that is shown turned clockwise by `degrees` (0, 90, 180 or 270), where this one
  /// is a place on the panel as it is built.
  public func inPicture(turnedBy degrees: Int) -> TouchPoint {
    switch degrees {
    case 90: TouchPoint(x: y, y: 1 - x)
    case 180: TouchPoint(x: 1 - x, y: 1 - y)
    case 270: TouchPoint(x: 1 - y, y: x)
    default: self
    }
  }
}
