import Foundation
import Support
import Testing

/// `nightstand board --test` where there is no hardware.
@Suite struct BoardTestTests {
  private static func run(_ keys: String) throws -> (lines: [String], status: Int32?) {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let plist = "<plist version=\"1.0\"><dict><key>boardName</key><string>x</string>\(keys)</dict></plist>"
    try Data(plist.utf8).write(to: folder.appending(path: "board.plist"))
    let test = try RunningProgram.nightstand(["board", folder.path, "--test", "--seconds", "20"])
    let status = test.exitCode()
    return (test.lines.map(\.text), status)
  }

  @Test func whatIsMissingIsNamedAndTheTestEnds() throws {
    let (lines, status) = try Self.run(
      """
      <key>Panel</key><dict><key>panelDevice</key><string>/dev/nightstand-none</string></dict>
      <key>inputDevices</key><false/><key>soundDevice</key><string>nightstand-none</string>
      """)
    #expect(lines.contains { $0.contains("panel /dev/nightstand-none: nothing can be shown: ") }, "\(lines)")
    #expect(lines.contains { $0.contains("sound nightstand-none: nothing can be heard: ") }, "\(lines)")
    #expect(lines.contains { $0.contains("keys and knobs: the board has no lines") })
    #expect(status == 1)
  }

  /// The null device of alsa-lib takes all samples and is everywhere.
  @Test func theToneIsPlayedToItsEnd() throws {
    let (lines, status) = try Self.run("<key>soundDevice</key><string>null</string>")
    #expect(lines.contains { $0.contains("panel: the board has none") }, "\(lines)")
    #expect(
      lines.contains { $0.contains("sound null: a tone at the left, then a higher one at the right") },
      "\(lines)")
    #expect(status == 0)
  }
}
