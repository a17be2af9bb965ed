/// One contact: from edges with instants to presses. It knows no clock: what time alone decides is done by
/// `fire` at `due`, and an edge that is read late is judged by when it happened.
struct ContactWatch: Hashable {
  enum Step: Hashable { case pressed, released(isShort: Bool), held, repeated, stuck }

  struct Rules: Hashable {
    var holdTime: Duration?
    var repeats: Bool
  }

  /// After debouncing. A contact in `ignored` was closed from the start or for too long: it starts nothing
  /// until it was open.
  private enum Phase: Hashable { case up, down, ignored }

  private var phase = Phase.up
  /// The level of the line, nil before it was read for the first time.
  private var isClosed: Bool?
  /// When the level changed last.
  private var changed = Instant.start
  /// When the first of the contact's closings, some of which were too short, happened.
  private var firstClosed: Instant?
  /// When the press began.
  private(set) var pressed = Instant.start
  private var isHoldDone = false
  private var isStuckTold = false
  private var nextRepeat: Instant?

  var isDown: Bool { phase == .down }

  /// The present press is used for something else: it is neither short nor held.
  mutating func cancel() { isHoldDone = true }

  /// - Parameter isReread: the level was read, there was no edge.
  mutating func take(isClosed closed: Bool, at instant: Instant, isReread: Bool) {
    if isClosed == nil, isReread {
      isClosed = closed
      changed = instant
      pressed = instant
      if closed { phase = .ignored }
      return
    }
    guard closed != isClosed else { return }
    isClosed = closed
    changed = max(changed, instant)
    if closed, phase == .up, firstClosed == nil { firstClosed = changed }
  }

  /// When `fire` has something to do.
  func due(_ rules: Rules) -> Instant? {
    guard let isClosed else { return nil }
    if isClosed != (phase != .up) {
      // Settling. Up: to be a press, or noise that is over. Down: to be a release.
      return changed + Limits.debounce
    }
    switch phase {
    case .up: return firstClosed == nil ? nil : changed + Limits.debounce
    case .ignored: return isStuckTold ? nil : pressed + Limits.stuckAtStart
    case .down:
      // A contact that was open for a moment when its time came is judged when it is closed again.
      let hold = isHoldDone ? nil : rules.holdTime.map { pressed + $0 }
      return [hold, nextRepeat, pressed + Limits.stuckTime].compactMap(\.self).min().map { max($0, changed) }
    }
  }

  /// Does what is due at `instant`, which is what `due` said.
  mutating func fire(at instant: Instant, _ rules: Rules) -> Step? {
    guard let isClosed else { return nil }
    if isClosed != (phase != .up) { return settle(isClosed, at: instant, rules) }
    switch phase {
    case .up:
      firstClosed = nil
      return nil
    case .ignored:
      isStuckTold = true
      return .stuck
    case .down:
      if instant >= pressed + Limits.stuckTime {
        phase = .ignored
        isStuckTold = true
        return .stuck
      }
      if let hold = rules.holdTime, !isHoldDone, instant >= pressed + hold {
        isHoldDone = true
        return .held
      }
      guard let last = nextRepeat else { return nil }
      nextRepeat = last + Limits.repeatInterval
      return .repeated
    }
  }

  private mutating func settle(_ isClosed: Bool, at instant: Instant, _ rules: Rules) -> Step? {
    let before = phase
    phase = isClosed ? .down : .up
    if isClosed {
      let first = firstClosed ?? changed
      pressed = changed - first > Limits.chatterMax ? changed : first
      isHoldDone = false
      isStuckTold = false
      nextRepeat = rules.repeats ? pressed + Limits.repeatDelay : nil
    }
    firstClosed = nil
    if isClosed { return .pressed }
    nextRepeat = nil
    return before == .ignored ? nil : .released(isShort: !isHoldDone)
  }
}
