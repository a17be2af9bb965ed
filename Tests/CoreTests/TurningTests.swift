import Testing

@testable import Core

/// What the knob does: rows, letters, values, and the ends of lists.
@Suite struct TurningTests {
  private static let names = (0..<26).flatMap { letter in
    (0..<4).map { "\(Character(Unicode.Scalar(UInt8(97 + letter)))) \($0)" }
  }

  private func radio(_ names: [String] = names, settings: HouseSettings = .withoutNeighbors)
    -> Scenario
  {
    let list = Catalogue(categories: [Category(name: "All", stations: names.map(Station.named))])
    let radio = Scenario(State(catalogue: list, settings: settings))
    radio.pass(.started)
    radio.pass(.action(.push))
    #expect(radio.state.browse.screen == .stations)
    return radio
  }

  private func turn(_ radio: Scenario, _ clicks: Int, times: Int, every pause: Duration) {
    for _ in 0..<times { radio.pass(.action(.turn(clicks)), later: pause) }
  }

  @Test func slowTurningGoesRowByRow() {
    let radio = radio()
    turn(radio, 1, times: 10, every: Limits.fastClick)
    #expect(radio.state.browse.focus == 10)
    #expect(radio.state.letter == nil)
  }

  @Test func fastTurningGoesByLetterAndShowsIt() {
    let radio = radio()
    // The first clicks are rows: a twitch jumps nowhere.
    turn(radio, 1, times: 3, every: .milliseconds(100))
    #expect(radio.state.browse.focus == 3)
    radio.pass(.action(.turn(1)), later: .milliseconds(100))
    #expect(radio.state.browse.focus == 4)
    #expect(radio.state.letter == "B")
    turn(radio, 1, times: 3, every: .milliseconds(50))
    #expect(radio.state.browse.focus == 16)
    #expect(radio.state.letter == "E")
    radio.pass(.woke, later: Limits.overlayShown)
    #expect(radio.state.letter == nil)
  }

  @Test func theWayBackIsByLetterToo() {
    let radio = radio()
    radio.pass(.action(.focus(50)))
    turn(radio, -1, times: 6, every: .milliseconds(60))
    // Three rows (47, L), then to the first of K, J, I.
    #expect(radio.state.browse.focus == 32)
    #expect(radio.state.letter == "I")
  }

  @Test func aChangeOfDirectionIsNotFast() {
    let radio = radio()
    for _ in 0..<8 {
      radio.pass(.action(.turn(1)), later: .milliseconds(60))
      radio.pass(.action(.turn(-1)), later: .milliseconds(60))
    }
    #expect(radio.state.letter == nil)
  }

  @Test func shortListsAndExactStepsHaveNoLetters() {
    let short = radio(Array(TurningTests.names.prefix(Limits.rowsWithoutLetters)))
    turn(short, 1, times: 12, every: .milliseconds(20))
    #expect(short.state.browse.focus == 12)
    let exact = radio()
    for _ in 0..<12 { exact.pass(.action(.step(1)), later: .milliseconds(20)) }
    #expect(exact.state.browse.focus == 12)
    #expect(exact.state.letter == nil)
  }

  @Test func whereAllBeginAlikeAPageIsGone() {
    let radio = radio((0..<60).map { "Radio \($0)" })
    turn(radio, 1, times: 4, every: .milliseconds(50))
    #expect(radio.state.browse.focus == 3 + Limits.pageRows)
    turn(radio, -1, times: 5, every: .milliseconds(50))
    #expect(radio.state.browse.focus == 0)
  }

  @Test func jumpToLetterIsAnOption() {
    let radio = radio()
    radio.pass(.action(.options))
    radio.pass(.action(.turn(1)), later: .seconds(1))
    radio.send(.action(.push), later: .seconds(1), [.wake(at: radio.now + .seconds(1) + Limits.jumpShown)]) {
      $0.browse.screen = .stations
      $0.browse.isJumping = true
      $0.letter = "A"
      $0.letterUntil = $0.now + .seconds(1) + Limits.jumpShown
    }
    radio.pass(.action(.turn(1)), later: .seconds(1))
    radio.pass(.action(.turn(1)), later: .seconds(1))
    #expect(radio.state.browse.focus == 8)
    #expect(radio.state.letter == "C")
    // The push ends it and plays nothing.
    #expect(radio.pass(.action(.push)).allSatisfy { if case .wake = $0 { true } else { false } })
    #expect(!radio.state.browse.isJumping && radio.state.letter == nil)
    radio.pass(.action(.push))
    #expect(radio.state.playback.station?.name == "c 0")
  }

  @Test func aJumpEndsByItselfAndWithItsScreen() {
    let radio = radio()
    for action: Action in [.options, .step(1), .push] { radio.pass(.action(action), later: .seconds(1)) }
    #expect(radio.state.browse.isJumping)
    radio.pass(.woke, later: Limits.jumpShown)
    #expect(!radio.state.browse.isJumping && radio.state.letter == nil)
    for action: Action in [.options, .step(1), .push] { radio.pass(.action(action), later: .seconds(1)) }
    radio.pass(.action(.player))
    #expect(!radio.state.browse.isJumping && radio.state.letter == nil)
  }

  @Test(arguments: [
    ("Ärzte", "Ä"), ("\u{1F4FB} Café", "C"), ("1Live", "1"), ("'s", "S"), ("电台", "电"), ("***", "*")
  ])
  func theInitialIsTheFirstLetterOrDigit(name: String, letter: Character) {
    #expect(State.initial(of: name) == letter)
  }

  @Test func pagesStopAtTheEnds() {
    let radio = radio()
    radio.pass(.action(.page(1)))
    #expect(radio.state.browse.focus == Limits.pageRows)
    radio.pass(.action(.page(-3)), later: .seconds(1))
    #expect(radio.state.browse.focus == 0)
    radio.pass(.action(.page(1_000_000)), later: .seconds(1))
    #expect(radio.state.browse.focus == TurningTests.names.count - 1)
    radio.pass(.action(.focus(7)))
    #expect(radio.state.browse.focus == 7)
    radio.pass(.action(.focus(-1)))
    #expect(radio.state.browse.focus == 0)
  }

  @Test func theKnobCanBeTheStation() {
    var settings = HouseSettings()
    settings.playerKnob = .station
    let radio = radio(["A", "B", "C"], settings: settings)
    radio.pass(.action(.push))
    #expect(radio.state.browse.screen == .player)
    radio.pass(.action(.turn(1)))
    #expect(radio.state.playback.station?.name == "B")
    radio.pass(.action(.turn(-2)))
    #expect(radio.state.playback.station?.name == "C")
    #expect(radio.state.volume.percent == Limits.volumeAtFirst)
    // Louder and softer have keys of their own, or push and turn.
    radio.pass(.action(.volumeUp))
    #expect(radio.state.volume.percent == Limits.volumeAtFirst + Limits.volumeStep)
  }

  @Test func theHeadOfAWideListIsBeforeItsFirstRow() {
    let radio = Scenario(State(catalogue: .small, recents: ["A", "B"].map(Station.named)))
    radio.pass(.action(.open(.recents)))
    radio.send(.laidOut(.wide), []) { $0.layout = .wide }
    radio.pass(.action(.step(-1)), later: .seconds(1))
    #expect(radio.state.browse.focus == -1)
    radio.pass(.action(.step(-1)), later: .milliseconds(100))
    #expect(radio.state.browse.focus == -1)
    radio.pass(.action(.step(-1)), later: .seconds(1))
    #expect(radio.state.browse.focus == 1)
    radio.pass(.action(.step(1)), later: .seconds(1))
    radio.send(.action(.push), []) {
      $0.browse.under = .recents
      $0.browse.screen = .confirm
      $0.browse.focus = 0
      $0.browse.question = .clearRecents
    }
    radio.pass(.action(.step(1)))
    radio.send(
      .action(.push), [.save(.recents), .wake(at: radio.now + Limits.noteShown)]
    ) {
      $0.browse.screen = .recents
      $0.browse.question = nil
      $0.browse.focus = 0
      $0.recents.removeAll()
      $0.note = .recentsCleared
      $0.noteUntil = $0.now + Limits.noteShown
    }
    // A panel that is not wide has no such place.
    radio.pass(.laidOut(.compact))
    #expect(radio.state.headQuestion == nil)
  }
}
