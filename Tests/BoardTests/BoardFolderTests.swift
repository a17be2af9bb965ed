import Foundation
import Formats
import Testing

@testable import nightstand

/// The board that the radio runs with: whatever the file is, there is one.
@Suite final class BoardFolderTests {
  let folder = NSTemporaryDirectory() + "board-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/board.plist"))
  }

  @Test func withoutABoardItIsTheDesk() {
    let run = BoardFolder.forRun(nil)
    #expect(run.board == Board())
    #expect(run.notes.isEmpty)
  }

  @Test func aFolderThatIsMissingIsTheDeskAndTold() {
    let run = BoardFolder.forRun("\(folder)/none")
    #expect(run.board == Board())
    #expect(run.notes.count == 1)
    #expect(run.notes.first?.contains("\(folder)/none: No such file or directory") == true, "\(run.notes)")
  }

  @Test func aFileThatIsNoneIsTheDeskAndToldWithItsPlace() throws {
    try write("<plist version=\"1.0\">\n<array/>\n</plist>")
    let run = BoardFolder.forRun(folder)
    #expect(run.board == Board())
    #expect(run.notes.first?.contains("\(folder)/board.plist:2:1: error: ") == true, "\(run.notes)")
  }

  @Test func oneErrorIsToldAndOfMoreWhereTheyAreTold() throws {
    let one = "<key>touch</key><integer>1</integer>"
    let start = "<plist version=\"1.0\"><dict><key>boardName</key><string>x</string>\n"
    try write("\(start)\(one)\n</dict></plist>")
    var run = BoardFolder.forRun(folder)
    #expect(run.board.name == "x")
    #expect(run.notes.count == 1)
    #expect(run.notes.first?.contains("board.plist:2:") == true)
    #expect(run.notes.first?.contains("more") == false)
    try write("\(start)\(one)\n<key>soundMixer</key><true/><key>Panel</key><true/></dict></plist>")
    run = BoardFolder.forRun(folder)
    #expect(run.notes.count == 1)
    #expect(
      run.notes.first?.hasSuffix("(and 2 more; nightstand check \(folder) says all)") == true, "\(run.notes)")
  }
}
