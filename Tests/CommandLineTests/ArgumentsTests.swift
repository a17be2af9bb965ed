import Testing

@testable import nightstand

@Suite struct ArgumentsTests {
  static func parse(_ line: String) throws -> Command {
    try Arguments.parse(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("run", Command.run(RunOptions())),
    (
      "run --board b --stations=s --state t --seconds 2.5",
      .run(RunOptions(board: "b", stations: "s", state: "t", seconds: .milliseconds(2_500)))
    ),
    ("run --seconds 1 --seconds 3", .run(RunOptions(seconds: .seconds(3)))),
    ("run --state=a=b", .run(RunOptions(state: "a=b"))), ("run --state -x", .run(RunOptions(state: "-x"))),
    ("run --actions", .runActions),
    ("play http://h/a", .play(PlayOptions(link: "http://h/a"))),
    (
      "play --json --wav - http://h/a --seconds 0",
      .play(PlayOptions(link: "http://h/a", seconds: .zero, wav: "-", isJSON: true))
    ),
    ("play -- --odd", .play(PlayOptions(link: "--odd"))),
    ("check f", .check(path: "f")), ("check -", .check(path: "-")),
    ("check -- --help", .check(path: "--help")),
    ("list", .list(ListOptions())),
    ("list --json --stations f", .list(ListOptions(stations: "f", isJSON: true))),
    ("show home --png f", .show(ShowOptions(screen: "home", png: "f"))),
    (
      "show --size 800X480 --depth=1 --night player --png f --ppi 133 --demo playing --station 3 --do volume-up",
      .show(
        ShowOptions(
          screen: "player", png: "f", width: 800, height: 480, pixelsPerInch: 133, depth: 1, isNight: true,
          demo: .playing, station: 3, actions: [.volumeUp]))
    ),
    ("show --help", .help(.show)),
    ("--help", .help(.all)), ("-h", .help(.all)), ("help", .help(.all)), ("help help", .help(.all)),
    ("help play", .help(.play)),
    ("run --help", .help(.run)), ("play --help", .help(.play)), ("check -h", .help(.check)),
    ("list --json --help", .help(.list)), ("--version", .version)
  ])
  func isUnderstood(_ line: String, _ command: Command) throws {
    #expect(try Self.parse(line) == command)
  }

  @Test(
    arguments: [
      "", "fly", "-x", "--verbose", "--version now", "--help me", "help fly", "help all", "help run play",
      "run now", "run --board", "run --board=", "run --board --state x", "run --colour", "run -b",
      "run --seconds",
      "run --seconds ten", "run --seconds -1", "run --seconds nan", "run --seconds 1e3", "run --seconds 0x10",
      "run --seconds 99999999999", "run --seconds .", "run --actions=1", "run --actions --seconds 1", "play",
      "play a b", "play --wav", "play a --state b", "check", "check a b", "check --json f", "list f",
      "list --json=1",
      "run --seconds=1 x", "check --", "show", "show --png f", "show home", "show house --png f",
      "show home home --png f", "show home --png f --size 320", "show home --png f --size 0x0",
      "show home --png f --size 320x240x1", "show home --png f --size 99999x240",
      "show home --png f --depth 8", "show home --png f --ppi 0", "show home --png f --demo dancing",
      "show home --png f --do fly", "show home --png f --station 0",
      "show start --png f --station 1", "show start --png f --demo playing",
      "show start --png f --language de"
    ])
  func isRefused(_ line: String) {
    #expect(throws: UsageError.self) { try Self.parse(line) }
  }

  @Test func theStateFolderFollowsTheEnvironment() {
    func folder(_ variables: [String: String], isRoot: Bool = false) -> String {
      Folders.state(environment: { variables[$0] }, isRoot: isRoot)
    }
    #expect(folder(["NIGHTSTAND_STATE": "x", "HOME": "/h"], isRoot: true) == "x")
    #expect(folder(["HOME": "/root"], isRoot: true) == "/var/lib/nightstand")
    #expect(folder(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/nightstand")
    #expect(folder(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/nightstand")
    #expect(folder(["NIGHTSTAND_STATE": "", "HOME": "/h"]) == "/h/.local/state/nightstand")
  }

  @Test(arguments: HelpTopic.allCases)
  func helpNamesEveryOption(_ topic: HelpTopic) {
    #expect(topic.text.contains(topic == .all ? "nightstand --version" : "nightstand \(topic.rawValue)"))
    #expect(topic.text.split(separator: "\n").allSatisfy { $0.count <= 105 })
  }
}
