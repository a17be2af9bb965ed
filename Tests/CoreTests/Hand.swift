@testable import Core

/// A hand on the controls of a board, in a test: what it does at which millisecond, and what the controls
/// make of it.
struct Hand {
  struct Seen: Equatable, CustomStringConvertible {
    var milliseconds: Int
    var gesture: Gesture
    init(_ milliseconds: Int, _ gesture: Gesture) {
      self.milliseconds = milliseconds
      self.gesture = gesture
    }
    var description: String { "\(milliseconds): \(gesture)" }
  }

  var controls: Controls
  private(set) var seen: [Seen] = []

  init(_ map: ControlMap, holdTime: Duration = Limits.holdTime) {
    controls = Controls(map, holdTime: holdTime)
    var none: [Gesture] = []
    for index in map.contacts.indices {
      controls.take(.contactReread(ContactID(index), isClosed: false), at: .start, &none)
    }
    for index in map.knobs.indices {
      controls.take(.quadratureReread(KnobID(index), a: true, b: true), at: .start, &none)
    }
  }

  /// The radio looks at the controls whenever they asked for it, until this millisecond.
  mutating func wait(until milliseconds: Int) {
    let end = Instant(.milliseconds(milliseconds))
    while let wake = controls.wake, wake <= end {
      var gestures: [Gesture] = []
      controls.advance(to: wake, &gestures)
      seen += gestures.map { Seen(Int(wake.sinceStart.milliseconds), $0) }
    }
  }

  /// The edge happens, and is read at once.
  mutating func feel(_ edge: ControlEdge, at milliseconds: Int) {
    wait(until: milliseconds)
    read(edge, at: milliseconds)
  }

  /// The edge is read some time after it happened.
  mutating func read(_ edge: ControlEdge, at milliseconds: Int) {
    var gestures: [Gesture] = []
    controls.take(edge, at: Instant(.milliseconds(milliseconds)), &gestures)
    seen += gestures.map { Seen(milliseconds, $0) }
  }

  /// Closes and opens contact `index` at these milliseconds, in turn.
  mutating func press(_ index: Int, _ edges: [Int]) {
    for (count, milliseconds) in edges.enumerated() {
      feel(.contact(ContactID(index), isClosed: count.isMultiple(of: 2)), at: milliseconds)
    }
  }

  var gestures: [Gesture] { seen.map(\.gesture) }
}

extension ContactID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension KnobID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}
