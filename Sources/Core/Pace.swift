/// How fast the knob turns, from the instants of its clicks alone.
struct Pace: Hashable, Sendable {
  private var last: Instant?
  /// Clicks in a row, in one direction, each soon enough after the one before.
  private var run = 0

  struct Measure: Hashable {
    /// Turned faster than 8 clicks a second, and not by a twitch of one or two.
    var isFast: Bool
    /// The hand had rested before: it may go round the end of a list.
    var isRested: Bool
  }

  /// `clicks` went by at `now`, those to the left being negative.
  mutating func clicked(_ clicks: Int, at now: Instant) -> Measure {
    let count = abs(clicks)
    let sinceLast = last.map { now - $0 }
    last = now
    let goesOn = sinceLast.map { $0 < Limits.fastClick * max(1, count) } ?? false
    let sameWay = run == 0 || (run > 0) == (clicks > 0)
    // A sum that a script cannot make overflow.
    let step = min(count, Limits.fastClicks) * clicks.signum()
    run = goesOn && sameWay ? min(max(run + step, -1_000), 1_000) : step
    let isFast = goesOn && abs(run) > Limits.fastClicks
    return Measure(isFast: isFast, isRested: sinceLast.map { $0 >= Limits.wrapRest } ?? true)
  }
}
