/// What a finger did.
public enum TouchGesture: Hashable, Sendable {
  case tap(TouchPoint)
  /// It rests there since the hold time; what it does later belongs to this gesture.
  case longTap(TouchPoint)
  case swipe(TouchDirection, from: TouchPoint)
}

/// Where a finger went, as seen on the picture.
public enum TouchDirection: Hashable, Sendable {
  case left, right, up, down
}

extension Limits {
  /// A finger that rests so long has tapped long (as long as a key counts as held).
  public static let touchHold = Duration.milliseconds(700)
  /// Slower than that is no swipe, but a finger that wandered.
  public static let swipeDuration = Duration.milliseconds(800)
  /// How far a resting finger may roll, and how far a swipe goes at least, in parts of the shorter side.
  public static let touchSlop = 0.06
  public static let swipeLength = 0.15
  /// How many times longer than wide a swipe is.
  public static let swipeStraightness = 1.5
}

/// Tells taps, long taps and swipes apart, by the instants of the finger alone: a loop that comes late to
/// read them comes to the same. One finger counts, the first; a second one makes it no gesture at all.
public struct TouchTracker: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case down, moved, up, cancelled
  }

  private struct Press: Hashable, Sendable {
    let finger: Int
    let start: TouchPoint
    let instant: Instant
    /// It has left the place where it came down, or has been a long tap.
    var isNoTap = false
    var isDone = false
  }

  private let holdTime: Duration
  private let widthShare: Double
  private let heightShare: Double
  private var press: Press?
  private var fingers: Set<Int> = []

  /// - Parameters:
  ///   - width, height: of the picture, in any unit.
  ///   - holdTime: until a tap is a long one.
  public init(width: Int, height: Int, holdTime: Duration = Limits.touchHold) {
    precondition(width > 0 && height > 0)
    self.holdTime = holdTime
    let shorter = Double(min(width, height))
    widthShare = Double(width) / shorter
    heightShare = Double(height) / shorter
  }

  /// When to call `advance`.
  public var wake: Instant? {
    guard let press, !press.isNoTap, !press.isDone else { return nil }
    return press.instant + holdTime
  }

  /// Nothing has happened until `now`.
  public mutating func advance(to now: Instant) -> TouchGesture? {
    guard let wake, wake <= now, let press else { return nil }
    self.press?.isDone = true
    return .longTap(press.start)
  }

  /// What a finger did, in the order of the instants. At most two gestures come of it: the rest that was long
  /// enough before it, and its own.
  public mutating func take(_ phase: Phase, finger: Int, at place: TouchPoint, _ instant: Instant)
    -> [TouchGesture]
  {
    var gestures: [TouchGesture] = []
    if let rested = advance(to: instant) { gestures.append(rested) }
    switch phase {
    case .down:
      fingers.insert(finger)
      if fingers.count == 1 {
        press = Press(finger: finger, start: place, instant: instant)
      } else {
        press?.isDone = true
      }
    case .moved: wander(finger, to: place)
    case .up:
      wander(finger, to: place)
      if let press, press.finger == finger, !press.isDone, let gesture = lift(press, at: place, instant) {
        gestures.append(gesture)
      }
      forget(finger)
    case .cancelled: forget(finger)
    }
    return gestures
  }

  private mutating func wander(_ finger: Int, to place: TouchPoint) {
    guard let press, press.finger == finger else { return }
    let (x, y) = distance(press.start, place)
    if max(abs(x), abs(y)) > Limits.touchSlop { self.press?.isNoTap = true }
  }

  private func lift(_ press: Press, at place: TouchPoint, _ instant: Instant) -> TouchGesture? {
    guard press.isNoTap else { return .tap(press.start) }
    let (x, y) = distance(press.start, place)
    let (far, near) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
    guard far >= Limits.swipeLength, far >= near * Limits.swipeStraightness,
      instant - press.instant <= Limits.swipeDuration
    else { return nil }
    let direction: TouchDirection = abs(x) > abs(y) ? (x > 0 ? .right : .left) : (y > 0 ? .down : .up)
    return .swipe(direction, from: press.start)
  }

  private mutating func forget(_ finger: Int) {
    fingers.remove(finger)
    if press?.finger == finger { press = nil }
  }

  private func distance(_ from: TouchPoint, _ to: TouchPoint) -> (x: Double, y: Double) {
    ((to.x - from.x) * widthShare, (to.y - from.y) * heightShare)
  }
}
