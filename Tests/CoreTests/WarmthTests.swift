import Testing

@testable import Core

/// The stations beside the one that plays are open before they are chosen.
@Suite struct WarmthTests {
  private let cushion = Limits.cushionAtFirst

  /// Rock: A to F; Pop: G, H.
  private func radio(_ settings: HouseSettings = HouseSettings()) -> Scenario {
    let list = Catalogue(categories: [
      Category(name: "Rock", stations: ["A", "B", "C", "D", "E", "F"].map(Station.named)),
      Category(name: "Pop", stations: ["G", "H"].map(Station.named))
    ])
    let radio = Scenario(State(catalogue: list, settings: settings))
    radio.pass(.started)
    return radio
  }

  /// A sounds, B was zapped to and sounds, and the neighbors C and A are open as 3 and 4.
  private func zapped() -> Scenario {
    let radio = radio()
    radio.pass(.action(.play))
    radio.pass(.stream(1, .sounding))
    radio.pass(.action(.stationNext), later: .seconds(10))
    radio.pass(.stream(2, .sounding), later: .milliseconds(300))
    let effects = radio.pass(.woke, later: .milliseconds(700))
    #expect(warmed(effects) == ["C", "A"])
    return radio
  }

  private func warmed(_ effects: [Effect]) -> [String] {
    effects.compactMap { if case .warmSession(_, let station, _) = $0 { station.name } else { nil } }
  }

  private func stopped(_ effects: [Effect]) -> [SessionID] {
    effects.compactMap { if case .stopSession(let id) = $0 { id } else { nil } }
  }

  @Test func afterAZapTheNextAndThePreviousAreOpened() {
    let radio = radio()
    radio.pass(.action(.play))
    radio.pass(.stream(1, .sounding))
    radio.pass(.action(.stationNext), later: .seconds(10))
    let zap = radio.now
    // Not while the station that was chosen connects, whatever the time.
    radio.pass(.woke, later: .milliseconds(1_500))
    #expect(radio.state.warmth.neighbors == [])
    radio.send(
      .stream(2, .sounding), later: .milliseconds(100),
      [
        .stopSession(1), .save(.recents), .warmSession(3, .named("C"), cushion: cushion),
        .warmSession(4, .named("A"), cushion: cushion),
        .wake(at: zap + Limits.warmRest + Limits.warmKept)
      ]
    ) {
      $0.playback.phase = .playing
      $0.playback.outgoing = nil
      $0.playback.silentSince = nil
      $0.playback.soundingSince = zap + .milliseconds(1_600)
      $0.playback.sessionsStarted = 4
      $0.recents = SiteList([.named("B"), .named("A")], limit: 20)
      $0.warmth.neighbors = [
        Warmth.Neighbor(session: 3, station: .named("C")), Warmth.Neighbor(session: 4, station: .named("A"))
      ]
    }
    // A minute, and no longer.
    radio.send(
      .woke, later: .seconds(60), [.stopSession(3), .stopSession(4), .wake(at: nil)]
    ) {
      $0.warmth.neighbors = []
      $0.warmth.wish = nil
    }
    #expect(radio.pass(.woke, later: .seconds(600)).isEmpty)
  }

  @Test func whatIsOpenIsTakenOverWithAllThatItTold() {
    let radio = zapped()
    let info = StreamInfo(name: "Station C")
    let format = StreamFormat(codec: "MP3", rate: 44_100, channels: 2)
    radio.send(.stream(3, .connected(info)), []) { $0.warmth.neighbors[0].info = info }
    radio.send(.stream(3, .format(format)), []) { $0.warmth.neighbors[0].format = format }
    radio.send(.stream(3, .title("Song")), []) { $0.warmth.neighbors[0].title = "Song" }
    let now = radio.now + .seconds(5)
    radio.send(
      .action(.stationNext), later: .seconds(5),
      [
        .soundSession(3), .save(.state), .stopSession(4), .wake(at: now + Limits.warmRest)
      ]
    ) {
      $0.playback.outgoing = Outgoing(session: 2, station: .named("B"), until: now + Limits.outgoingMax)
      $0.playback.station = .named("C")
      $0.playback.session = 3
      $0.playback.info = info
      $0.playback.format = format
      $0.playback.title = "Song"
      $0.playback.phase = .buffering(percent: 0)
      $0.playback.soundingSince = nil
      $0.playback.silentSince = now
      $0.lastHeard = ["Rock": "http://h.example/C"]
      $0.warmth.neighbors = []
      $0.warmth.wish = nil
      $0.warmth.nextWish = Warmth.Wish(
        stations: [.named("D"), .named("B")], from: now + Limits.warmRest)
    }
    let effects = radio.pass(.stream(3, .sounding), later: .milliseconds(30))
    #expect(stopped(effects) == [2])
    #expect(radio.state.recents.stations.first == .named("C"))
    #expect(warmed(radio.pass(.woke, later: .seconds(1))) == ["D", "B"])
  }

  @Test func oneThatHasNotAnsweredYetIsTakenOverToo() {
    let radio = zapped()
    let effects = radio.pass(.action(.stationNext))
    #expect(effects.first == .soundSession(3))
    #expect(radio.state.playback.phase == .connecting && radio.state.playback.session == 3)
    radio.pass(.stream(3, .failed(.refused)))
    guard case .waiting(.refused, _) = radio.state.playback.phase else {
      Issue.record("\(radio.state.playback.phase)")
      return
    }
    #expect(radio.state.playback.outgoing == nil)
  }

  @Test func aFailureIsToldToNobodyAndNotTriedAgain() {
    let radio = zapped()
    let now = radio.now
    radio.send(.stream(3, .failed(.status(404))), [.stopSession(3)]) {
      $0.warmth.neighbors.removeFirst()
      $0.warmth.refusals = [Warmth.Refusal(link: "http://h.example/C", until: now + Limits.warmKept)]
    }
    #expect(warmed(radio.pass(.woke, later: .seconds(30))) == [])
    radio.send(.stream(4, .ending(.ended, left: .seconds(4))), [.stopSession(4), .wake(at: nil)]) {
      $0.warmth.neighbors = []
      $0.warmth.refusals.append(
        Warmth.Refusal(link: "http://h.example/A", until: $0.now + Limits.warmKept))
    }
    #expect(radio.state.playback.phase == .playing && radio.state.note == nil)
    // A hand may try it all the same.
    #expect(radio.pass(.action(.stationNext)).first == .startSession(5, .named("C"), cushion: cushion))
  }

  @Test func theRowOnWhichTheKnobRestsIsOpenedFirst() {
    let radio = radio()
    radio.pass(.action(.play))
    radio.pass(.stream(1, .sounding))
    radio.pass(.action(.open(.stations)), later: .seconds(10))
    for _ in 0..<3 {
      #expect(warmed(radio.pass(.action(.turn(1)), later: .milliseconds(900))) == [])
    }
    #expect(warmed(radio.pass(.woke, later: Limits.warmRest)) == ["D", "E"])
    // On, with a rest: what is still near stays.
    radio.pass(.action(.turn(1)), later: .seconds(5))
    let effects = radio.pass(.woke, later: Limits.warmRest)
    #expect(stopped(effects) == [2] && warmed(effects) == ["F"])
    // What plays is not opened once more.
    radio.pass(.action(.focus(0)))
    let home = radio.pass(.woke, later: Limits.warmRest)
    #expect(warmed(home) == ["B"] && stopped(home) == [3])
    let push = radio.pass(.action(.focus(1)))
    #expect(stopped(push) == [])
    let choice = radio.pass(.action(.push))
    #expect(choice.first == .soundSession(5))
    #expect(stopped(choice) == [4])
    #expect(radio.state.browse.screen == .player)
  }

  @Test func aSilentRadioOpensTheFocusedStationToo() {
    let radio = radio()
    radio.pass(.action(.open(.stations)))
    #expect(warmed(radio.pass(.woke, later: .seconds(2))) == [])
    // Three seconds after the start at the earliest.
    #expect(warmed(radio.pass(.woke, later: .seconds(1))) == ["A", "B"])
    #expect(radio.pass(.action(.push)).first == .soundSession(1))
  }

  @Test func favoritesAndRecentsAreLists() {
    let radio = radio()
    for number in [1, 3, 5] {
      radio.pass(.action(.tune(number)))
      radio.pass(.stream(radio.state.playback.session ?? 0, .sounding))
      radio.pass(.action(.favoritePlaying), later: .seconds(1))
    }
    radio.pass(.action(.open(.recents)))
    #expect(warmed(radio.pass(.woke, later: .seconds(3))) == ["C", "A"])
    radio.pass(.action(.player))
    radio.pass(.action(.favoriteNext))
    #expect(radio.state.playback.station?.name == "C" && radio.state.playback.list == .favorites)
    radio.pass(.stream(radio.state.playback.session ?? 0, .sounding))
    #expect(warmed(radio.pass(.woke, later: .seconds(1))) == ["A", "E"])
  }

  @Test func tuningIsNoZap() {
    let radio = zapped()
    let effects = radio.pass(.action(.tune(7)))
    #expect(Set(stopped(effects)) == [3, 4])
    radio.pass(.stream(5, .sounding))
    #expect(warmed(radio.pass(.woke, later: .seconds(10))) == [])
  }

  @Test func theHouseAndTheNetworkMayForbidIt() {
    let off = radio(.withoutNeighbors)
    off.pass(.action(.play))
    off.pass(.stream(1, .sounding))
    off.pass(.action(.stationNext), later: .seconds(10))
    off.pass(.stream(2, .sounding))
    off.pass(.action(.open(.stations)))
    #expect(warmed(off.pass(.woke, later: .seconds(30))) == [] && off.state.warmth.wish == nil)
    let radio = zapped()
    #expect(stopped(radio.pass(.metered(true))) == [3, 4])
    #expect(warmed(radio.pass(.woke, later: .seconds(1))) == [])
    #expect(warmed(radio.pass(.metered(false))) == ["C", "A"])
  }

  /// With a relief and two neighbors four sessions are open, and the places are used up.
  @Test func neverMoreThanFour() {
    let radio = zapped()
    radio.pass(.stream(2, .ending(.ended, left: .seconds(4))))
    #expect(radio.state.playback.relief?.session == 5)
    #expect(radio.state.warmth.neighbors.count == 2)
    // Another one while the rest is heard: the relief goes.
    let effects = radio.pass(.action(.tune(5)))
    #expect(Set(stopped(effects)) == [3, 4, 5])
    #expect(radio.state.playback.outgoing?.session == 2)
  }

  // MARK: The station before

  private func playing() -> Scenario {
    let radio = radio(.withoutNeighbors)
    radio.pass(.action(.play))
    radio.pass(.stream(1, .sounding))
    radio.pass(.woke, later: .seconds(60))
    return radio
  }

  @Test func theOldOneIsNotHeardForEver() {
    let radio = playing()
    radio.pass(.action(.stationNext))
    #expect(radio.pass(.woke, later: .milliseconds(2_900)).isEmpty)
    #expect(stopped(radio.pass(.woke, later: .milliseconds(100))) == [1])
    #expect(radio.state.playback.phase == .connecting)
  }

  /// The hand goes on turning: the sound goes on, but for no longer than after one click.
  @Test func aSecondZapDoesNotMakeItSilent() {
    let radio = playing()
    radio.pass(.action(.stationNext))
    #expect(stopped(radio.pass(.action(.stationNext), later: .seconds(1))) == [2])
    #expect(stopped(radio.pass(.action(.stationNext), later: .seconds(1))) == [3])
    #expect(radio.state.playback.outgoing?.session == 1)
    #expect(stopped(radio.pass(.woke, later: .seconds(1))) == [1])
    radio.pass(.stream(4, .sounding))
    #expect(radio.state.recents.stations.map(\.name) == ["D", "A"])
  }

  @Test func backToTheOldOneOpensItAnew() {
    let radio = playing()
    radio.pass(.action(.stationNext))
    let effects = radio.pass(.action(.stationPrevious), later: .milliseconds(100))
    #expect(stopped(effects) == [2, 1])
    #expect(effects.contains(.startSession(3, .named("A"), cushion: cushion)))
    #expect(radio.state.playback.outgoing == nil)
  }

  @Test(arguments: [
    Event.action(.pause), .action(.mute), .stream(2, .failed(.refused)), .stream(1, .starved),
    .stream(1, .failed(.ended))
  ])
  func whatEndsIt(event: Event) {
    let radio = playing()
    radio.pass(.action(.stationNext))
    radio.pass(.stream(2, .connected(StreamInfo())))
    #expect(radio.state.playback.outgoing?.session == 1)
    #expect(stopped(radio.pass(event)).contains(1))
    #expect(radio.state.playback.outgoing == nil)
  }

  @Test func whatIsNotHeardIsNotHeardOn() {
    let radio = playing()
    radio.pass(.action(.pause))
    #expect(stopped(radio.pass(.action(.stationNext))) == [1])
    radio.pass(.stream(2, .sounding))
    radio.pass(.stream(2, .starved))
    #expect(stopped(radio.pass(.action(.stationNext))) == [2])
    #expect(radio.state.playback.outgoing == nil)
  }
}
