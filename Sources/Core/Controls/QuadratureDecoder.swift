/// From the two lines of an encoder to clicks, by a table of states: only a change of one line is a step, and
/// what bounces walks forth and back and comes to nothing.
///
/// It prevents: a step the wrong way from bounce or from an edge that was lost (no edge by itself is a step),
/// every second click lost on encoders that rest with both contacts open and with both closed in turn, and
/// the click that is lost after a change of direction.
struct QuadratureDecoder: Hashable {
  let changesPerClick: Int
  let isReversed: Bool

  /// The place in the cycle 11, 01, 00, 10. Nil: not read yet.
  private var place: Int?
  /// The place in which the knob stood when it was read first: a knob that nobody turns stands in a click.
  private var rest = 0
  /// Changes since the last click, to the right positive.
  private var travel = 0
  /// A change was lost: `travel` may be off by two, either way.
  private var isUncertain = false
  private var lastStep = 0
  private var hasTurnedBack = false
  /// With one change a click: where the knob was before it seemed to turn back, and since when.
  private var pendingBack: Pending?

  private struct Pending: Hashable {
    var step: Int
    var since: Instant
  }

  init(changesPerClick: Int = 4, isReversed: Bool = false) {
    self.changesPerClick = changesPerClick
    self.isReversed = isReversed
  }

  /// When `settle` has something to do.
  var due: Instant? { pendingBack.map { $0.since + Limits.bounce } }

  /// The clicks that this change completes: -1, 0 or 1, to the right positive.
  mutating func take(a: Bool, b: Bool, at instant: Instant) -> Int {
    let new = QuadratureDecoder.place(a, b)
    guard let old = place else {
      reread(a: a, b: b)
      return 0
    }
    place = new
    switch (new - old + 4) % 4 {
    case 1: return signed(changesPerClick == 1 ? detented(1, at: instant) : travelled(1))
    case 3: return signed(changesPerClick == 1 ? detented(-1, at: instant) : travelled(-1))
    case 2:
      // Both lines changed: an edge was lost, and with it the direction.
      isUncertain = true
      pendingBack = nil
      return signed(changesPerClick == 4 && new == rest ? anchored() : 0)
    default: return 0
    }
  }

  /// The lines were read after edges were lost, or for the first time: nothing is a step.
  mutating func reread(a: Bool, b: Bool) {
    let new = QuadratureDecoder.place(a, b)
    if place == nil { rest = new.isMultiple(of: 2) ? new : 0 }
    place = new
    pendingBack = nil
    isUncertain = false
    hasTurnedBack = false
    lastStep = 0
    let distance = (new - rest + 4) % 4
    switch (changesPerClick, distance) {
    case (1, _): travel = 0
    case (2, _): travel = distance % 2
    case (_, 3): travel = -1
    // Half way: it may have come from either side, and where it went on from counts.
    case (_, 2): travel = travel < 0 ? -2 : 2
    default: travel = distance
    }
  }

  /// The knob did turn back: the change has lasted.
  mutating func settle() -> Int {
    guard let pending = pendingBack else { return 0 }
    pendingBack = nil
    lastStep = pending.step
    return signed(pending.step)
  }

  private static func place(_ a: Bool, _ b: Bool) -> Int { a ? (b ? 0 : 3) : (b ? 1 : 2) }

  private func signed(_ clicks: Int) -> Int { isReversed ? -clicks : clicks }

  private mutating func travelled(_ step: Int) -> Int {
    if lastStep != 0, lastStep != step { hasTurnedBack = true }
    lastStep = step
    travel += step
    // Three of four changes are enough: some encoders rest just where the last line changes, so that the
    // fourth may never come. What is left over is owed by the next click, so that trembling there is no
    // click.
    let threshold = changesPerClick == 4 ? 3 : 2
    if abs(travel) >= threshold {
      travel -= step * changesPerClick
      isUncertain = false
      hasTurnedBack = false
      return step
    }
    return changesPerClick == 4 && place == rest ? anchored() : 0
  }

  /// In the click again: what was uncertain is decided, for the side to which all changes went, or for
  /// nothing.
  private mutating func anchored() -> Int {
    defer {
      travel = 0
      isUncertain = false
      hasTurnedBack = false
    }
    return isUncertain && !hasTurnedBack && abs(travel) == 2 ? travel.signum() : 0
  }

  /// One change is one click: on the way at once, back only when it has lasted, since each bounce is a
  /// change.
  private mutating func detented(_ step: Int, at instant: Instant) -> Int {
    if pendingBack != nil {
      // It bounced: where it was before is where it is. Or it goes on the new way: both changes count.
      let pending = pendingBack
      pendingBack = nil
      guard pending?.step == step else { return 0 }
      lastStep = step
      return 2 * step
    }
    if lastStep == -step {
      pendingBack = Pending(step: step, since: instant)
      return 0
    }
    lastStep = step
    return step
  }
}
