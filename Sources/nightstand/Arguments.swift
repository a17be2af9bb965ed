/// What the command line asks for. Parsing is pure: nothing is opened and nothing is printed.
enum Command: Hashable {
  case run(RunOptions)
  case runActions
  case play(PlayOptions)
  case check(path: String)
  case list(ListOptions)
  case show(ShowOptions)
  case board(BoardOptions)
  case help(HelpTopic)
  case version
}

struct RunOptions: Hashable {
  var board: String?
  var stations: String?
  var state: String?
  /// How long to run; nil: until it is told to end.
  var seconds: Duration?
  /// A folder for a picture of each changed frame.
  var frames: String?
}

struct PlayOptions: Hashable {
  var link: String
  var seconds: Duration?
  /// The decoded samples go to this file only.
  var wav: String?
  var isJSON = false
}

struct ListOptions: Hashable {
  var stations: String?
  var isJSON = false
}

struct BoardOptions: Hashable {
  enum Mode: Hashable { case summary, test, bootConfig, learn }

  /// A folder with a `board.plist`, or such a file.
  var board: String
  var mode = Mode.summary
  var seconds: Duration?
}

enum HelpTopic: String, CaseIterable, Hashable {
  case all, run, play, check, list, show, board
}

/// A command line that means nothing (exit status 2).
struct UsageError: Error, Hashable, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

enum Arguments {
  /// `arguments` without the program's name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Command {
    guard let first = arguments.first else { throw UsageError("a command is missing") }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "run": return try run(rest)
    case "play": return try play(rest)
    case "check": return try check(rest)
    case "list": return try list(rest)
    case "show": return try show(rest)
    case "board": return try board(rest)
    case "help": return try help(rest)
    case "--help", "-h":
      try refuse(rest)
      return .help(.all)
    case "--version":
      try refuse(rest)
      return .version
    default:
      throw UsageError(first.hasPrefix("-") ? "unknown option \(first)" : "unknown command \(first)")
    }
  }

  private static func run(_ arguments: [String]) throws(UsageError) -> Command {
    let scan = try ArgumentScan(
      arguments, valued: ["board", "stations", "state", "seconds", "frames"], flags: ["actions"])
    if scan.wantsHelp { return .help(.run) }
    try refuse(scan.operands)
    if scan.flags.contains("actions") {
      guard scan.values.isEmpty else { throw UsageError("--actions stands alone") }
      return .runActions
    }
    return .run(
      RunOptions(
        board: scan.values["board"], stations: scan.values["stations"], state: scan.values["state"],
        seconds: try scan.duration("seconds"), frames: scan.values["frames"]))
  }

  private static func play(_ arguments: [String]) throws(UsageError) -> Command {
    let scan = try ArgumentScan(arguments, valued: ["seconds", "wav"], flags: ["json"])
    if scan.wantsHelp { return .help(.play) }
    return .play(
      PlayOptions(
        link: try scan.onlyOperand("a URL"), seconds: try scan.duration("seconds"), wav: scan.values["wav"],
        isJSON: scan.flags.contains("json")))
  }

  private static func check(_ arguments: [String]) throws(UsageError) -> Command {
    let scan = try ArgumentScan(arguments, valued: [], flags: [])
    if scan.wantsHelp { return .help(.check) }
    return .check(path: try scan.onlyOperand("a file or folder"))
  }

  private static func list(_ arguments: [String]) throws(UsageError) -> Command {
    let scan = try ArgumentScan(arguments, valued: ["stations"], flags: ["json"])
    if scan.wantsHelp { return .help(.list) }
    try refuse(scan.operands)
    return .list(ListOptions(stations: scan.values["stations"], isJSON: scan.flags.contains("json")))
  }

  private static func board(_ arguments: [String]) throws(UsageError) -> Command {
    let scan = try ArgumentScan(arguments, valued: ["seconds"], flags: ["test", "boot-config", "learn"])
    if scan.wantsHelp { return .help(.board) }
    var options = BoardOptions(board: try scan.onlyOperand("a board's folder"))
    guard scan.flags.count < 2 else { throw UsageError("--test, --boot-config and --learn stand alone") }
    if scan.flags.contains("test") { options.mode = .test }
    if scan.flags.contains("boot-config") { options.mode = .bootConfig }
    if scan.flags.contains("learn") { options.mode = .learn }
    options.seconds = try scan.duration("seconds")
    guard options.seconds == nil || options.mode == .test || options.mode == .learn else {
      throw UsageError("--seconds goes with --test and --learn")
    }
    return .board(options)
  }

  private static func help(_ arguments: [String]) throws(UsageError) -> Command {
    guard let word = arguments.first else { return .help(.all) }
    try refuse(Array(arguments.dropFirst()))
    if ["--help", "-h", "help"].contains(word) { return .help(.all) }
    guard let topic = HelpTopic(rawValue: word), topic != .all else {
      throw UsageError("unknown command \(word)")
    }
    return .help(topic)
  }

  private static func refuse(_ operands: [String]) throws(UsageError) {
    guard let first = operands.first else { return }
    throw UsageError("unexpected argument \(first)")
  }
}
