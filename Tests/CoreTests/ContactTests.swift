import Testing

@testable import Core

@Suite struct ContactTests {
  private static let key = ControlMap.Contact("STATION", short: .stationNext, hold: .stationPrevious)
  private static let one = ControlMap(contacts: [key])

  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// Milliseconds at which the contact closes and opens in turn.
    var edges: [Int]
    var expected: [Hand.Seen]
    var testDescription: String { name }
  }

  /// With a hold time of two seconds.
  static let presses: [Row] = [
    Row(name: "15 ms is noise", edges: [100, 115], expected: []),
    Row(
      name: "120 ms is short", edges: [100, 220],
      expected: [Hand.Seen(125, .pressed(0)), Hand.Seen(245, .released(0))]),
    Row(
      name: "1,900 ms is short", edges: [100, 2_000],
      expected: [Hand.Seen(125, .pressed(0)), Hand.Seen(2_025, .released(0))]),
    Row(
      name: "2,100 ms with drop-outs is one hold, at 2,000 ms", edges: [100, 500, 505, 1_000, 1_005, 2_200],
      expected: [Hand.Seen(125, .pressed(0)), Hand.Seen(2_100, .held(0))]),
    Row(
      name: "a drop-out when the hold is due", edges: [100, 2_098, 2_103, 2_300],
      expected: [Hand.Seen(125, .pressed(0)), Hand.Seen(2_103, .held(0))]),
    Row(
      name: "let go just before the hold is due", edges: [100, 2_098],
      expected: [Hand.Seen(125, .pressed(0)), Hand.Seen(2_123, .released(0))]),
    Row(
      name: "bounce at both ends", edges: [100, 101, 103, 104, 105, 300, 302, 303, 306, 307],
      expected: [Hand.Seen(130, .pressed(0)), Hand.Seen(332, .released(0))]),
    Row(
      name: "a wire that picks up the mains", edges: Array(stride(from: 100, to: 900, by: 10)), expected: []),
    Row(
      name: "noise long before a press does not make it longer",
      edges: Array(stride(from: 100, to: 3_100, by: 10)) + [3_100, 3_200],
      expected: [Hand.Seen(3_125, .pressed(0)), Hand.Seen(3_225, .released(0))])
  ]

  @Test(arguments: presses)
  func aPressIsToldByItsLength(_ row: Row) {
    var hand = Hand(Self.one, holdTime: .seconds(2))
    hand.press(0, row.edges)
    hand.wait(until: 10_000)
    #expect(hand.seen == row.expected)
  }

  /// The loop stood still while a finger pressed: the edges are read late and at once.
  @Test(arguments: [500, 5_000])
  func aPressThatIsReadLateIsToldByItsOwnTimes(stall: Int) {
    var hand = Hand(Self.one)
    hand.read(.contact(0, isClosed: true), at: 100)
    hand.read(.contact(0, isClosed: false), at: 220)
    hand.wait(until: 100 + stall)
    #expect(hand.gestures == [.pressed(0), .released(0)])
  }

  struct Stall: CustomTestStringConvertible, Sendable {
    var name: String
    /// Milliseconds, by the kernel.
    var pressed: Int
    var released: Int
    var expected: [Gesture]
    var testDescription: String { name }
  }

  /// The loop reads nothing from 200 ms to 700 ms; a hold takes 400 ms.
  static let stalls: [Stall] = [
    Stall(name: "long, wholly within", pressed: 210, released: 660, expected: [.pressed(0), .held(0)]),
    Stall(name: "short, wholly within", pressed: 210, released: 560, expected: [.pressed(0), .released(0)]),
    Stall(name: "long, begun before", pressed: 100, released: 600, expected: [.pressed(0), .held(0)]),
    Stall(name: "short, begun before", pressed: 100, released: 450, expected: [.pressed(0), .released(0)]),
    Stall(name: "long, ended after", pressed: 600, released: 1_050, expected: [.pressed(0), .held(0)])
  ]

  @Test(arguments: stalls)
  func aPressAboutAStallIsToldByTheKernelsTimes(_ stall: Stall) {
    var hand = Hand(Self.one, holdTime: .milliseconds(400))
    // What happened before the stall is read as it happens.
    if stall.pressed < 200 { hand.feel(.contact(0, isClosed: true), at: stall.pressed) }
    hand.wait(until: 200)
    // All that came meanwhile is read at its end, before time decides anything.
    if stall.pressed >= 200 { hand.read(.contact(0, isClosed: true), at: stall.pressed) }
    if stall.released <= 700 { hand.read(.contact(0, isClosed: false), at: stall.released) }
    hand.wait(until: 700)
    if stall.released > 700 { hand.feel(.contact(0, isClosed: false), at: stall.released) }
    hand.wait(until: 2_000)
    #expect(hand.gestures == stall.expected)
  }

  @Test func anotherEventOfTheStalledTurnDoesNotMakeAPressLonger() {
    // The turn begins with something that is not a key, long after the press; its edges come then.
    let radio = Scenario(State(catalogue: .small, controls: Self.one))
    radio.pass(.started)
    radio.pass(.control(.contactReread(0, isClosed: false)))
    radio.pass(.woke, later: .seconds(1))
    var state = radio.state
    var effects: [Effect] = []
    state.handle(.control(.contact(0, isClosed: true)), at: Instant(.milliseconds(200)), &effects)
    state.handle(.control(.contact(0, isClosed: false)), at: Instant(.milliseconds(320)), &effects)
    state.handle(.woke, at: Instant(.seconds(1)), &effects)
    #expect(state.playback.station == .named("A"), "stationPrevious would be C")
  }

  @Test func theHoldTimeStaysInItsRange() {
    for (asked, milliseconds) in [(50, 400), (400, 400), (1_500, 1_500), (9_000, 2_000)] {
      var hand = Hand(Self.one, holdTime: .milliseconds(asked))
      hand.press(0, [100, 4_000])
      #expect(hand.seen.contains(Hand.Seen(100 + milliseconds, .held(0))), "\(asked)")
    }
  }

  @Test func aKeyWithoutAHoldIsShortHoweverLong() {
    var hand = Hand(ControlMap(contacts: [ControlMap.Contact("1", short: .favoriteNumber(1))]))
    hand.press(0, [100, 5_000])
    hand.wait(until: 6_000)
    #expect(hand.gestures == [.pressed(0), .released(0)])
  }

  @Test func aKeyThatRepeatsDoesSoWhileItIsDown() {
    var hand = Hand(ControlMap(contacts: [ControlMap.Contact("+", short: .volumeUp, repeats: true)]))
    hand.press(0, [0, 1_000])
    hand.wait(until: 3_000)
    #expect(
      hand.seen == [
        Hand.Seen(25, .pressed(0)), Hand.Seen(500, .repeated(0)), Hand.Seen(670, .repeated(0)),
        Hand.Seen(840, .repeated(0)), Hand.Seen(1_025, .released(0))
      ])
  }

  // MARK: Lines that no finger holds

  @Test func aLineThatIsClosedAtTheStartStartsNothing() {
    var hand = Hand(ControlMap())
    hand.controls = Controls(Self.one)
    hand.read(.contactReread(0, isClosed: true), at: 0)
    hand.wait(until: 100_000)
    #expect(hand.seen == [Hand.Seen(5_000, .stuck(0))])
    // Let go at last, it is a key like any other.
    hand.feel(.contact(0, isClosed: false), at: 100_000)
    hand.press(0, [101_000, 101_100])
    hand.wait(until: 102_000)
    #expect(hand.gestures.suffix(2) == [.pressed(0), .released(0)])
  }

  @Test func aHandThatHeldTheKeyAtTheStartIsNotToldOff() {
    var hand = Hand(ControlMap())
    hand.controls = Controls(Self.one)
    hand.read(.contactReread(0, isClosed: true), at: 0)
    hand.feel(.contact(0, isClosed: false), at: 3_000)
    hand.wait(until: 100_000)
    #expect(hand.seen.isEmpty)
  }

  @Test func aLineThatStaysClosedIsToldOnceAndIgnored() {
    var hand = Hand(Self.one)
    hand.press(0, [1_000])
    hand.wait(until: 1_000_000)
    #expect(
      hand.seen == [Hand.Seen(1_025, .pressed(0)), Hand.Seen(1_700, .held(0)), Hand.Seen(31_000, .stuck(0))])
    hand.feel(.contact(0, isClosed: false), at: 1_000_000)
    hand.wait(until: 1_001_000)
    #expect(hand.seen.count == 3, "its release is none")
  }

  @Test func aStuckKeyIsNoPartOfAChordAndIsNamed() {
    let map = ControlMap(
      contacts: [ControlMap.Contact(.category), ControlMap.Contact(.star)], chords: [ControlMap.Chord(0, 1)])
    var hand = Hand(map)
    hand.press(0, [0])
    hand.wait(until: 40_000)
    hand.press(1, [40_000, 40_100])
    hand.wait(until: 50_000)
    #expect(hand.gestures.last == .released(1))

    let radio = Scenario(State(catalogue: .small, controls: map))
    radio.pass(.control(.contactReread(0, isClosed: false)))
    radio.pass(.control(.contact(0, isClosed: true)))
    radio.pass(.woke, later: .seconds(31))
    #expect(radio.state.note == .keyStuck("category"))
  }

  // MARK: Two keys at once

  private static let pair = ControlMap(
    contacts: [ControlMap.Contact(.category), ControlMap.Contact(.star), ControlMap.Contact(.station)],
    chords: [ControlMap.Chord(0, 1)])

  @Test func theSecondKeyOfAChordCancelsBoth() {
    var hand = Hand(Self.pair)
    hand.feel(.contact(0, isClosed: true), at: 0)
    hand.feel(.contact(1, isClosed: true), at: 300)
    hand.feel(.contact(0, isClosed: false), at: 2_000)
    hand.feel(.contact(1, isClosed: false), at: 2_500)
    hand.wait(until: 20_000)
    #expect(hand.gestures == [.pressed(0), .pressed(1)])
  }

  @Test func aChordIsHeldForFiveSeconds() {
    var hand = Hand(Self.pair)
    hand.feel(.contact(0, isClosed: true), at: 0)
    hand.feel(.contact(1, isClosed: true), at: 300)
    hand.wait(until: 20_000)
    #expect(hand.seen.last == Hand.Seen(5_300, .chordHeld(0)))
    hand.feel(.contact(0, isClosed: false), at: 20_000)
    hand.feel(.contact(1, isClosed: false), at: 20_100)
    hand.wait(until: 30_000)
    #expect(hand.gestures == [.pressed(0), .pressed(1), .chordHeld(0)])
  }

  @Test func twoKeysThatAreNoChordDoNotMindEachOther() {
    var hand = Hand(Self.pair)
    hand.feel(.contact(0, isClosed: true), at: 0)
    hand.feel(.contact(2, isClosed: true), at: 100)
    hand.feel(.contact(0, isClosed: false), at: 200)
    hand.feel(.contact(2, isClosed: false), at: 300)
    hand.wait(until: 1_000)
    #expect(hand.gestures == [.pressed(0), .pressed(2), .released(0), .released(2)])
  }

  @Test func edgesOfWhatTheBoardDoesNotHaveAreIgnored() {
    var hand = Hand(Self.one)
    hand.feel(.contact(7, isClosed: true), at: 100)
    hand.feel(.quadrature(3, a: false, b: true), at: 100)
    hand.feel(.contactReread(9, isClosed: true), at: 100)
    hand.feel(.quadratureReread(9, a: false, b: true), at: 100)
    hand.wait(until: 100_000)
    #expect(hand.seen.isEmpty)
  }
}
