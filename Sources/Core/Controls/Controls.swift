/// All that a hand can touch, and what it is doing to it. Edges with instants go in, gestures come out; what
/// time decides (a hold, a release that has to settle) comes from `advance`, at the instant that `wake`
/// names.
///
/// Every decision is made from the instants at which the kernel saw the edges, never from when they were
/// read: a loop that was held up for half a second still tells a short press from a long one.
public struct Controls: Hashable, Sendable {
  public let map: ControlMap
  private let holdTime: Duration
  private var contacts: [ContactWatch]
  private var knobs: [KnobWatch]
  private var chord: HeldChord?

  private struct HeldChord: Hashable {
    var index: Int
    /// Nil when its time has come.
    var due: Instant?
  }

  /// - Parameter holdTime: brought into its range.
  public init(_ map: ControlMap, holdTime: Duration = Limits.holdTime) {
    self.map = map
    let range = Limits.holdTimeRange
    self.holdTime = min(max(holdTime, range.lowerBound), range.upperBound)
    contacts = map.contacts.map { _ in ContactWatch() }
    knobs = map.knobs.map(KnobWatch.init)
  }

  /// When `advance` has something to do.
  public var wake: Instant? {
    let contacts = contacts.indices.compactMap { self.contacts[$0].due(rules(of: $0)) }
    let knobs = knobs.compactMap(\.decoder.due)
    return (contacts + knobs + [chord?.due].compactMap(\.self)).min()
  }

  /// What time alone has decided until `instant`, in the order in which it did.
  public mutating func advance(to instant: Instant, _ gestures: inout [Gesture]) {
    // Each step uses up what made it due; the bound only stands against a mistake here.
    for _ in 0..<10_000 {
      guard let next = wake, next <= instant else { return }
      fire(at: next, &gestures)
    }
  }

  /// An edge of the board. One that names what the board does not have is ignored.
  public mutating func take(_ edge: ControlEdge, at instant: Instant, _ gestures: inout [Gesture]) {
    advance(to: instant, &gestures)
    switch edge {
    case .contact(let id, let isClosed):
      guard contacts.indices.contains(id.index) else { return }
      contacts[id.index].take(isClosed: isClosed, at: instant, isReread: false)
    case .contactReread(let id, let isClosed):
      guard contacts.indices.contains(id.index) else { return }
      contacts[id.index].take(isClosed: isClosed, at: instant, isReread: true)
    case .quadrature(let id, let a, let b):
      guard knobs.indices.contains(id.index) else { return }
      turn(id, clicks: knobs[id.index].decoder.take(a: a, b: b, at: instant), at: instant, &gestures)
    case .quadratureReread(let id, let a, let b):
      guard knobs.indices.contains(id.index) else { return }
      knobs[id.index].decoder.reread(a: a, b: b)
    }
  }

  private func rules(of index: Int) -> ContactWatch.Rules {
    let contact = map.contacts[index]
    return ContactWatch.Rules(holdTime: contact.hold == nil ? nil : holdTime, repeats: contact.repeats)
  }

  private mutating func fire(at instant: Instant, _ gestures: inout [Gesture]) {
    if let held = chord, let due = held.due, due <= instant {
      chord?.due = nil
      gestures.append(.chordHeld(held.index))
      return
    }
    for index in knobs.indices {
      guard let due = knobs[index].decoder.due, due <= instant else { continue }
      turn(KnobID(index), clicks: knobs[index].decoder.settle(), at: instant, &gestures)
      return
    }
    for index in contacts.indices {
      guard let due = contacts[index].due(rules(of: index)), due <= instant else { continue }
      if let step = contacts[index].fire(at: due, rules(of: index)) {
        take(step, of: ContactID(index), &gestures)
      }
      return
    }
  }

  private mutating func take(_ step: ContactWatch.Step, of id: ContactID, _ gestures: inout [Gesture]) {
    switch step {
    case .pressed:
      for (index, knob) in map.knobs.enumerated() where knob.push == id {
        if knobs[index].pushed(at: contacts[id.index].pressed) { gestures.append(.twitched(KnobID(index))) }
      }
      gestures.append(.pressed(id))
      joinChord(id)
    case .released(let isShort):
      letGo(id)
      if isShort { gestures.append(.released(id)) }
    case .held: gestures.append(.held(id))
    case .repeated: gestures.append(.repeated(id))
    case .stuck:
      letGo(id)
      gestures.append(.stuck(id))
    }
  }

  private mutating func letGo(_ id: ContactID) {
    if let held = chord, map.chords[held.index].first == id || map.chords[held.index].second == id {
      chord = nil
    }
    for (index, knob) in map.knobs.enumerated() where knob.push == id { knobs[index].letGo() }
  }

  /// The second key of a chord: from now on neither is short or held.
  private mutating func joinChord(_ id: ContactID) {
    for (index, pair) in map.chords.enumerated() where pair.first == id || pair.second == id {
      let other = pair.first == id ? pair.second : pair.first
      guard contacts[other.index].isDown else { continue }
      contacts[id.index].cancel()
      contacts[other.index].cancel()
      chord = HeldChord(index: index, due: contacts[id.index].pressed + Limits.chordTime)
    }
  }

  private mutating func turn(_ id: KnobID, clicks: Int, at instant: Instant, _ gestures: inout [Gesture]) {
    let isRight = clicks > 0
    for _ in 0..<abs(clicks) {
      if let push = map.knobs[id.index].push, contacts[push.index].isDown {
        guard knobs[id.index].turnedPushed(isRight: isRight) else { continue }
        contacts[push.index].cancel()
        gestures.append(.turnedPushed(id, isRight: isRight))
      } else {
        knobs[id.index].turned(isRight: isRight, at: instant)
        gestures.append(.turned(id, isRight: isRight))
      }
    }
  }
}
