/// One knob: its clicks, and what of them is only the jerk of a hand that pushes.
struct KnobWatch: Hashable {
  private struct Click: Hashable {
    var instant: Instant
    var isRight: Bool
  }

  var decoder: QuadratureDecoder
  /// The latest clicks that were told.
  private var recent: [Click] = []
  /// Clicks while the knob is pushed, to the right positive.
  private var pushedClicks = 0
  private var isVolume = false

  init(_ knob: ControlMap.Knob) {
    decoder = QuadratureDecoder(changesPerClick: knob.changesPerClick, isReversed: knob.isReversed)
  }

  /// A click of a knob that is not pushed.
  mutating func turned(isRight: Bool, at instant: Instant) {
    // Two within the time of a jerk are no jerk; more need not be remembered.
    if recent.count >= 2 { recent.removeFirst() }
    recent.append(Click(instant: instant, isRight: isRight))
  }

  /// The knob was pushed at `instant`, as is known only now, when the contact has settled. Whether the latest
  /// click belongs to the push and to nothing else.
  mutating func pushed(at instant: Instant) -> Bool {
    let near = recent.filter { $0.instant >= instant - Limits.twitch }
    pushedClicks = near.filter { $0.instant >= instant }.reduce(0) { $0 + ($1.isRight ? 1 : -1) }
    isVolume = false
    recent.removeAll(keepingCapacity: true)
    return near.count == 1
  }

  /// A click of a pushed knob. Whether it is one of the volume.
  mutating func turnedPushed(isRight: Bool) -> Bool {
    pushedClicks += isRight ? 1 : -1
    // One click forth and back is still a jerk.
    if abs(pushedClicks) > Limits.twitchClicks { isVolume = true }
    return isVolume
  }

  mutating func letGo() {
    pushedClicks = 0
    isVolume = false
    recent.removeAll(keepingCapacity: true)
  }
}

extension Instant {
  fileprivate static func - (left: Instant, right: Duration) -> Instant { Instant(left.sinceStart - right) }
}
