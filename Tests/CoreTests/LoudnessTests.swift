import Testing

@testable import Core

@Suite struct LoudnessTests {
  private static let loud = Loudness(tenths: -90, peakTenths: 8)
  private static let quiet = Loudness(tenths: -270, peakTenths: -120)

  private static func playing(_ settings: HouseSettings = HouseSettings()) -> Scenario {
    let scenario = Scenario(State(catalogue: .small, settings: settings))
    scenario.pass(.action(.playPause))
    return scenario
  }

  @Test func stationsComeToOneLevel() throws {
    var learned = LearnedLoudness()
    _ = learned.hear(Self.loud, of: .named("A"))
    _ = learned.hear(Self.quiet, of: .named("B"))
    let loud = try #require(learned.gain(for: .named("A")))
    let quiet = try #require(learned.gain(for: .named("B")))
    #expect(-9.0 + loud == -27.0 + quiet)
    #expect(learned.gain(for: .named("C")) == nil)
  }

  @Test(
    arguments: [
      (Loudness(tenths: -20, peakTenths: 0), -12), (Loudness(tenths: -500, peakTenths: -400), 12),
      (Loudness(tenths: -240, peakTenths: -20), 2), (Loudness(tenths: -240, peakTenths: 5), 0)
    ] as [(Loudness, Double)])
  func theGainHasBounds(heard: Loudness, gain: Double) {
    var learned = LearnedLoudness()
    _ = learned.hear(heard, of: .named("A"))
    #expect(learned.gain(for: .named("A")) == gain)
  }

  @Test func whatIsHeardIsKeptAndMovesByAPart() {
    let scenario = Self.playing()
    let station = scenario.state.playback.station ?? .named("?")
    scenario.send(.stream(SessionID(1), .loudness(Self.loud)), [.save(.loudness)]) {
      $0.loudness = LearnedLoudness([(station.link, Self.loud)])
    }
    // A little other is the same.
    scenario.send(.stream(SessionID(1), .loudness(Loudness(tenths: -95, peakTenths: 3))), [])
    let speech = Loudness(tenths: -190, peakTenths: 0)
    scenario.send(.stream(SessionID(1), .loudness(speech)), [.save(.loudness)]) {
      $0.loudness = LearnedLoudness([(station.link, Loudness(tenths: -120, peakTenths: 8))])
    }
  }

  @Test func silenceAndNonsenseTeachNothing() {
    let scenario = Self.playing()
    for tenths in [-900, -601, 101, Int.max, Int.min] {
      scenario.send(.stream(SessionID(1), .loudness(Loudness(tenths: tenths, peakTenths: 0))), [])
    }
  }

  @Test func theListsOwnGainCountsMore() {
    var station = Station.named("A")
    station.gain = 3
    var learned = LearnedLoudness()
    _ = learned.hear(Self.loud, of: station)
    let state = State(catalogue: .small, loudness: learned)
    #expect(state.gain(for: station) == 3)
    #expect(state.gain(for: .named("A")) == -9)
  }

  @Test func itCanBeSwitchedOff() {
    var settings = HouseSettings()
    settings.levelsLoudness = false
    let scenario = Self.playing(settings)
    scenario.send(.stream(SessionID(1), .loudness(Self.loud)), [])
    #expect(scenario.state.gain(for: .named("A")) == nil)
  }

  @Test func theStationHeardLongestAgoIsForgotten() {
    var learned = LearnedLoudness()
    for number in 0..<Limits.loudnessStations + 5 {
      _ = learned.hear(Self.loud, of: .named("S\(number)"))
    }
    #expect(learned.byLink.count == Limits.loudnessStations)
    #expect(learned.gain(for: .named("S4")) == nil)
    #expect(learned.gain(for: .named("S5")) != nil)
  }
}
