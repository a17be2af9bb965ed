import Foundation
import Testing

@testable import nightstand

/// `check` and `list` on real files.
@Suite final class CommandTests {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "nightstand-command-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  static func list(_ sites: String) -> String {
    "<plist><dict><key>Item0</key><dict><key>categoryName</key><string>Rock \"1\"</string>\n\(sites)</dict></dict></plist>"
  }

  static let site =
    "<key>Site0</key><dict><key>siteName</key><string>S</string><key>siteLink</key><string>http://h/a?b&amp;c</string></dict>\n"
  static let good = list(site)

  func write(_ name: String, _ text: String) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  func check(_ path: String) -> (status: Int32, lines: [String]) {
    var lines: [String] = []
    let collector = Lines()
    let status = CheckCommand.run(path) { collector.lines.append($0) }
    lines = collector.lines
    return (status, lines.map { $0.replacingOccurrences(of: folder, with: "DIR") })
  }

  final class Lines {
    var lines: [String] = []
  }

  @Test func aGoodListPasses() throws {
    let result = check(try write("any.plist", Self.good))
    #expect(result.status == 0)
    #expect(result.lines == ["1 category, 1 station, 0 errors, 0 warnings"])
  }

  @Test func aBareAmpersandIsNamedByLineAndColumn() throws {
    let result = check(
      try write("categorizedSites.plist", Self.good.replacingOccurrences(of: "&amp;", with: "&")))
    #expect(result.status == 0)
    #expect(
      result.lines == [
        "DIR/categorizedSites.plist:2:99: warning: a bare \"&\" was read as itself; write &amp;",
        "1 category, 1 station, 0 errors, 1 warning"
      ])
  }

  @Test func anErrorIsStatusOne() throws {
    let bad = Self.site.replacingOccurrences(of: "Site0", with: "Site1").replacingOccurrences(
      of: "http:", with: "rtsp:")
    let result = check(try write("x.plist", Self.list(Self.site + bad)))
    #expect(result.status == 1)
    #expect(result.lines.last == "1 category, 1 station, 1 error, 0 warnings")
    #expect(result.lines.first?.hasPrefix("DIR/x.plist:3:") == true)
  }

  @Test func filesOfOtherKindsAreKnownByNameOrShape() throws {
    let sites = "<plist><dict>\(Self.site)</dict></plist>"
    #expect(
      check(try write("recentSites.plist", sites)).lines == ["0 categories, 1 station, 0 errors, 0 warnings"])
    #expect(check(try write("old.plist", sites)).status == 0)
    let settings = "<plist><dict><key>startVolume</key><integer>500</integer></dict></plist>"
    #expect(
      check(try write("settings.plist", settings)).lines.last
        == "0 categories, 0 stations, 0 errors, 1 warning")
    #expect(check(try write("wishes.plist", settings)).lines.count == 2)
    #expect(check(try write("state.plist", "<plist><dict/></plist>")).status == 0)
    #expect(check(try write("favoriteSites.plist", Self.good)).status == 1)
  }

  @Test func aFolderIsCheckedAndRubbishPassedOver() throws {
    _ = try write("._categorizedSites.plist", "\u{0}\u{5}")
    for name in ["__MACOSX", ".Trashes", ".Spotlight-V100"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
      _ = try write("\(name)/categorizedSites.plist", "x")
    }
    #expect(check(folder).status == 1)
    _ = try write("categorizedSites.plist.txt", Self.good)
    _ = try write("readme.txt", "x")
    #expect(
      check(folder).lines == [
        "DIR/categorizedSites.plist.txt: warning: Windows added \".txt\"; read as categorizedSites.plist",
        "1 category, 1 station, 0 errors, 1 warning"
      ])
    _ = try write("categorizedSites.plist", Self.good)
    _ = try write("settings.plist", "<plist>")
    let result = check(folder)
    #expect(result.status == 1)
    #expect(result.lines.count == 3)
    #expect(result.lines.last == "1 category, 1 station, 1 error, 1 warning")
  }

  @Test(.timeLimit(.minutes(1))) func whatIsNoFileIsRefusedAtOnce() throws {
    #expect(mkfifo("\(folder)/fifo", 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/loop", withDestinationPath: "loop")
    _ = FileManager.default.createFile(atPath: "\(folder)/huge", contents: nil)
    truncate("\(folder)/huge", 1 << 40)
    for (path, words) in [
      ("\(folder)/fifo", "not a regular file"), ("/dev/zero", "not a regular file"),
      ("\(folder)/loop", "Too many levels"), ("\(folder)/none", "No such file"),
      ("\(folder)/huge", "larger than 64 MiB"),
      ("\(folder)/", "no file of the radio")
    ] {
      let result = check(path)
      #expect(result.status == 1)
      #expect(result.lines.first?.contains(words) == true, "\(result.lines)")
    }
  }

  @Test func whatTheRadioWouldNotReadIsRefused() throws {
    let padding = String(repeating: " ", count: 1 << 20)
    let board = "<plist><dict><key>boardName</key><string>x</string></dict></plist>"
    for name in ["board.plist", "mine.plist"] {
      #expect(check(try write(name, board)).status == 0)
      let result = check(try write(name, board + padding))
      #expect(result.status == 1)
      #expect(result.lines.first == "DIR/\(name): error: larger than 1 MiB")
    }
    #expect(check(try write("settings.plist", "<plist><dict/></plist>" + padding)).status == 1)
    #expect(check(try write("categorizedSites.plist", Self.good + padding)).status == 0)
  }

  func list(_ options: ListOptions, state: String? = nil) -> (
    status: Int32, out: [String], complaints: [String]
  ) {
    let out = Lines()
    let complaints = Lines()
    let status = ListCommand.run(options, stateFolder: state ?? folder) {
      out.lines.append($0)
    } complain: {
      complaints.lines.append($0)
    }
    return (status, out.lines, complaints.lines)
  }

  @Test func theListIsShownAsTheRadioUnderstandsIt() throws {
    let more =
      "<key>siteLogoName</key><string>l.png</string><key>siteAlternateLinks</key><array><string>http://h/b</string></array>"
    let path = try write(
      "l.plist", Self.list(Self.site.replacingOccurrences(of: "</dict>", with: more + "</dict>")))
    let json = list(ListOptions(stations: path, isJSON: true))
    #expect(
      json.out == [
        "{\"categories\":[{\"name\":\"Rock \\\"1\\\"\",\"stations\":[{\"name\":\"S\",\"link\":\"http://h/a?b&c\","
          + "\"alternates\":[\"http://h/b\"],\"logo\":\"l.png\"}]}]}"
      ])
    let object = try JSONSerialization.jsonObject(with: Data(json.out[0].utf8))
    #expect(object is [String: Any])
    #expect(list(ListOptions(stations: path)).out == ["Rock \"1\"", "    1. S  http://h/a?b&c"])
  }

  @Test func theListOfTheStateFolderIsTheDefault() throws {
    _ = try write("categorizedSites.plist", Self.good)
    let result = list(ListOptions())
    #expect(result.status == 0)
    #expect(result.complaints == [])
  }

  @Test func aListWithoutStationsIsStatusOne() throws {
    let result = list(ListOptions(stations: try write("l.plist", "<plist><dict/></plist>"), isJSON: true))
    #expect(result.status == 1)
    #expect(result.out == [])
    #expect(result.complaints.count == 1)
    #expect(list(ListOptions(stations: "\(folder)/none")).status == 1)
  }
}
