internal import Core
internal import Painting

struct ShowOptions: Hashable {
  /// A `Screen`, or "start".
  var screen: String
  var png: String
  var width = 320
  var height = 240
  var pixelsPerInch: Double?
  /// Bits a pixel: 1, 16 or 24.
  var depth = 24
  var isNight = false
  var stations: String?
  var state: String?
  var logos: String?
  /// A code, as in "de"; nil: as it was saved.
  var language: String?
  var demo: Demo?
  /// Counted from 1 through the whole list.
  var station: Int?
  var actions: [Action] = []
}

extension Arguments {
  static func show(_ arguments: [String]) throws(UsageError) -> Command {
    let valued: Set<String> = [
      "png", "size", "ppi", "depth", "stations", "state", "logos", "language", "demo", "station", "do"
    ]
    let scan = try ArgumentScan(arguments, valued: valued, flags: ["night"])
    if scan.wantsHelp { return .help(.show) }
    let screens = ShowCommand.screens.joined(separator: ", ")
    guard !scan.operands.isEmpty else { throw UsageError("a screen is missing: \(screens)") }
    let screen = try scan.onlyOperand("a screen")
    guard ShowCommand.screens.contains(screen) else {
      throw UsageError("unknown screen \(screen); there are \(screens)")
    }
    guard let png = scan.values["png"] else { throw UsageError("--png is missing") }
    var options = ShowOptions(screen: screen, png: png)
    if let size = scan.values["size"] { (options.width, options.height) = try sides(size) }
    if let depth = scan.values["depth"] {
      guard let bits = Int(depth), [1, 16, 24].contains(bits) else {
        throw UsageError("--depth is 1, 16 or 24, not \(depth)")
      }
      options.depth = bits
    }
    options.pixelsPerInch = try number(scan, "ppi", in: 20...1_000).map { Double($0) }
    options.station = try number(scan, "station", in: 1...999_999)
    if let name = scan.values["demo"] {
      guard let demo = Demo(rawValue: name) else {
        let names = Demo.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("unknown demo \(name); there are \(names)")
      }
      options.demo = demo
    }
    for line in (scan.values["do"] ?? "").split(separator: ";") {
      guard let action = Action(line: line) else { throw UsageError("--do: \(line) is no action") }
      options.actions.append(action)
    }
    let idle = ["demo", "station", "do", "language"].first { scan.values[$0] != nil }
    if screen == ShowCommand.start, let idle { throw UsageError("--\(idle) means nothing with start") }
    options.isNight = scan.flags.contains("night")
    options.stations = scan.values["stations"]
    options.state = scan.values["state"]
    options.logos = scan.values["logos"]
    options.language = scan.values["language"]
    return .show(options)
  }

  private static func sides(_ text: String) throws(UsageError) -> (Int, Int) {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (16...Painting.Limits.canvasSide).contains(width), (16...Painting.Limits.canvasSide).contains(height)
    else { throw UsageError("--size needs a width and a height in pixels, as in 320x240, not \(text)") }
    return (width, height)
  }

  private static func number(
    _ scan: ArgumentScan, _ name: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = scan.values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(name) needs a number from \(range.lowerBound) to \(range.upperBound), not \(text)")
    }
    return number
  }
}
