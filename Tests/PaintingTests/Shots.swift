import Core

/// Ways to the screens that are painted.
struct Shot: CustomStringConvertible, Sendable {
  let name: String
  let events: [Event]
  var description: String { name }

  init(_ name: String, _ events: [Event]) {
    self.name = name
    self.events = events
  }

  private static func tuned(_ number: Int, _ reports: [StreamReport]) -> [Event] {
    let begun: [Event] = [.action(.tune(number)), .output(.opened(device: "default"))]
    return begun + reports.map { .stream(SessionID(1), $0) } + [.action(.player)]
  }

  private static let info = StreamInfo(name: "KEXP", genre: "Eclectic", kbitPerSecond: 128)
  private static let format = StreamFormat(codec: "MP3", rate: 44_100, channels: 2, kbitPerSecond: 128)
  private static let sounding: [StreamReport] = [.connected(info), .format(format), .sounding]
  static let playing = tuned(3, sounding + [.title("Ana Moura – Desfado")])
  private static let longTitle =
    "A title that is a good deal longer than any panel is wide, and goes on: Part 2"

  static let all: [Shot] = [
    Shot("home", [.action(.open(.home))]),
    Shot("categories", [.action(.open(.categories)), .action(.turn(1))]),
    Shot("stations", playing + [.action(.open(.stations)), .action(.turn(2))]),
    Shot("stations-scripts", tuned(9, sounding) + [.action(.open(.stations)), .action(.turn(1))]),
    Shot("stations-scripts-2", tuned(14, sounding) + [.action(.open(.stations)), .action(.turn(1))]),
    Shot("player", playing),
    Shot("player-favorite", playing + [.action(.favorite)]),
    Shot("player-long", tuned(6, sounding + [.title(longTitle)])),
    Shot("player-leftward", tuned(9, sounding + [.title("أم كلثوم – إنت عمري")])),
    Shot("player-volume", playing + [.action(.volume(38))]),
    Shot("player-muted", playing + [.action(.mute)]),
    Shot("player-silent", playing + [.output(.silent(reason: "no sound card"))]),
    Shot("player-buffering", tuned(1, [.connected(info), .buffering(percent: 45)])),
    Shot("player-waiting", tuned(6, [.failed(.nameNotFound)])),
    Shot("player-failed", tuned(1, [.failed(.notAudio("a web page"))])),
    Shot("player-nothing", [.action(.player)]),
    Shot("recents", playing + [.action(.open(.recents))]),
    Shot("favorites-empty", [.action(.open(.favorites))]),
    Shot("settings", [.action(.open(.settings))]),
    Shot("language", [.action(.open(.settings)), .action(.push), .action(.turn(1))]),
    Shot("confirm", [.action(.open(.settings)), .action(.turn(1)), .action(.push)]),
    Shot("recents-clear", playing + [.action(.open(.recents)), .action(.step(-1))]),
    Shot(
      "letter",
      [.action(.open(.categories)), .action(.push), .action(.options), .action(.turn(1)), .action(.push)]),
    Shot("options", playing + [.action(.options), .action(.turn(1))]),
    Shot("radio", playing + [.action(.open(.radio))]),
    Shot("help", [.action(.help)]),
    Shot("number", playing + [.action(.digit(1)), .action(.digit(2))])
  ]
}
