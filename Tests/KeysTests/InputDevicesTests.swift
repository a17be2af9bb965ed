import Foundation
import Glibc
import Linux
import Testing

@testable import Keys

/// Without devices: there are none where tests run. The folder is a made-up one.
@Suite struct InputDevicesTests {
  @Test func aFolderThatAppearsLaterIsWatchedThen() throws {
    var template = Array("/tmp/input-XXXXXX".utf8CString)
    let made = mkdtemp(&template)
    let root = String(cString: try #require(made))
    defer { try? FileManager.default.removeItem(atPath: root) }
    let loop = try EventLoop()
    var facts: [InputFact] = []
    let devices = try InputDevices(loop: loop, folder: "\(root)/input") { facts.append($0) }
    #expect(!devices.isFolderThere)
    mkdir("\(root)/input", 0o755)
    try loop.turn(patience: .seconds(5))
    #expect(devices.isFolderThere)
    // What is no device, and what would hold an open up for ever.
    mkfifo("\(root)/input/event0", 0o600)
    symlink("/dev/null", "\(root)/input/event1")
    try loop.turn(patience: .seconds(5))
    let isKeyTold = facts.contains { if case .key = $0 { true } else { false } }
    #expect(!isKeyTold)
    devices.close()
  }

  @Test func aFolderThatCannotBeThereIsAnError() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError("inotify_add_watch", code: ENOENT)) {
      _ = try InputDevices(loop: loop, folder: "/nowhere/at/all") { _ in }
    }
  }
}
