import Foundation
import Support
import Testing

/// The real program with a plain file in the place of a panel.
@Suite struct FilePanelTests {
  private static func board(in folder: URL) throws -> (board: String, panel: URL) {
    let panel = folder.appendingPathComponent("panel")
    let board = folder.appendingPathComponent("board.plist")
    let file = """
      <plist version="1.0"><dict>
      <key>boardName</key><string>trial</string>
      <key>inputDevices</key><false/>
      <key>Panel</key><dict>
      <key>panelDevice</key><string>\(panel.path)</string>
      <key>panelPixels</key><string>320x240</string>
      </dict></dict></plist>
      """
    try Data(file.utf8).write(to: board)
    return (folder.path, panel)
  }

  @Test func whatTheRadioShowsIsInTheFile() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (board, panel) = try FilePanelTests.board(in: folder)
    let radio = try RunningProgram.nightstand(
      ["run", "--board", board, "--state", folder.appendingPathComponent("state").path],
      environment: ["ALSA_CONFIG_PATH": "/dev/null"])
    radio.say("open settings")
    #expect(radio.line(containing: #""screen":"settings""#) != nil)
    radio.say("down")
    #expect(radio.line(containing: #""row":2"#) != nil)
    let settings = try Data(contentsOf: panel)
    #expect(settings.count == 320 * 240 * 2)
    #expect(Set(settings).count > 10)
    radio.say("open radio")
    #expect(radio.line(containing: #""screen":"radio""#) != nil)
    radio.signal(SIGUSR1)
    let told = radio.line(containing: #""event":"loop""#)
    let loop = radio.events.first { $0["event"] as? String == "loop" }
    #expect(told != nil)
    #expect(loop?["turns"] as? Int ?? 0 > 0)
    #expect(loop?["longest"] as? Double ?? 0 > 0)
    #expect(loop?["work"] as? Double ?? 0 > 0)
    // One that is taken away is made again, and drawn whole.
    try FileManager.default.removeItem(at: panel)
    radio.say("open home")
    let end = Date(timeIntervalSinceNow: 20)
    func isDrawn() -> Bool { Set((try? Data(contentsOf: panel)) ?? Data()).count > 10 }
    while !isDrawn(), Date() < end { usleep(5_000) }
    #expect(isDrawn())
    #expect(try Data(contentsOf: panel).count == settings.count)
    radio.say("quit")
    #expect(radio.exitCode() == 0)
  }
}
