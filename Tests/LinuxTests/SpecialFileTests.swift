import Foundation
import Linux
import Testing

@Suite struct SpecialFileTests {
  @Test func devicesAndFoldersAreNoFiles() throws {
    let file = NSTemporaryDirectory() + "special-\(UUID().uuidString)"
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(!SpecialFile.isThere(file))
    #expect(!SpecialFile.isThere(file + "-not"))
    #expect(SpecialFile.isThere("/dev/full"))
    #expect(SpecialFile.isThere(NSTemporaryDirectory()))
  }

  @Test func aDeviceIsWrittenToAndSaysWhatIsWrong() {
    #expect(throws: SystemError("write", code: ENOSPC)) { try SpecialFile.write([1], to: "/dev/full") }
    #expect(throws: Never.self) { try SpecialFile.write([1, 2, 3], to: "/dev/null") }
    #expect(SpecialFile.isThere("/dev/full"))
  }
}
