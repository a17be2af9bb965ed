import Testing

@testable import Core

@Suite struct BrowseTests {
  private func radio(_ actions: Action...) -> Scenario {
    let radio = Scenario(State(catalogue: .small, settings: .withoutNeighbors))
    radio.pass(.started)
    for action in actions { radio.pass(.action(action), later: .milliseconds(100)) }
    return radio
  }

  @Test func lookingNeverChangesTheSound() {
    let radio = radio(.play)
    let playback = radio.state.playback
    for action: Action in [
      .open(.categories), .turn(1), .push, .turn(1), .turn(1), .back, .back, .turn(2), .push, .options, .back,
      .open(.settings), .help, .open(.stations), .turn(-1), .open(.favorites), .open(.recents), .open(.radio)
    ] {
      let effects = radio.pass(.action(action), later: .milliseconds(100))
      #expect(effects.isEmpty, "\(action) did \(effects)")
    }
    #expect(radio.state.playback == playback)
  }

  @Test func fromACategoryToItsStationToThePlayer() {
    let radio = radio(.open(.categories), .turn(1))
    radio.send(.action(.push), []) {
      $0.browse.category = 1
      $0.browse.screen = .stations
    }
    radio.pass(.action(.turn(1)))
    let effects = radio.pass(.action(.push))
    #expect(effects.contains(.startSession(1, .named("E"), cushion: Limits.cushionAtFirst)))
    #expect(radio.state.browse.screen == .player)
    // Back to the list with the focus on what plays.
    radio.pass(.action(.push))
    #expect(radio.state.browse.screen == .stations)
    #expect(radio.state.browse.focus == 1)
    // Choosing what plays already does not start it again.
    #expect(radio.pass(.action(.push)).isEmpty)
    #expect(radio.state.browse.screen == .player)
  }

  @Test func backGoesUp() {
    let radio = radio(.open(.categories), .push)
    for expected: Screen in [.categories, .home, .player, .home] {
      radio.pass(.action(.back))
      #expect(radio.state.browse.screen == expected)
    }
    for screen: Screen in [.recents, .favorites, .settings] {
      radio.pass(.action(.open(screen)))
      radio.pass(.action(.back))
      #expect(radio.state.browse.screen == .home)
    }
  }

  @Test func listsStopAtTheirEndsAndGoRoundAfterARest() {
    let radio = radio(.open(.categories))
    radio.pass(.action(.turn(5)), later: .seconds(1))
    #expect(radio.state.browse.focus == 1)
    radio.pass(.action(.turn(1)), later: .milliseconds(100))
    #expect(radio.state.browse.focus == 1)
    radio.pass(.action(.turn(1)), later: Limits.wrapRest)
    #expect(radio.state.browse.focus == 0)
    radio.pass(.action(.turn(-1)), later: .milliseconds(100))
    #expect(radio.state.browse.focus == 0)
    radio.pass(.action(.turn(-1)), later: Limits.wrapRest)
    #expect(radio.state.browse.focus == 1)
  }

  @Test func eachCategoryRemembersItsRow() {
    let radio = radio(.open(.categories), .push, .turn(2), .back, .turn(1), .push, .back, .turn(-1), .push)
    #expect(radio.state.browse.category == 0)
    #expect(radio.state.browse.focus == 2)
  }

  @Test func clearingAsksFirstAndTheFocusIsOnNo() {
    let radio = radio(.play, .favorite, .open(.settings), .turn(1), .push)
    #expect(radio.state.browse.screen == .confirm)
    #expect(radio.state.browse.question == .clearFavorites)
    radio.pass(.action(.push))
    #expect(radio.state.favorites.stations.count == 1)
    #expect(radio.state.browse.screen == .settings)
    radio.pass(.action(.push))
    radio.pass(.action(.turn(1)))
    let effects = radio.pass(.action(.push))
    #expect(effects.contains(.save(.favorites)))
    #expect(radio.state.favorites.stations.isEmpty)
    #expect(radio.state.note == .favoritesCleared)
  }

  @Test func optionsDoWhatTheySay() {
    let radio = radio(.open(.categories), .push, .turn(1), .options)
    #expect(radio.state.browse.screen == .options)
    // The first option of a station list is Favorite: of the row under the sheet, not of what plays.
    let effects = radio.pass(.action(.push))
    #expect(effects.contains(.save(.favorites)))
    #expect(radio.state.favorites.stations.map(\.name) == ["B"])
    #expect(radio.state.browse.screen == .stations)
  }

  @Test func theKnobIsTheVolumeOnPlayer() {
    let radio = radio(.player)
    radio.send(
      .action(.turn(-2)),
      [.setVolume(percent: 52, isMuted: false), .save(.state), .wake(at: radio.now + Limits.overlayShown)]
    ) {
      $0.volume.set(52)
      $0.isVolumeShown = true
      $0.volumeShownUntil = $0.now + Limits.overlayShown
    }
    radio.send(.woke, later: Limits.overlayShown, [.wake(at: nil)]) {
      $0.isVolumeShown = false
      $0.volumeShownUntil = nil
    }
  }

  @Test(arguments: [("4", "D"), ("05", "E"), ("1", "A")])
  func digitsTuneAStation(digits: String, name: String) {
    let radio = radio(.player)
    for digit in digits { radio.pass(.action(.digit(digit.wholeNumberValue!))) }
    #expect(radio.state.typedNumber == Int(digits))
    let effects = radio.pass(.woke, later: Limits.numberTyped)
    #expect(effects.contains(.startSession(1, .named(name), cushion: Limits.cushionAtFirst)))
    #expect(radio.state.typedNumber == nil)
  }

  @Test func aNumberWithoutAStationIsSaid() {
    let radio = radio(.player, .digit(9), .push)
    #expect(radio.state.note == .noSuchStation(9))
    #expect(radio.state.playback.station == nil)
  }

  @Test func anEmptyRadioSaysSoAndLives() {
    let radio = Scenario(State(catalogue: Catalogue()))
    radio.pass(.started)
    for name in Action.names {
      let line = name.form.hasSuffix(" N") ? name.form.replacing(" N", with: " 5") : name.form
      guard let action = Action(line: line) else { continue }
      radio.pass(.action(action), later: .milliseconds(50))
    }
    radio.pass(.action(.stationNext))
    #expect(radio.state.note == .noStations)
    #expect(radio.state.playback.phase == .stopped)
  }
}
