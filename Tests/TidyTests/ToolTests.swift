import Foundation
import Testing

@Suite struct ToolTests {
  static let tools = Tree.files(under: "tools").filter { $0.folder == "tools" && $0.isScript }

  @Test(arguments: Tree.files(under: "tools") + Tree.files(under: ".ci"))
  func scriptsCanBeCalled(_ file: SourceFile) {
    #expect(file.isExecutable == file.isScript, "\(file.path)")
  }

  @Test(arguments: Tree.scripts)
  func shellScriptsStopAtTheFirstError(_ file: SourceFile) throws {
    let lines = try file.lines().map(\.text)
    guard lines[0].contains("bash") else {
      #expect(lines[0] == "#!/usr/bin/env python3", "\(file.path) is written in another language")
      return
    }
    #expect(lines.contains("set -euo pipefail"))
    #expect(lines.count <= 125, "\(file.path) is long enough to be Python")
  }

  /// From a copy in a folder with blanks, and from another current folder.
  @Test(arguments: tools)
  func answersHelp(_ file: SourceFile) throws {
    let place = try Folder()
    try FileManager.default.copyItem(
      at: Tree.root.appending(path: "tools"), to: place.url.appending(path: "tools"))
    let command = try Command.run(place.url.appending(path: file.path).path, ["--help"])
    #expect(command.status == 0)
    #expect(command.errors == "")
    #expect(command.text.contains("usage: \(file.path)"))
    #expect(command.text.split(separator: "\n").count >= 4)
  }

  @Test(arguments: [
    "setup", "test", "stations", "station-server", "trixie", "bench", "soak", "guest", "artwork"
  ])
  func refusesUnknownOptions(_ name: String) throws {
    let command = try Command.run(Tree.root.appending(path: "tools/\(name)").path, ["--no-such-option"])
    #expect(command.status == 2)
    #expect(command.errors.contains("--help"))
  }
}
