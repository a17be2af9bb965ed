import Audio
import Core
import Runtime
import Testing

@Suite struct RadioTests {
  final class House {
    let time = HandTime()
    let output = FakeOutput()
    let keeper = FakeKeeper()
    var sessions: [FakeSession] = []
    var failsAtOnce: StreamFailure?
    private(set) var radio: Radio!

    init(controls: ControlMap = ControlMap()) {
      let stations = (0..<60).map { Station(name: "S\($0)", link: "http://h.example/\($0)", gain: -6) }
      radio = Radio(
        state: State(
          catalogue: Catalogue(categories: [Category(name: "All", stations: stations)]), controls: controls),
        time: time,
        output: output, keeper: keeper
      ) { [unowned self] id, station, _, report in
        let session = FakeSession(id: id, station: station, report: report)
        session.failsAtOnce = failsAtOnce
        sessions.append(session)
        return session
      }
    }

    func act(_ actions: Action...) {
      for action in actions { radio.submit(.action(action)) }
      radio.turn()
    }
  }

  @Test func aStationThatIsZappedOverIsNeverOpened() {
    let house = House()
    house.act(.stationNext, .stationNext, .stationNext)
    #expect(house.sessions.map(\.station.name) == ["S2"])
    #expect(house.output.takeLog() == ["play 3"])
    house.act(.stationNext)
    #expect(house.sessions[0].isCancelled)
    #expect(house.output.takeLog() == ["stop 3", "play 4"])
  }

  @Test func fiftyClicksAreOneOrderAndOneDocument() {
    let house = House()
    for _ in 0..<50 { house.radio.submit(.action(.volumeDown)) }
    house.radio.turn()
    #expect(house.output.takeLog() == ["volume 0"])
    #expect(house.keeper.kept == [.state])
  }

  /// The panel opens its fonts after the radio has begun; on a quiet radio nothing else might ever happen.
  @Test func aFaceThatIsAddedLateIsShownTheStateOnce() {
    final class LateFace: Face {
      var screens: [Screen] = []
      func show(_ state: State) { screens.append(state.browse.screen) }
    }
    let house = House()
    house.act(.player)
    let face = LateFace()
    house.radio.add(face)
    house.radio.turn()
    house.radio.turn()
    #expect(face.screens == [.player])
  }

  /// The loop was busy for a second; what a finger did meanwhile is read after other news of the same turn.
  @Test func whatHappenedFirstIsDecidedFirst() {
    let house = House(controls: ControlMap(contacts: [ControlMap.Contact(.station)]))
    house.radio.submit(.control(.contactReread(ContactID(0), isClosed: false)))
    house.act(.player, .play)
    #expect(house.radio.state.playback.station?.name == "S0")
    house.time.pass(.seconds(2))
    let press = house.time.now
    house.time.pass(.seconds(1))
    house.radio.submit(.woke)
    house.radio.submit(.control(.contact(ContactID(0), isClosed: true)), at: press)
    house.radio.submit(.control(.contact(ContactID(0), isClosed: false)), at: press + .milliseconds(100))
    house.radio.turn()
    // A short press, not a hold, which would be the station before.
    #expect(house.radio.state.playback.station?.name == "S1")
  }

  @Test func theFillOfTheCushionIsTold() {
    let house = House()
    house.act(.play)
    let session = house.sessions[0]
    session.report(SessionID(1), .connected(StreamInfo()))
    house.radio.turn()
    session.voice.setFormat(SampleFormat(rate: 44_100, channels: 2))
    // 100 of the 200 ms.
    let half = [Float](repeating: 0, count: 4_410 * 2)
    half.withUnsafeBufferPointer { samples in _ = session.voice.samples.write(samples, channels: 2) }
    house.time.pass(.milliseconds(100))
    house.radio.turn()
    #expect(house.radio.state.playback.phase == .buffering(percent: 50))
    house.output.onReport?(.sounding(1))
    house.radio.turn()
    #expect(house.radio.state.playback.phase == .playing)
  }

  /// The second session gathers while the first is heard, and sounds when that is over.
  @Test func aBrokenStreamIsFollowedByTheNext() {
    let house = House()
    house.act(.play)
    house.output.onReport?(.sounding(1))
    house.radio.turn()
    _ = house.output.takeLog()
    house.sessions[0].report(SessionID(1), .ending(.ended, left: .seconds(4)))
    house.radio.turn()
    #expect(house.sessions.count == 2 && house.sessions[1].isStarted && !house.sessions[0].isCancelled)
    #expect(house.output.takeLog() == [])
    house.sessions[0].report(SessionID(1), .failed(.ended))
    house.radio.turn()
    #expect(house.output.takeLog() == ["stop 1", "play 2"])
    #expect(house.sessions[0].isCancelled && !house.sessions[1].isCancelled)
    house.output.onReport?(.sounding(2))
    house.radio.turn()
    #expect(house.radio.state.playback.phase == .playing)
    house.act(.stationNext)
    #expect(house.output.takeLog() == ["play 3"])
    house.output.onReport?(.sounding(3))
    house.radio.turn()
    #expect(house.output.takeLog() == ["stop 2"])
  }

  @Test func whatIsHeardToTheEndIsToldToTheSession() {
    let house = House()
    house.act(.play)
    house.output.onReport?(.drained(1))
    #expect(house.sessions[0].isDrained)
    // A voice of the past.
    house.output.onReport?(.drained(77))
  }

  @Test func aSessionThatFailsAtOnceIsTriedAgainAtItsTime() {
    let house = House()
    house.failsAtOnce = .nameNotFound
    house.act(.play)
    #expect(house.sessions.count == 1)
    house.time.pass(.milliseconds(700))
    house.radio.turn()
    #expect(house.sessions.count == 1)
    house.time.pass(.milliseconds(400))
    house.radio.turn()
    #expect(house.sessions.count == 2)
    #expect(house.sessions[0].isCancelled)
  }

  @Test func tooManyEventsAreCountedNotKept() {
    let house = House()
    for _ in 0..<(Radio.Limits.events + 10) { house.radio.submit(.woke) }
    #expect(house.radio.droppedEvents == 10)
    house.radio.turn()
    house.act(.play)
    #expect(house.sessions.count == 1)
  }

  @Test func closingEndsAll() {
    let house = House()
    house.act(.play, .quit)
    #expect(house.radio.isOver)
    _ = house.output.takeLog()
    house.radio.close()
    #expect(house.sessions[0].isCancelled)
    #expect(house.output.takeLog() == ["stop 1", "close"])
  }
}
