import Testing

@testable import Core

/// A stream breaks off: what was received is heard, and the next session is opened meanwhile.
@Suite struct ReliefTests {
  private let cushion = Limits.cushionAtFirst

  /// A, playing for so long.
  private func playing(_ time: Duration = .seconds(60)) -> Scenario {
    let radio = Scenario(State(catalogue: .small))
    radio.pass(.started)
    radio.pass(.action(.play))
    radio.pass(.stream(1, .connected(StreamInfo())))
    radio.pass(.stream(1, .sounding))
    radio.pass(.woke, later: time)
    return radio
  }

  private func starts(_ effects: [Effect]) -> [SessionID] {
    effects.compactMap { effect in
      switch effect {
      case .startSession(let id, _, _), .prepareSession(let id, _, _): id
      default: nil
      }
    }
  }

  @Test func aBreakIsNotHeard() {
    let radio = playing()
    let now = radio.now
    radio.send(
      .stream(1, .ending(.ended, left: .seconds(4))),
      [.prepareSession(2, .named("A"), cushion: cushion)]
    ) {
      var relief = Relief(phase: .connecting, since: now)
      relief.session = 2
      $0.playback.relief = relief
      $0.playback.sessionsStarted = 2
      $0.playback.failures = 1
      $0.playback.hasTriedAtOnce = true
      $0.playback.lastFailure = .ended
    }
    radio.pass(.stream(2, .connected(StreamInfo(name: "A anew"))), later: .milliseconds(200))
    radio.pass(.stream(2, .title("Next")))
    #expect(radio.state.playback.phase == .playing)
    #expect(radio.state.playback.title == nil && radio.state.playback.info?.name == nil)
    let effects = radio.pass(.stream(1, .failed(.ended)), later: .seconds(4))
    #expect(Array(effects.prefix(2)) == [.stopSession(1), .soundSession(2)])
    #expect(radio.state.playback.title == "Next" && radio.state.playback.info?.name == "A anew")
    radio.pass(.stream(2, .sounding))
    #expect(radio.state.playback.phase == .playing && radio.state.playback.lastFailure == nil)
    #expect(radio.state.playback.session == 2 && radio.state.playback.relief == nil)
  }

  @Test func aMinuteOfSoundInStoreIsHeardFirst() {
    let radio = playing()
    let now = radio.now
    radio.send(
      .stream(1, .ending(.connectionLost, left: .seconds(30))), [.wake(at: now + .seconds(20))]
    ) {
      $0.playback.relief = Relief(
        phase: .waiting(.connectionLost, until: now + .seconds(20)), since: now)
      $0.playback.failures = 1
      $0.playback.hasTriedAtOnce = true
      $0.playback.lastFailure = .connectionLost
    }
    #expect(starts(radio.pass(.woke, later: .seconds(20))) == [2])
  }

  @Test func triesGoOnWhileThereIsSoundAndAfter() {
    let radio = playing()
    radio.pass(.stream(1, .ending(.connectionLost, left: .seconds(4))))
    radio.pass(.stream(2, .failed(.refused)), later: .milliseconds(10))
    guard case .waiting(.refused, let until) = radio.state.playback.relief?.phase else {
      Issue.record("\(radio.state.playback)")
      return
    }
    #expect(until - radio.now > .milliseconds(700) && until - radio.now <= .seconds(1))
    #expect(radio.state.playback.phase == .playing)
    #expect(starts(radio.pass(.woke, later: until - radio.now)) == [3])
    radio.pass(.stream(3, .failed(.refused)))
    let effects = radio.pass(.stream(1, .failed(.connectionLost)), later: .seconds(1))
    #expect(effects.first == .stopSession(1) && starts(effects).isEmpty)
    guard case .waiting(.refused, _) = radio.state.playback.phase else {
      Issue.record("\(radio.state.playback)")
      return
    }
    #expect(radio.state.playback.failures == 3)
  }

  /// A server that closes after a second of sound each time, for an hour.
  @Test func noTightLoop() {
    let radio = playing(.seconds(1))
    var sessions: [SessionID] = []
    let end = radio.now + .seconds(3_600)
    while radio.now < end {
      let current = radio.state.playback.session ?? 0
      if radio.state.playback.phase == .playing, radio.state.playback.relief == nil {
        sessions += starts(radio.pass(.stream(current, .ending(.ended, left: .seconds(1)))))
        sessions += starts(radio.pass(.stream(current, .failed(.ended)), later: .seconds(1)))
      } else if case .connecting = radio.state.playback.phase {
        radio.pass(.stream(current, .sounding), later: .milliseconds(50))
      } else {
        sessions += starts(radio.pass(.woke, later: .milliseconds(500)))
      }
    }
    #expect((40...90).contains(sessions.count), "\(sessions.count) tries in an hour")
  }

  @Test func anHourlyDropNeverCounts() {
    let radio = playing()
    for _ in 0..<100 {
      let session = radio.state.playback.session ?? 0
      #expect(
        starts(radio.pass(.stream(session, .ending(.ended, left: .seconds(4))), later: .seconds(3_600))).count
          == 1)
      radio.pass(.stream(session, .failed(.ended)), later: .seconds(4))
      radio.pass(.stream(radio.state.playback.session ?? 0, .sounding))
      #expect(radio.state.playback.phase == .playing)
    }
  }

  @Test func aClipThatEndsHasNoRelief() {
    let radio = playing(.seconds(12))
    #expect(radio.pass(.stream(1, .ending(.clipEnded, left: .seconds(3)))).isEmpty)
    #expect(radio.state.playback.relief == nil)
  }

  @Test(arguments: [Action.stationNext, .pause])
  func aKeyEndsBoth(action: Action) {
    let radio = playing()
    radio.pass(.stream(1, .ending(.ended, left: .seconds(4))))
    let effects = radio.pass(.action(action))
    #expect(effects.contains(.stopSession(2)))
    #expect(radio.state.playback.relief == nil)
    // The rest of it is heard until the next station sounds.
    #expect(effects.contains(.stopSession(1)) == (action == .pause))
    guard action == .stationNext else { return }
    #expect(radio.pass(.stream(3, .sounding)).contains(.stopSession(1)))
  }

  // MARK: The network comes back

  @Test func aRouteIsTakenAtOnce() {
    let radio = playing()
    for session in 1...8 {
      radio.pass(.stream(SessionID(session), .failed(.nameNotFound)))
      if session < 8 { radio.pass(.woke, later: .seconds(60)) }
    }
    #expect(radio.pass(.link(.noWiFi, appeared: false)).isEmpty)
    guard case .waiting(.noWiFi, _) = radio.state.playback.phase else {
      Issue.record("\(radio.state.playback.phase)")
      return
    }
    #expect(starts(radio.pass(.link(.ready, appeared: true))) == [9])
    // Its name server is not there yet: the next tries come soon.
    radio.pass(.stream(9, .failed(.nameNotFound)))
    guard case .waiting(.nameNotFound, let until) = radio.state.playback.phase else {
      Issue.record("\(radio.state.playback.phase)")
      return
    }
    #expect(until - radio.now <= .seconds(1))
  }

  @Test func whatWasBegunInVainIsBegunAnew() {
    let radio = playing()
    radio.pass(.stream(1, .starved))
    #expect(radio.pass(.link(.ready, appeared: true), later: .milliseconds(500)).isEmpty)
    let effects = radio.pass(.link(.ready, appeared: true), later: .seconds(2))
    #expect(effects.first == .stopSession(1) && starts(effects) == [2])
  }

  @Test func whatPlaysIsLeftAlone() {
    let radio = playing()
    #expect(radio.pass(.link(.ready, appeared: true)).isEmpty)
    radio.pass(.action(.pause))
    #expect(radio.pass(.link(.ready, appeared: true)).isEmpty)
  }

  @Test(
    arguments: [
      (.networkUnreachable, .ready, .noInternet), (.networkUnreachable, .noNetwork, .networkUnreachable),
      (.nameNotFound, .ready, .nameNotFound), (.nameNotFound, .noRoute, .noInternet),
      (.nameNotFound, .noAddress, .noAddress), (.noAnswer, .noWiFi, .noWiFi),
      (.noAnswer, .noRoute, .noAnswer),
      (.refused, .noRoute, .refused), (.status(404), .noNetwork, .status(404))
    ] as [(StreamFailure, LinkState, StreamFailure)])
  func causes(failure: StreamFailure, link: LinkState, told: StreamFailure) {
    let radio = playing()
    radio.pass(.link(link, appeared: false))
    radio.pass(.stream(1, .failed(failure)))
    guard case .waiting(told, _) = radio.state.playback.phase else {
      Issue.record("\(radio.state.playback.phase)")
      return
    }
  }

  @Test(arguments: [StreamFailure.clockNotSet, .certificateNotYetValid, .refused, .clipEnded])
  func onlyCertificatesWaitForTheClock(failure: StreamFailure) {
    let radio = playing()
    radio.pass(.stream(1, .failed(failure)))
    let isCertificate = failure == .clockNotSet || failure == .certificateNotYetValid
    #expect(starts(radio.pass(.clockSet)).count == (isCertificate ? 1 : 0))
  }
}
