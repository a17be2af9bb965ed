import Core
import Foundation
import Scene
import Testing

/// Each screen of the desk board as a picture of text. The pictures stand beside this file; after a change
/// that is meant, `NIGHTSTAND_RECORD=1 swift test --filter TextScreenTests` draws them anew, to be looked at.
@Suite struct TextScreenTests {
  struct Shot: CustomTestStringConvertible, Sendable {
    let name: String
    var width = 80
    var height = 24
    let steps: [Event]
    var settings = HouseSettings()
    /// Nil: English.
    var language: String?
    var testDescription: String { name }

    init(
      _ name: String, width: Int = 80, height: Int = 24, language: String? = nil,
      settings: HouseSettings = HouseSettings(), _ steps: [Event]
    ) {
      self.name = name
      self.language = language
      self.settings = settings
      self.width = width
      self.height = height
      self.steps = steps
    }

    func phrases() throws -> Phrases {
      try language.map { Phrases(try Languages.translation($0)) } ?? .english
    }

    /// As it is after the steps.
    func state() -> State {
      var state = State(
        catalogue: TextScreenTests.catalogue, saved: SavedState(room: "Room 12"), settings: settings,
        languages: Languages.shipped, version: "0.1.0")
      var effects: [Effect] = []
      for (index, event) in steps.enumerated() {
        state.handle(event, at: .start, &effects)
      }
      return state
    }
  }

  static let playing: [Event] = [
    .action(.tune(3)), .output(.opened(device: "default")),
    .stream(SessionID(1), .connected(StreamInfo(name: "KEXP", genre: "Eclectic", kbitPerSecond: 128))),
    .stream(SessionID(1), .format(StreamFormat(codec: "MP3", rate: 44_100, channels: 2, kbitPerSecond: 128))),
    .stream(SessionID(1), .sounding), .stream(SessionID(1), .title("Ana Moura – Desfado")), .action(.player)
  ]

  static let wide: [Event] = [.laidOut(.wide)]
  static let network: [Event] = [
    .network(NetworkReport(addresses: ["192.168.1.20", "2001:db8::20"], signal: -62))
  ]
  static let quiet: HouseSettings = {
    var settings = HouseSettings()
    settings.maximumVolume = 70
    settings.revision = "2025-03-01"
    return settings
  }()

  static let shots: [Shot] = [
    Shot("home", [.action(.open(.home))]),
    Shot("categories", [.action(.open(.categories)), .action(.turn(1))]),
    Shot("stations", playing + [.action(.favorite), .action(.open(.stations)), .action(.turn(1))]),
    Shot("stations-scripts", [.action(.open(.categories)), .action(.turn(1)), .action(.push)]),
    Shot("player", playing),
    Shot("player-favorite", playing + [.action(.favorite)]),
    Shot("player-muted", playing + [.action(.mute)]),
    Shot("player-silent", playing + [.output(.silent(reason: "no sound card"))]),
    Shot(
      "player-buffering",
      [.action(.tune(1)), .stream(SessionID(1), .connected(StreamInfo()))]
        + [.stream(SessionID(1), .buffering(percent: 45)), .action(.player)]),
    Shot(
      "player-waiting",
      [.action(.tune(1)), .stream(SessionID(1), .failed(.nameNotFound)), .action(.player)]),
    Shot(
      "player-not-yet",
      [.action(.tune(1)), .stream(SessionID(1), .failed(.formatNotYet("AAC"))), .action(.player)]),
    Shot("player-nothing", [.action(.player)]),
    Shot("recents", playing + [.action(.open(.recents))]),
    Shot("favorites-empty", [.action(.open(.favorites))]),
    Shot("settings", [.action(.open(.settings))]),
    Shot("confirm", [.action(.open(.settings)), .action(.turn(1)), .action(.push)]),
    Shot("options", playing + [.action(.options), .action(.turn(1))]),
    Shot("radio", settings: quiet, playing + network + [.action(.open(.radio)), .action(.turn(3))]),
    Shot("help", [.action(.help)]),
    Shot("number", playing + [.action(.digit(1)), .action(.digit(2))]),
    Shot(
      "letter",
      [.action(.open(.categories)), .action(.push), .action(.options), .action(.turn(1)), .action(.push)]),
    Shot("volume-ceiling", settings: quiet, playing + [.action(.volumeUp)]),
    Shot("language", [.action(.open(.settings)), .action(.push), .action(.turn(1))]),
    Shot("wide-favorites", width: 120, playing + [.action(.favorite)] + wide + [.action(.open(.favorites))]),
    Shot(
      "wide-clear", width: 120,
      playing + wide + [.action(.open(.recents)), .action(.step(-1))]),
    Shot("wide-player", width: 120, playing + wide),
    Shot("de-player", language: "de", playing + [.output(.silent(reason: "no sound card"))]),
    Shot("de-radio", language: "de", playing + network + [.action(.open(.radio))]),
    Shot("fr-options", language: "fr", playing + [.action(.options)]),
    Shot("es-help", language: "es", [.action(.help)]),
    Shot("ja-settings", language: "ja", [.action(.open(.settings))]),
    Shot(
      "ja-player", language: "ja",
      [.action(.tune(1)), .stream(SessionID(1), .failed(.nameNotFound)), .action(.player)]),
    Shot("ja-confirm", language: "ja", [.action(.open(.settings)), .action(.turn(1)), .action(.push)]),
    Shot("ja-options", language: "ja", playing + [.action(.options)]),
    Shot("rtl-player", language: Languages.mirrored, playing),
    Shot(
      "rtl-stations", language: Languages.mirrored, playing + [.action(.favorite), .action(.open(.stations))]),
    Shot("rtl-settings", language: Languages.mirrored, [.action(.open(.settings))]),
    Shot("rtl-wide", width: 120, language: Languages.mirrored, playing + wide + [.action(.open(.recents))]),
    Shot("long-player", language: Languages.long, playing),
    Shot("long-options", language: Languages.long, playing + [.action(.options)]),
    Shot("long-radio", language: Languages.long, playing + network + [.action(.open(.radio))]),
    Shot("small-player", width: 40, height: 10, playing),
    Shot("small-stations", width: 40, height: 10, playing + [.action(.open(.stations))])
  ]

  static let catalogue = Catalogue(categories: [
    Category(
      name: "Rock",
      stations: ["Radio BOB!", "Rock Antenne", "KEXP Seattle", "Triple J", "Radio Caroline"].map {
        Station(name: $0, link: "http://h.example/" + $0)
      }),
    Category(
      name: "World",
      stations: ["电台 音乐", "راديو الشرق", "Žinių Radijas", "📻 Café", "e\u{301}te\u{301}", "∏ano"].map {
        Station(name: $0, link: "http://h.example/" + $0)
      } + [Station(name: String(repeating: "Long ", count: 40), link: "http://h.example/long")])
  ])

  @Test(arguments: shots) func looksAsItWasSeen(shot: Shot) throws {
    var state = shot.state()
    var effects: [Effect] = []
    if shot.name.hasPrefix("player-") || shot.name.hasPrefix("small"), shot.name != "player-muted",
      shot.name != "player-favorite"
    {
      state.handle(.woke, at: .start + .milliseconds(100), &effects)
    }
    let painter = TextPainter(width: shot.width, height: shot.height)
    let lines = painter.lines(of: Scene(of: state, phrases: try shot.phrases(), panel: painter.panel))
    #expect(lines.count == shot.height)
    for line in lines { #expect(CellWidth.of(line.text) == shot.width, "\(line.text)") }
    let drawn = lines.map { marked($0) + "\n" }.joined()
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Pictures/\(shot.name).txt")
    if ProcessInfo.processInfo.environment["NIGHTSTAND_RECORD"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try drawn.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try drawn == String(contentsOf: file, encoding: .utf8))
  }

  /// The focus is the one style that a picture without colors has to show.
  private func marked(_ line: TextLine) -> String {
    line.pieces.map { $0.style == .focus ? "⟦\($0.text)⟧" : $0.text }.joined()
  }

  @Test func exactlyOneThingHasTheFocus() {
    for shot in TextScreenTests.shots {
      let state = shot.state()
      let painter = TextPainter(width: shot.width, height: shot.height)
      let focused = painter.lines(of: Scene(of: state, panel: painter.panel)).flatMap(\.pieces).filter {
        $0.style == .focus
      }
      let expected =
        state.browse.screen == .player || state.rowCount == 0 ? 0 : 1
      #expect(focused.count == expected, "\(shot.name)")
    }
  }

  @Test func aListOfAnyLengthCostsTheRowsThatFit() {
    let many = (1...100_000).map { Station(name: "S\($0)", link: "http://h.example/\($0)") }
    var state = State(catalogue: Catalogue(categories: [Category(name: "All", stations: many)]))
    var effects: [Effect] = []
    state.handle(.action(.open(.categories)), at: .start, &effects)
    state.handle(.action(.push), at: .start, &effects)
    state.handle(.action(.turn(54_321)), at: .start, &effects)
    guard case .list(let list) = Scene(of: state, capacity: 21).body else {
      Issue.record("not a list")
      return
    }
    #expect(list.count == 100_000)
    #expect(list.rows.count == 21)
    #expect(list.rows.first { $0.isFocused }?.text == "S54322")
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("电台音乐", 5, "电台…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("📻📻", 3, "📻…"), ("abc", 0, "")
  ])
  func textIsCutBetweenCharacters(text: String, width: Int, clipped: String) {
    #expect(CellWidth.clip(text, to: width) == clipped)
    #expect(CellWidth.of(CellWidth.pad(text, to: 12)) == 12)
  }

  @Test(arguments: [
    (44_100, 2, "MP3 · 44.1 kHz · stereo · 128 kbit/s"), (48_000, 1, "MP3 · 48 kHz · mono · 128 kbit/s"),
    (22_050, 2, "MP3 · 22.05 kHz · stereo · 128 kbit/s"), (11_025, 2, "MP3 · 11.02 kHz · stereo · 128 kbit/s")
  ])
  func ratesAreWrittenAsPeopleDo(rate: Int, channels: Int, text: String) {
    var state = State(catalogue: TextScreenTests.catalogue)
    var effects: [Effect] = []
    let format = StreamFormat(codec: "MP3", rate: rate, channels: channels, kbitPerSecond: 128)
    for event: Event in [.action(.tune(1)), .stream(SessionID(1), .format(format)), .action(.player)] {
      state.handle(event, at: .start, &effects)
    }
    guard case .player(let face) = Scene(of: state, capacity: 5).body else {
      Issue.record("not the player")
      return
    }
    #expect(face.details == text)
  }

  @Test(arguments: [24, 30, 40, 50, 60, 80]) func aNarrowTerminalLeavesKeysOutWhole(width: Int) throws {
    let shot = try #require(TextScreenTests.shots.first { $0.name == "stations" })
    let painter = TextPainter(width: width, height: 24)
    let scene = Scene(of: shot.state(), panel: painter.panel)
    let line = painter.lines(of: scene).last?.pieces.map(\.text).joined() ?? ""
    let shown = line.trimmingCharacters(in: .whitespaces).components(separatedBy: "   ")
    let all = scene.hint.components(separatedBy: "   ")
    #expect(shown.allSatisfy(all.contains), "\(line)")
    #expect(line.contains("? keys"))
    #expect(line.hasPrefix(" ↑↓ row"))
  }
}
