import Foundation
import Linux
import Testing

@Suite struct FolderLockTests {
  @Test func oneAtATime() throws {
    let folder = NSTemporaryDirectory() + "lock-\(UUID().uuidString)/state"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var held: FolderLock?
    if case .taken(let lock) = FolderLock.take(folder) { held = lock }
    #expect(held != nil)
    if case .busy = FolderLock.take(folder) {} else { Issue.record("taken twice") }
    held = nil
    if case .taken = FolderLock.take(folder) {} else { Issue.record("not given back") }
  }

  @Test func whatCannotBeWrittenIsNotLocked() {
    if case .impossible = FolderLock.take("/proc/nope/state") {} else { Issue.record("locked") }
  }
}
