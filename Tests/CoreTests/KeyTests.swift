import Testing

@testable import Core

/// What each key does on each screen.
@Suite struct KeyTests {
  private func radio(_ actions: Action...) -> Scenario {
    let radio = Scenario(State(catalogue: .small))
    radio.pass(.started)
    for action in actions { radio.pass(.action(action), later: .milliseconds(500)) }
    return radio
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var screen: Screen
    var action: Action
    /// What it comes to; nil: nothing.
    var meant: Action?
    init(_ screen: Screen, _ action: Action, _ meant: Action?) {
      (self.screen, self.action, self.meant) = (screen, action, meant)
    }
    var testDescription: String { "\(action) on \(screen)" }
  }

  static let rows: [Row] = [
    Row(.player, .key(.category), .categoryNext), Row(.stations, .key(.category), .back),
    Row(.home, .key(.category), .back), Row(.player, .key(.station), .stationNext),
    Row(.settings, .key(.station), .player), Row(.player, .hold(.station), .stationPrevious),
    Row(.favorites, .hold(.category), .open(.home)), Row(.player, .hold(.category), .open(.home)),
    Row(.player, .key(.play), .playPause), Row(.categories, .key(.play), .playPause),
    Row(.recents, .hold(.play), nil), Row(.player, .key(.star), .favoriteNext),
    Row(.stations, .key(.star), .favoriteNext), Row(.stations, .hold(.star), .favorite),
    Row(.player, .hold(.star), .favorite), Row(.player, .key(.moon), nil), Row(.player, .hold(.moon), nil),
    Row(.stations, .key(.back), .back), Row(.stations, .hold(.back), .player),
    Row(.player, .hold(.back), nil),
    Row(.player, .key(.single), .playPause), Row(.stations, .key(.single), .back),
    Row(.player, .hold(.single), .open(.home)), Row(.settings, .hold(.single), .player),
    Row(.stations, .key(.knob), .push), Row(.stations, .hold(.knob), .options),
    Row(.player, .hold(.knob), .options)
  ]

  @Test(arguments: rows)
  func aKeyMeansWhatItsScreenSays(_ row: Row) {
    let pressed = radio(.play, .open(.categories), .turn(1), .push, .open(row.screen))
    let told = radio(.play, .open(.categories), .turn(1), .push, .open(row.screen))
    let effects = pressed.pass(.action(row.action), later: .milliseconds(500))
    let expected = told.pass(row.meant.map { .action($0) } ?? .woke, later: .milliseconds(500))
    #expect(effects == expected)
    #expect(pressed.state == told.state)
  }

  @Test func everyScreenCanBeLeftByTheKeysOfEachBoard() {
    for screen in Screen.openable where screen != .player {
      for way: Action in [.key(.station), .hold(.back), .hold(.single)] {
        let radio = radio(.play, .open(screen), way)
        #expect(radio.state.browse.screen == .player, "\(way) on \(screen)")
      }
    }
    for over: Action in [.options, .help] {
      for way: Action in [.key(.category), .key(.back), .key(.single)] {
        #expect(radio(.open(.home), over, way).state.browse.screen == .home, "\(way) on \(over)")
      }
    }
  }

  @Test func aQuestionTakesYesOrNoAndNothingElse() {
    let radio = radio(.play, .favorite, .open(.settings), .turn(1), .push)
    #expect(radio.state.browse.screen == .confirm)
    let before = radio.state
    for action: Action in [.key(.star), .hold(.star), .hold(.knob), .key(.moon)] {
      #expect(radio.pass(.action(action)).isEmpty, "\(action)")
    }
    #expect(radio.state == before)
    radio.pass(.action(.key(.back)))
    #expect(radio.state.browse.screen == .settings)
    #expect(!radio.state.favorites.stations.isEmpty)
  }

  @Test func aTypedNumberIsTunedByThePushOfTheKnob() {
    let radio = radio(.player, .digit(4), .key(.knob))
    #expect(radio.state.playback.station == .named("D"))
    #expect(radio.state.typedNumber == nil)
  }

  @Test func aFavoriteHasAPlace() {
    let radio = radio(.play, .favorite, .stationNext, .favorite)
    #expect(radio.state.favorites.stations.map(\.name) == ["B", "A"])
    radio.pass(.action(.favoriteNumber(2)))
    #expect(radio.state.playback.station == .named("A"))
    #expect(radio.state.playback.list == .favorites)
    radio.pass(.action(.favoriteNumber(3)))
    #expect(radio.state.note == .noSuchStation(3))
  }

  /// PLAY acts before the finger is off it, the others when it is.
  @Test func playActsAtThePress() {
    let map = ControlMap(contacts: [ControlMap.Contact(.play), ControlMap.Contact(.station)])
    let radio = Scenario(State(catalogue: .small, controls: map))
    radio.pass(.started)
    radio.pass(.action(.player))
    for index in 0..<2 { radio.pass(.control(.contactReread(ContactID(index), isClosed: false))) }
    radio.pass(.control(.contact(0, isClosed: true)), later: .seconds(1))
    #expect(!radio.state.playback.isWanted)
    radio.pass(.woke, later: Limits.debounce)
    #expect(radio.state.playback.isWanted)
    radio.pass(.control(.contact(0, isClosed: false)), later: .seconds(3))
    radio.pass(.control(.contact(1, isClosed: true)), later: .seconds(1))
    radio.pass(.woke, later: .milliseconds(100))
    #expect(radio.state.playback.station == .named("A"))
    radio.pass(.control(.contact(1, isClosed: false)), later: .milliseconds(100))
    radio.pass(.woke, later: Limits.debounce)
    #expect(radio.state.playback.station == .named("B"))
  }

  /// The radio asks to be called when a hold is due, and needs nothing else to tell it.
  @Test func aHoldComesAtItsTimeByTheWakeAlone() {
    let map = ControlMap(contacts: [ControlMap.Contact(.knob)])
    var settings = HouseSettings()
    settings.holdTime = .milliseconds(1_200)
    let radio = Scenario(State(catalogue: .small, settings: settings, controls: map))
    radio.pass(.control(.contactReread(0, isClosed: false)))
    var wakes: [Instant] = []
    func note(_ effects: [Effect]) {
      wakes += effects.compactMap { if case .wake(let at?) = $0 { at } else { nil } }
    }
    note(radio.pass(.control(.contact(0, isClosed: true)), later: .seconds(1)))
    #expect(wakes == [Instant(.milliseconds(1_025))])
    note(radio.pass(.woke, later: .milliseconds(25)))
    #expect(wakes.last == Instant(.milliseconds(2_200)))
    radio.pass(.woke, later: .milliseconds(1_174))
    #expect(radio.state.browse.screen == .player)
    radio.pass(.woke, later: .milliseconds(1))
    #expect(radio.state.browse.screen == .options)
  }
}
