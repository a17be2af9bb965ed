/// How a picture is turned, clockwise, before it is put on the panel. (The kernel's own settings turn its
/// console and the picture of a display controller, not what a program writes into /dev/fb0.)
public enum PanelRotation: Int, Hashable, Sendable, CaseIterable {
  case none = 0
  case right = 90
  case half = 180
  case left = 270

  public var swapsSides: Bool { self == .right || self == .left }

  /// Where, on a panel of `width` x `height`, a rectangle of the unturned picture lies.
  func turned(_ rect: PanelRect, width: Int, height: Int) -> PanelRect {
    var turned = rect
    switch self {
    case .none: return rect
    case .right:
      turned.x = width - rect.y - rect.height
      turned.y = rect.x
    case .half:
      turned.x = width - rect.x - rect.width
      turned.y = height - rect.y - rect.height
    case .left:
      turned.x = rect.y
      turned.y = height - rect.x - rect.width
    }
    if swapsSides {
      turned.width = rect.height
      turned.height = rect.width
    }
    return turned
  }
}
