import Testing

@testable import Core

/// A radio in a test that must name every change and every order: what `handle` did beyond the closure and
/// the list of effects fails the test.
final class Scenario {
  private(set) var state: State
  private(set) var now = Instant.start

  init(_ state: State) { self.state = state }

  /// `event` happens `later`; the closure turns the state before into the one that is expected.
  func send(
    _ event: Event, later: Duration = .zero, _ expected: [Effect],
    sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout State) -> Void = { _ in }
  ) {
    now = now + later
    var wanted = state
    var effects: [Effect] = []
    state.handle(event, at: now, &effects)
    change(&wanted)
    wanted.now = now
    // Bookkeeping that every step may touch: the next instant, which the effects show, and chance.
    wanted.wake = state.wake
    wanted.jitter = state.jitter
    #expect(effects == expected, sourceLocation: sourceLocation)
    #expect(differences(wanted, state) == [], sourceLocation: sourceLocation)
  }

  /// As `send`, for steps that only lead to what is tested.
  @discardableResult
  func pass(_ event: Event, later: Duration = .zero) -> [Effect] {
    now = now + later
    var effects: [Effect] = []
    state.handle(event, at: now, &effects)
    return effects
  }

  private func differences(_ wanted: State, _ got: State) -> [String] {
    guard wanted != got else { return [] }
    let pairs = zip(Mirror(reflecting: wanted).children, Mirror(reflecting: got).children)
    return pairs.compactMap { old, new in
      let (before, after) = ("\(old.value)", "\(new.value)")
      return before == after ? nil : "\(new.label ?? "?"): wanted \(before), got \(after)"
    }
  }
}

extension HouseSettings {
  /// For tests of other things, in which each order is named.
  static let withoutNeighbors: HouseSettings = {
    var settings = HouseSettings()
    settings.warmsNeighbors = false
    return settings
  }()
}

extension Station {
  static func named(_ name: String) -> Station { Station(name: name, link: "http://h.example/\(name)") }
}

extension Catalogue {
  /// Rock: A, B, C. Pop: D, E.
  static let small = Catalogue(categories: [
    Category(name: "Rock", stations: ["A", "B", "C"].map(Station.named)),
    Category(name: "Pop", stations: ["D", "E"].map(Station.named))
  ])
}

extension SessionID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}
