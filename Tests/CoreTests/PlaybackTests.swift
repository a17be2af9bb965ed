import Testing

@testable import Core

@Suite struct PlaybackTests {
  private let cushion = Limits.cushionAtFirst

  /// A, playing since two seconds.
  private func playing() -> Scenario {
    let radio = Scenario(State(catalogue: .small))
    radio.pass(.started)
    radio.pass(.action(.play))
    radio.pass(.stream(1, .connected(StreamInfo())))
    radio.pass(.stream(1, .sounding))
    radio.pass(.woke, later: .seconds(2))
    return radio
  }

  @Test func fromSilenceToSound() {
    let radio = Scenario(State(catalogue: .small))
    radio.send(.started, [.setVolume(percent: 60, isMuted: false)]) {
      $0.browse.screen = .categories
      $0.warmth.earliest = .start + Limits.warmAtFirst
    }
    radio.send(
      .action(.play),
      [
        .startSession(1, .named("A"), cushion: cushion), .save(.state),
        .wake(at: .start + Limits.silenceMax)
      ]
    ) {
      $0.playback.station = .named("A")
      $0.playback.session = 1
      $0.playback.sessionsStarted = 1
      $0.playback.silentSince = .start
      $0.playback.phase = .connecting
      $0.lastHeard = ["Rock": "http://h.example/A"]
    }
    let info = StreamInfo(name: "Station A", kbitPerSecond: 128)
    radio.send(.stream(1, .connected(info)), later: .milliseconds(80), []) {
      $0.playback.info = info
      $0.playback.phase = .buffering(percent: 0)
    }
    let format = StreamFormat(codec: "MP3", rate: 44_100, channels: 2, kbitPerSecond: 128)
    radio.send(.stream(1, .format(format)), []) { $0.playback.format = format }
    radio.send(.stream(1, .buffering(percent: 50)), []) { $0.playback.phase = .buffering(percent: 50) }
    radio.send(.stream(1, .sounding), later: .milliseconds(20), [.save(.recents), .wake(at: nil)]) {
      $0.playback.phase = .playing
      $0.playback.silentSince = nil
      $0.playback.soundingSince = .start + .milliseconds(100)
      $0.recents = SiteList([.named("A")], limit: 20)
    }
    radio.send(.stream(1, .title("Ann – Song")), []) { $0.playback.title = "Ann – Song" }
    radio.send(.stream(1, .title("")), []) { $0.playback.title = nil }
    #expect(radio.state.saved.wasPlaying)
    #expect(radio.state.saved.categoryName == "Rock")
  }

  @Test func zappingStartsTheNextAndThenStopsTheOld() {
    let radio = playing()
    let now = radio.now
    radio.send(
      .action(.stationNext),
      [
        .startSession(2, .named("B"), cushion: cushion), .save(.state), .wake(at: now + Limits.warmRest)
      ]
    ) {
      $0.playback.outgoing = Outgoing(
        session: 1, station: .named("A"), until: now + Limits.outgoingMax)
      $0.warmth.nextWish = Warmth.Wish(
        stations: [.named("C"), .named("A")], from: now + Limits.warmRest)
      $0.playback.station = .named("B")
      $0.playback.session = 2
      $0.playback.sessionsStarted = 2
      $0.playback.phase = .connecting
      $0.playback.info = nil
      $0.playback.soundingSince = nil
      $0.playback.silentSince = now
      $0.lastHeard = ["Rock": "http://h.example/B"]
    }
    // A word of the old session changes nothing.
    radio.send(.stream(1, .title("Old")), []) { _ in }
    radio.send(.stream(1, .sounding), []) { _ in }
    radio.send(.stream(2, .sounding), [.stopSession(1), .save(.recents)]) {
      $0.playback.outgoing = nil
      $0.playback.phase = .playing
      $0.playback.silentSince = nil
      $0.playback.soundingSince = now
      $0.recents = SiteList([.named("B"), .named("A")], limit: 20)
    }
    radio.send(.stream(1, .failed(.ended)), []) { _ in }
  }

  @Test func zappingGoesRoundTheCategory() {
    let radio = playing()
    for expected in ["B", "C", "A"] {
      radio.pass(.action(.stationNext))
      #expect(radio.state.playback.station?.name == expected)
    }
    radio.pass(.action(.stationPrevious))
    #expect(radio.state.playback.station?.name == "C")
  }

  @Test func aCategoryRemembersItsStation() {
    let radio = playing()
    radio.pass(.action(.stationNext))
    radio.pass(.action(.categoryNext))
    #expect(radio.state.playback.station?.name == "D")
    #expect(radio.state.note == .category("Pop"))
    radio.pass(.action(.categoryNext))
    #expect(radio.state.playback.station?.name == "B")
    radio.pass(.action(.categoryPrevious))
    #expect(radio.state.playback.station?.name == "D")
  }

  @Test func pauseHoldsTheStreamForAWhile() {
    let radio = playing()
    let now = radio.now
    radio.send(.action(.playPause), [.pauseSession(1), .save(.state), .wake(at: now + Limits.pauseKept)]) {
      $0.playback.phase = .paused
      $0.playback.pausedSince = now
      $0.playback.soundingSince = nil
      $0.playback.soundedBefore = .seconds(2)
    }
    #expect(!radio.state.saved.wasPlaying)
    radio.send(
      .action(.playPause), later: .seconds(5),
      [.resumeSession(1), .save(.state), .wake(at: now + .seconds(5) + Limits.silenceMax)]
    ) {
      $0.playback.phase = .buffering(percent: 100)
      $0.playback.pausedSince = nil
      $0.playback.silentSince = now + .seconds(5)
    }
    radio.pass(.stream(1, .sounding))
    #expect(radio.state.playback.phase == .playing)
    // Held too long: closed, and live again when it is wanted again.
    radio.pass(.action(.pause))
    radio.send(.woke, later: Limits.pauseKept, [.stopSession(1), .wake(at: nil)]) {
      $0.playback.session = nil
      $0.playback.pausedSince = nil
    }
    let effects = radio.pass(.action(.play))
    #expect(effects.first == .startSession(2, .named("A"), cushion: cushion))
  }

  @Test func aFailureWhilePausedIsNotRetried() {
    let radio = playing()
    radio.pass(.action(.pause))
    radio.send(.stream(1, .failed(.ended)), [.stopSession(1), .wake(at: nil)]) {
      $0.playback.session = nil
      $0.playback.pausedSince = nil
    }
    #expect(radio.state.playback.phase == .paused)
  }

  @Test func runningDryDoublesTheCushion() {
    let radio = playing()
    let now = radio.now
    radio.send(
      .stream(1, .starved),
      [.setCushion(1, cushion * 2), .save(.state), .wake(at: now + Limits.silenceMax)]
    ) {
      $0.playback.phase = .buffering(percent: 0)
      $0.playback.soundingSince = nil
      $0.playback.soundedBefore = .seconds(2)
      $0.playback.silentSince = now
      $0.cushions.double(for: .named("A"))
    }
    for _ in 0..<10 {
      radio.pass(.stream(1, .sounding))
      radio.pass(.stream(1, .starved))
    }
    #expect(radio.state.cushions.cushion(for: .named("A")) == Limits.cushionMax)
    #expect(radio.state.cushions.cushion(for: .named("B")) == Limits.cushionAtFirst)
  }

  @Test func pausesGrowAndNeverEnd() {
    let radio = playing()
    radio.pass(.stream(1, .failed(.refused)))
    var session = 1
    for failures in 1...12 {
      guard case .waiting(.refused, let until) = radio.state.playback.phase else {
        Issue.record("not waiting but \(radio.state.playback.phase)")
        return
      }
      let whole = Duration.seconds(min(60, 1 << (failures - 1)))
      let pause = until - radio.now
      #expect(pause <= whole && pause >= whole * 3 / 4, "pause \(failures) is \(pause)")
      let effects = radio.pass(.woke, later: pause)
      session += 1
      #expect(effects.contains(.startSession(SessionID(session), .named("A"), cushion: cushion)))
      #expect(radio.state.playback.phase == .connecting)
      #expect(radio.state.playback.lastFailure == .refused)
      radio.pass(.stream(SessionID(session), .failed(.refused)), later: .milliseconds(30))
    }
  }

  @Test(arguments: [(5, 3), (29, 3), (30, 1), (3_600, 1)])
  func onlyRealSoundMakesAStationWellAgain(seconds: Int, failures: Int) {
    let radio = playing()
    radio.pass(.stream(1, .failed(.ended)))
    for session in 2...3 {
      radio.pass(.woke, later: .seconds(60))
      radio.pass(.stream(SessionID(session), .sounding))
      if session == 3 { radio.pass(.woke, later: .seconds(seconds)) }
      radio.pass(.stream(SessionID(session), .failed(.ended)))
    }
    #expect(radio.state.playback.failures == failures)
  }

  @Test func aClipThatEndsIsNotLoopedAllNight() {
    let radio = playing()
    var starts = 0
    radio.pass(.woke, later: .seconds(12))
    radio.pass(.stream(1, .failed(.clipEnded)))
    let night = Instant.start + .seconds(8 * 3_600)
    while radio.now < night {
      for case .startSession(let session, _, _) in radio.pass(.woke, later: .seconds(1)) {
        starts += 1
        radio.pass(.stream(session, .sounding))
        radio.pass(.stream(session, .failed(.clipEnded)), later: .seconds(40))
      }
    }
    #expect((3...12).contains(starts), "played \(starts) times in eight hours")
  }

  @Test(arguments: [StreamFailure.linkNotUsable, .formatNotYet("AAC")])
  func whatCannotPassIsNotRetried(failure: StreamFailure) {
    let radio = playing()
    radio.pass(.stream(1, .failed(failure)))
    #expect(radio.state.playback.phase == .failed(failure))
    #expect(radio.pass(.woke, later: .seconds(600)).isEmpty)
    let effects = radio.pass(.action(.playPause))
    #expect(effects.contains(.startSession(2, .named("A"), cushion: cushion)))
  }

  @Test func silenceIsNeverTakenForPlaying() {
    let radio = Scenario(State(catalogue: .small))
    radio.pass(.action(.play))
    radio.pass(.stream(1, .connected(StreamInfo())))
    radio.pass(.woke, later: Limits.silenceMax)
    guard case .waiting(.stalled, _) = radio.state.playback.phase else {
      Issue.record("not waiting but \(radio.state.playback.phase)")
      return
    }
  }

  @Test func aTagIsWaitedFor() {
    let radio = Scenario(State(catalogue: .small))
    radio.pass(.action(.play))
    // 866 KB of a picture at 128 kbit/s.
    for _ in 0..<54 { radio.pass(.stream(1, .receivingTag), later: .seconds(1)) }
    #expect(radio.state.playback.phase == .buffering(percent: 0))
    radio.pass(.stream(1, .sounding), later: .seconds(1))
    #expect(radio.state.playback.phase == .playing)
    radio.pass(.stream(1, .receivingTag))
    #expect(radio.state.playback.phase == .playing && radio.state.playback.silentSince == nil)
  }

  @Test func whatIsDueIsAskedFor() {
    let radio = playing()
    radio.pass(.stream(1, .failed(.noAnswer)))
    // The count-down asks to be woken at each whole second, and at the end.
    var wakes = 0
    while case .waiting = radio.state.playback.phase {
      guard let wake = radio.state.wake else {
        Issue.record("waits without a wake")
        return
      }
      #expect(wake > radio.now)
      radio.pass(.woke, later: wake - radio.now)
      wakes += 1
    }
    #expect(wakes == 1)
  }
}
