import Foundation
import Support
import Testing

/// A slip in a file or on the command line is told, and the radio runs.
@Suite struct TypoTests {
  private static let silence = ["ALSA_CONFIG_PATH": "/dev/null"]

  @Test func aBoardThatIsNoneDoesNotEndTheRadio() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let board = folder.appending(path: "board.plist")
    try Data("<plist version=\"1.0\">\n<dict>\n<key>boardName</string></dict></plist>".utf8).write(to: board)
    let radio = try RunningProgram.nightstand(
      ["run", "--board", folder.path, "--state", folder.appending(path: "state").path],
      environment: TypoTests.silence)
    let told = radio.line(containing: "The board cannot be used")
    #expect(told?.text.contains("board.plist:3:") == true, "\(told?.text ?? radio.errorText)")
    radio.say("open home")
    #expect(radio.line(containing: #""screen":"home""#) != nil)
    radio.say("quit")
    #expect(radio.exitCode() == 0)
  }

  @Test func keysWithoutAChipAreToldAndTheRadioRuns() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let keys = (0..<3).map {
      "<key>Key\($0)</key><dict><key>keyLine</key><string>GPIO\($0)</string>"
        + "<key>keyShort</key><string>mute</string></dict>"
    }
    let board = """
      <plist version="1.0"><dict><key>boardName</key><string>x</string><key>gpioChips</key>
      <string>nightstand-none</string>\(keys.joined())</dict></plist>
      """
    try Data(board.utf8).write(to: folder.appending(path: "board.plist"))
    let radio = try RunningProgram.nightstand(
      ["run", "--board", folder.path, "--state", folder.appending(path: "state").path],
      environment: TypoTests.silence)
    let said = "line GPIO0: this machine has no GPIO chip nightstand-none (and 2 more)"
    #expect(radio.line(containing: said, within: 60) != nil, "\(radio.lines.map(\.text))")
    radio.say("open home")
    #expect(radio.line(containing: #""screen":"home""#) != nil)
    radio.say("quit")
    #expect(radio.exitCode() == 0)
  }

  @Test func aBoardSaysWhatThisMachineLacks() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let board = """
      <plist version="1.0"><dict><key>boardName</key><string>x</string>
      <key>gpioChips</key><array><string>chip-one</string><string>chip-two</string></array>
      <key>Key0</key><dict><key>keyLine</key><string>GPIO5</string><key>keyRole</key><string>play</string></dict>
      <key>Panel</key><dict><key>panelDevice</key><string>/dev/nightstand-none</string></dict>
      <key>soundDevice</key><string>plughw:CARD=nightstandnone,DEV=0</string></dict></plist>
      """
    try Data(board.utf8).write(to: folder.appending(path: "board.plist"))
    let program = try RunningProgram.nightstand(["board", folder.path])
    #expect(program.exitCode() == 0)
    let lines = program.lines.map(\.text)
    #expect(lines.first == "board  x", "\(lines)")
    #expect(
      lines.suffix(3) == [
        "This machine has no GPIO chip chip-one or chip-two: the keys and knobs cannot be read.",
        "The panel /dev/nightstand-none cannot be used: open: No such file or directory.",
        "This machine has no sound card nightstandnone."
      ], "\(lines)")
  }

  @Test func aLanguageThatIsNotThereIsTold() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let languages = folder.appending(path: "languages")
    try FileManager.default.createDirectory(at: languages, withIntermediateDirectories: true)
    try Data("rubbish\n".utf8).write(to: languages.appending(path: "fr.po"))
    let settings = "<plist><dict><key>language</key><string>xx</string></dict></plist>"
    try Data(settings.utf8).write(to: folder.appending(path: "settings.plist"))
    let share = TypoTests.silence.merging(["NIGHTSTAND_SHARE": folder.path]) { $1 }
    let radio = try RunningProgram.nightstand(["run", "--state", folder.path], environment: share)
    #expect(radio.line(containing: "fr.po:1:1: error: ") != nil)
    #expect(
      radio.line(containing: "settings.plist: there is no language xx; there are en", within: 60) != nil)
    radio.say("quit")
    #expect(radio.exitCode() == 0)
    let picture = folder.appending(path: "home.png").path
    let words = ["show", "home", "--png", picture, "--state", folder.path]
    let show = try RunningProgram.nightstand(words, environment: share)
    #expect(show.exitCode() == 0)
    #expect(show.errorText.contains("fr.po:1:1: error: "))
    #expect(show.errorText.contains("settings.plist: there is no language xx"))
    let other = try RunningProgram.nightstand(words + ["--language", "yy"], environment: share)
    #expect(other.exitCode() == 2)
    #expect(other.errorText.contains("there is no language yy; there are en"))
  }

  private static let list = """
    <plist version="1.0"><dict><key>Item0</key><dict><key>categoryName</key><string>Rock</string>
    <key>Site0</key><dict><key>siteName</key><string>One</string>
    <key>siteLink</key><string>http://127.0.0.1:9/one</string></dict>
    <key>Site1</key><dict><key>siteName</key><string>Two</string>
    <key>siteLink</key><string>http://127.0.0.1:9/two</string></dict></dict></dict></plist>
    """

  private static func show(_ words: [String], in folder: URL) throws -> (status: Int32?, errors: String) {
    let program = try RunningProgram.nightstand(
      ["show", "player", "--png", folder.appending(path: "p.png").path] + words,
      environment: ["NIGHTSTAND_SHARE": folder.path, "NIGHTSTAND_STATE": folder.path])
    return (program.exitCode(), program.errorText)
  }

  @Test func showPassesOverNothingThatItWasTold() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stations = folder.appending(path: "s.plist").path
    let picture = folder.appending(path: "p.png")
    try Data(TypoTests.list.utf8).write(to: URL(fileURLWithPath: stations))
    #expect(try Self.show(["--stations", stations], in: folder).status == 0)
    let nothing = try Data(contentsOf: picture)
    #expect(try Self.show(["--stations", stations, "--station", "1"], in: folder).status == 0)
    let first = try Data(contentsOf: picture)
    #expect(try Self.show(["--stations", stations, "--station", "2"], in: folder).status == 0)
    let second = try Data(contentsOf: picture)
    #expect(nothing != first)
    #expect(first != second, "each station is shown by its name")
    let none = folder.appending(path: "none").path
    let refused: [(words: [String], said: String)] = [
      (["--stations", stations, "--station", "3"], "there is no station 3; the list has 2"),
      (["--stations", none], "No such file or directory"), (["--state", none], "no such folder"),
      (["--logos", none], "no such folder"), (["--demo", "playing"], "there is no station")
    ]
    for (words, said) in refused {
      let result = try Self.show(words, in: folder)
      #expect(result.status == 2, "\(words)")
      #expect(result.errors.contains(said), "\(words): \(result.errors)")
    }
  }
}
