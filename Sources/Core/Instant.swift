/// A moment on the monotonic clock, counted from an arbitrary start (the boot of the machine, or zero in a
/// test). It never steps, whatever happens to the wall clock; Core sees no other clock.
public struct Instant: Hashable, Comparable, Sendable {
  public var sinceStart: Duration

  public init(_ sinceStart: Duration) { self.sinceStart = sinceStart }

  public static let start = Instant(.zero)

  public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  public static func + (left: Instant, right: Duration) -> Instant { Instant(left.sinceStart + right) }
  public static func - (left: Instant, right: Instant) -> Duration { left.sinceStart - right.sinceStart }
}

extension Duration {
  /// Whole milliseconds, rounded toward zero.
  public var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }

  /// Whole seconds, rounded up: what a count-down shows.
  public var secondsRoundedUp: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) + (attoseconds > 0 ? 1 : 0)
  }
}
