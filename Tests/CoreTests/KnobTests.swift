import Testing

@testable import Core

@Suite struct KnobTests {
  private static let map = ControlMap(
    contacts: [ControlMap.Contact(.knob), ControlMap.Contact(.star)],
    knobs: [ControlMap.Knob(changesPerClick: 4, push: 0)])

  /// Clicks at these milliseconds, each in a few of them.
  private func turn(_ hand: inout Hand, _ milliseconds: [Int], right: Bool = true) {
    let cycle =
      right
      ? [(false, true), (false, false), (true, false), (true, true)]
      : [(true, false), (false, false), (false, true), (true, true)]
    for start in milliseconds {
      for (index, level) in cycle.enumerated() {
        hand.feel(.quadrature(0, a: level.0, b: level.1), at: start - 2 + index)
      }
    }
  }

  @Test func turningActsAtOnce() {
    var hand = Hand(Self.map)
    turn(&hand, [100, 300])
    #expect(
      hand.seen == [
        Hand.Seen(100, .turned(0, isRight: true)),
        Hand.Seen(300, .turned(0, isRight: true))
      ])
  }

  @Test func aSingleClickJustBeforeAPushIsTakenBack() {
    var hand = Hand(Self.map)
    turn(&hand, [100])
    hand.press(0, [170, 300])
    hand.wait(until: 1_000)
    #expect(
      hand.gestures == [.turned(0, isRight: true), .twitched(0), .pressed(0), .released(0)])
  }

  @Test func whatCameEarlierOrInANumberIsMeant() {
    var early = Hand(Self.map)
    turn(&early, [100])
    early.press(0, [190, 300])
    #expect(!early.gestures.contains(.twitched(0)))
    var fast = Hand(Self.map)
    turn(&fast, [100, 140])
    fast.press(0, [170, 300])
    #expect(!fast.gestures.contains(.twitched(0)))
  }

  @Test func aClickWhileThePushSettlesBelongsToThePush() {
    var hand = Hand(Self.map)
    hand.feel(.contact(0, isClosed: true), at: 100)
    turn(&hand, [110])
    hand.wait(until: 200)
    #expect(hand.gestures == [.turned(0, isRight: true), .twitched(0), .pressed(0)])
    // It was the first; the next is the volume.
    turn(&hand, [300])
    #expect(hand.gestures.last == .turnedPushed(0, isRight: true))
  }

  @Test func pushAndTurnIsTheVolumeFromTheSecondClickOn() {
    var hand = Hand(Self.map)
    hand.press(0, [100])
    turn(&hand, [300, 350, 400])
    turn(&hand, [500], right: false)
    hand.feel(.contact(0, isClosed: false), at: 2_000)
    hand.wait(until: 5_000)
    #expect(
      hand.gestures == [
        .pressed(0), .turnedPushed(0, isRight: true), .turnedPushed(0, isRight: true),
        .turnedPushed(0, isRight: false)
      ], "neither short nor held")
  }

  @Test(arguments: [[true], [true, false], [false, true, false]])
  func aJerkWhilePushedMovesNothing(ways: [Bool]) {
    var hand = Hand(Self.map)
    hand.press(0, [100])
    for (index, way) in ways.enumerated() { turn(&hand, [200 + index * 50], right: way) }
    hand.feel(.contact(0, isClosed: false), at: 500)
    hand.wait(until: 1_000)
    #expect(hand.gestures == [.pressed(0), .released(0)])
  }

  // MARK: In the radio

  private static func click(_ right: Bool = true) -> [ControlEdge] {
    let cycle = [(false, true), (false, false), (true, false), (true, true)]
    let back = [(true, false), (false, false), (false, true), (true, true)]
    return (right ? cycle : back).map { .quadrature(0, a: $0.0, b: $0.1) }
  }

  private func radio(_ catalogue: Catalogue = .small, _ actions: Action...) -> Scenario {
    let radio = Scenario(State(catalogue: catalogue, controls: Self.map))
    radio.pass(.started)
    radio.pass(.control(.contactReread(0, isClosed: false)))
    radio.pass(.control(.contactReread(1, isClosed: false)))
    radio.pass(.control(.quadratureReread(0, a: true, b: true)))
    for action in actions { radio.pass(.action(action), later: .milliseconds(500)) }
    return radio
  }

  private func turn(_ radio: Scenario, _ right: Bool = true, later: Duration = .milliseconds(300)) {
    for (index, edge) in Self.click(right).enumerated() {
      radio.pass(.control(edge), later: index == 0 ? later : .zero)
    }
  }

  private func push(_ radio: Scenario, later: Duration) {
    radio.pass(.control(.contact(0, isClosed: true)), later: later)
    radio.pass(.control(.contact(0, isClosed: false)), later: .milliseconds(100))
    radio.pass(.woke, later: Limits.debounce)
  }

  @Test func aJerkBeforeAPushChoosesWhatWasLookedAt() {
    let radio = radio(.small, .open(.stations))
    turn(radio)
    #expect(radio.state.browse.focus == 1)
    turn(radio)
    push(radio, later: .milliseconds(40))
    #expect(radio.state.playback.station == .named("B"), "the second click was the jerk")
    #expect(radio.state.browse.screen == .player)
  }

  @Test func aJerkBeforeAPushLeavesTheVolume() {
    let radio = radio(.small, .play, .player)
    let before = radio.state.volume
    turn(radio)
    #expect(radio.state.volume.percent == before.percent + Limits.volumeStep)
    radio.pass(.control(.contact(0, isClosed: true)), later: .milliseconds(20))
    let effects = radio.pass(.woke, later: Limits.debounce)
    #expect(effects.contains(.setVolume(percent: before.percent, isMuted: false)))
    #expect(radio.state.volume == before)
    #expect(!radio.state.isVolumeShown)
    #expect(radio.state.browse.screen == .player)
  }

  @Test func whatHappenedSinceTheJerkIsNotTakenBack() {
    let radio = radio(.small, .open(.stations))
    turn(radio)
    radio.pass(.action(.turn(1)), later: .milliseconds(10))
    push(radio, later: .milliseconds(10))
    #expect(radio.state.playback.station == .named("C"))
  }

  @Test func pushAndTurnIsTheVolumeOnEveryScreen() {
    for screen in Screen.openable {
      let radio = radio(.small, .open(screen))
      radio.pass(.control(.contact(0, isClosed: true)), later: .seconds(1))
      radio.pass(.woke, later: .milliseconds(100))
      for _ in 0..<3 { turn(radio, later: .milliseconds(100)) }
      radio.pass(.control(.contact(0, isClosed: false)), later: .milliseconds(100))
      radio.pass(.woke, later: .seconds(1))
      #expect(radio.state.volume.percent == 60 + 2 * Limits.volumeStep, "\(screen)")
      #expect(radio.state.browse.screen == screen)
    }
  }

  private static let long = Catalogue(categories: [
    Category(
      name: "All", stations: (0..<40).map { .named("\("ABCDEFGHIJ".map(String.init)[$0 / 4])\($0 % 4)") })
  ])

  @Test func longListsAreLeafedThroughByLetter() {
    let radio = radio(Self.long, .open(.stations))
    for _ in 0..<10 { turn(radio, later: .milliseconds(60)) }
    #expect(radio.state.letter != nil)
    #expect(radio.state.browse.focus > 10 && radio.state.browse.focus.isMultiple(of: 4))
    // The jerk of a push takes the last leap back.
    let before = radio.state
    turn(radio, later: .milliseconds(100))
    #expect(radio.state.browse.focus == before.browse.focus + 4)
    radio.pass(.control(.contact(0, isClosed: true)), later: .milliseconds(10))
    radio.pass(.woke, later: Limits.debounce)
    #expect(radio.state.browse == before.browse)
    #expect(radio.state.letter == before.letter)
  }

  @Test func theVolumeIsNotLeafedThrough() {
    let player = radio(Self.long, .play, .player)
    for _ in 0..<6 { turn(player, false, later: .milliseconds(20)) }
    #expect(player.state.volume.percent == 60 - 6 * Limits.volumeStep)
  }

  /// With `playerKnob` = station a click would change what plays, and that cannot be taken back.
  @Test func clicksThatChangeTheStationWaitForThePush() {
    var settings = HouseSettings()
    settings.playerKnob = .station
    let radio = Scenario(State(catalogue: .small, settings: settings, controls: Self.map))
    radio.pass(.started)
    radio.pass(.control(.contactReread(0, isClosed: false)))
    radio.pass(.control(.quadratureReread(0, a: true, b: true)))
    radio.pass(.action(.play))
    radio.pass(.action(.player))
    turn(radio)
    #expect(radio.state.playback.station == .named("A"))
    radio.pass(.woke, later: Limits.twitch)
    #expect(radio.state.playback.station == .named("B"))
    turn(radio)
    push(radio, later: .milliseconds(40))
    radio.pass(.woke, later: .seconds(1))
    #expect(radio.state.playback.station == .named("B"))
    #expect(radio.state.browse.screen == .stations)
  }
}
