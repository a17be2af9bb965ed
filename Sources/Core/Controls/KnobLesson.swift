/// What a knob is like, learned from a hand that turned it to the right by a known number of clicks.
public struct KnobLesson: Hashable, Sendable {
  /// So many clicks are asked for.
  public static let clicks = 10

  private static let order = [[true, true], [false, true], [false, false], [true, false]]
  private var place: Int?
  /// Changes to the right less those to the left.
  private var travel = 0
  public private(set) var changeCount = 0

  public init() {}

  public mutating func take(a: Bool, b: Bool) {
    let new = KnobLesson.order.firstIndex(of: [a, b]) ?? 0
    defer { place = new }
    guard let place, place != new else { return }
    changeCount += 1
    switch (new - place + 4) % 4 {
    case 1: travel += 1
    case 3: travel -= 1
    default: break
    }
  }

  /// Nil: that was not ten clicks in one direction of any encoder.
  public var knob: ControlMap.Knob? {
    // Bounce has walked forth and back; a click may be one too many or too few.
    let perClick = Double(abs(travel)) / Double(KnobLesson.clicks)
    guard let changes = [1, 2, 4].first(where: { abs(perClick / Double($0) - 1) <= 0.15 }) else { return nil }
    return ControlMap.Knob(changesPerClick: changes, isReversed: travel < 0)
  }
}
