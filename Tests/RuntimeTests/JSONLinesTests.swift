import Core
import Runtime
import Testing

@Suite struct JSONLinesTests {
  /// A radio of two stations whose lines are kept.
  private final class Script {
    private(set) var lines: [String] = []
    private var state: State
    private var face: JSONLines!

    init(settings: HouseSettings = HouseSettings()) {
      let stations = ["A", "B"].map { Station(name: $0, link: "http://h.example/\($0)") }
      state = State(
        catalogue: Catalogue(categories: [Category(name: "All", stations: stations)]), settings: settings)
      face = JSONLines(start: .start, tellsScreens: false) { [unowned self] in lines.append($0) }
      face.show(state)
    }

    /// The lines of `event` that were told because of what happened.
    func told(_ event: String, after happening: Event) -> [String] {
      lines = []
      var effects: [Effect] = []
      state.handle(happening, at: .start, &effects)
      face.show(state)
      return lines.filter { $0.contains("\"event\":\"\(event)\"") }
    }
  }

  private static let loud = Loudness(tenths: -143, peakTenths: -2)

  @Test func theServersClockIsToldWhenItIsKnown() {
    let script = Script()
    #expect(script.told("clock", after: .action(.play)) == [])
    let line = #"{"t":0.0,"event":"clock","ppm":-120}"#
    #expect(script.told("clock", after: .stream(SessionID(1), .clock(ppm: -120))) == [line])
    #expect(script.told("clock", after: .stream(SessionID(1), .clock(ppm: -120))) == [])
    // Of the next stream nothing is known.
    #expect(script.told("clock", after: .action(.stationNext)) == [])
  }

  @Test func loudnessIsToldWhenItIsLearnedAndWhenItIsUsed() {
    let script = Script()
    #expect(script.told("loudness", after: .action(.play)) == [])
    let line = #"{"t":0.0,"event":"loudness","lufs":-14.3,"peak":-0.2}"#
    #expect(script.told("loudness", after: .stream(SessionID(1), .loudness(Self.loud))) == [line])
    // So little more is no news.
    let same = Loudness(tenths: -144, peakTenths: -2)
    #expect(script.told("loudness", after: .stream(SessionID(1), .loudness(same))) == [])
    #expect(script.told("loudness", after: .action(.stationNext)) == [])
    #expect(script.told("loudness", after: .action(.stationPrevious)) == [line])
  }

  @Test func loudnessThatIsNotUsedIsNotTold() {
    var settings = HouseSettings()
    settings.levelsLoudness = false
    let script = Script(settings: settings)
    #expect(script.told("loudness", after: .action(.play)) == [])
    #expect(script.told("loudness", after: .stream(SessionID(1), .loudness(Self.loud))) == [])
  }
}
