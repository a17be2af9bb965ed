import Glibc
import Linux
import Support
import Testing

@Suite struct AtomicFileTests {
  @Test func replacesAndKeepsTheGenerationBefore() throws {
    let disk = SimulatedDisk(folders: [Sample.folder])
    let file = AtomicFile(path: Sample.path, calls: disk)
    #expect(try file.write([1]) == .written)
    #expect(disk.paths == [Sample.path])
    #expect(try file.write([2]) == .written)
    #expect(try file.write([3, 3]) == .written)
    #expect(disk.content(Sample.path) == [3, 3])
    #expect(disk.content(file.backupPath) == [2])
    #expect(disk.paths == [Sample.path, file.backupPath])
    #expect(disk.openCount == 0)
  }

  @Test func sameContentIsNotWrittenAgain() throws {
    let calls = FailingFileCalls(SimulatedDisk(folders: [Sample.folder]))
    let file = AtomicFile(path: Sample.path, calls: calls)
    try file.write(Sample.document(1))
    calls.plan(nil)
    #expect(try file.write(Sample.document(1)) == .unchanged)
    #expect(Set(calls.log).isDisjoint(with: ["create", "write", "rename", "link"]))
    #expect(try file.write(Sample.document(1) + [0]) == .written)
    #expect(try file.write(Array(Sample.document(1).dropLast())) == .written)
  }

  @Test(arguments: [true, false]) func noStepIsLeftOut(hasHardLinks: Bool) throws {
    var traits = SimulatedDisk.Traits()
    traits.hasHardLinks = hasHardLinks
    let calls = FailingFileCalls(SimulatedDisk(folders: [Sample.folder], traits: traits))
    let file = AtomicFile(path: Sample.path, calls: calls)
    try file.write([1])
    calls.plan(nil)
    try file.write([2])
    let kept = hasHardLinks ? ["link"] : ["link", "open", "read", "read", "create", "write", "fsync"]
    #expect(
      calls.log == ["open", "read", "read", "create", "write", "fsync"] + kept
        + ["rename", "opendir", "fsync", "rename"])
  }

  static let faults: [FailingFileCalls.Fault] = [
    .once(EIO), .once(ENOSPC), .once(EROFS), .once(EINTR), .short, .always(EIO), .always(ENOSPC),
    .always(EROFS), .always(EINTR), .always(EMFILE)
  ]

  @Test(arguments: faults, [true, false])
  func everyCallInTurnFails(fault: FailingFileCalls.Fault, hasHardLinks: Bool) throws {
    var traits = SimulatedDisk.Traits()
    traits.hasHardLinks = hasHardLinks
    let old = Sample.document(1)
    let new = Sample.document(2)
    var index = 0
    while true {
      let disk = SimulatedDisk(folders: [Sample.folder], traits: traits)
      let calls = FailingFileCalls(disk)
      let file = AtomicFile(path: Sample.path, calls: calls)
      try file.write(Sample.document(0))
      try file.write(old)
      calls.plan(fault, at: index)
      let wasReached: Bool
      do throws(SystemError) {
        try file.write(new)
        #expect(disk.content(Sample.path) == new)
        wasReached = calls.log.count > index
      } catch {
        wasReached = true
        switch fault {
        case .once(let code), .always(let code): #expect(error.code == code)
        case .short: Issue.record("a short count is not an error: \(error)")
        }
        #expect(!error.call.isEmpty)
        #expect(disk.content(Sample.path) == old || disk.content(Sample.path) == new)
        if fault == .once(error.code) {
          #expect(disk.paths == [Sample.path, file.backupPath], "temporaries are removed")
        }
      }
      #expect(disk.openCount == 0)
      guard wasReached else { break }
      // When the trouble is over, the same bytes get through.
      calls.plan(nil)
      try file.write(new)
      #expect(Sample.load(disk).value == new)
      #expect(
        disk.allAfterPowerCut().allSatisfy { Sample.load($0).value == new }, "and they are there to stay")
      index += 1
    }
    #expect(index > 10)
  }

  @Test func fullDiskLeavesTheOldOne() throws {
    let disk = SimulatedDisk(folders: [Sample.folder])
    let file = AtomicFile(path: Sample.path, calls: disk)
    try file.write(Sample.document(1))
    disk.traits.capacity = 60
    #expect(throws: SystemError("write", code: ENOSPC)) { try file.write(Sample.document(2)) }
    #expect(disk.paths == [Sample.path])
    #expect(disk.content(Sample.path) == Sample.document(1))
  }

  @Test func manySmallWritesAreOneDocument() throws {
    var traits = SimulatedDisk.Traits()
    traits.writeMax = 3
    let disk = SimulatedDisk(folders: [Sample.folder], traits: traits)
    try AtomicFile(path: Sample.path, calls: disk).write(Sample.document(1))
    #expect(disk.content(Sample.path) == Sample.document(1))
  }

  @Test func foldersAreMade() throws {
    let disk = SimulatedDisk()
    try Folder.make("/var/lib/nightstand/", calls: disk)
    try Folder.make("/var/lib/nightstand", calls: disk)
    try AtomicFile(path: "/var/lib/nightstand/x", calls: disk).write([1])
    #expect(disk.content("/var/lib/nightstand/x") == [1])
    #expect(throws: SystemError("open", code: ENOTDIR)) {
      try Folder.make("/var/lib/nightstand/x", calls: disk)
    }
    disk.traits.isReadOnly = true
    #expect(throws: SystemError("mkdir", code: EROFS)) { try Folder.make("/srv/radio", calls: disk) }
  }

  /// The same through the real calls.
  @Test func realDisk() throws {
    var template = Array("/tmp/nightstand-atomic-XXXXXX".utf8CString)
    let root = try #require(mkdtemp(&template).map { String(cString: $0) })
    let folder = root + "/a/b"
    defer {
      for name in ["x", "x.bak", "x.bad", ".x.new", ".x.old"] { unlink("\(folder)/\(name)") }
      for path in [folder, root + "/a", root] { rmdir(path) }
    }
    try Folder.make(folder)
    let generations = GenerationFile(path: folder + "/x", limit: 1_000)
    #expect(generations.load(isSound: Sample.isSound).notes == [])
    #expect(try generations.file.write(Sample.document(1)) == .written)
    #expect(try generations.file.write(Sample.document(2)) == .written)
    #expect(try generations.file.write(Sample.document(2)) == .unchanged)
    #expect(generations.load(isSound: Sample.isSound).value == Sample.document(2))
    #expect(truncate(folder + "/x", 7) == 0)
    let repaired = generations.load(isSound: Sample.isSound)
    #expect(repaired.value == Sample.document(1))
    #expect(repaired.notes.contains("\(folder)/x: damaged"))
    #expect(generations.load(isSound: Sample.isSound).notes == [])
    #expect(access(folder + "/x.bad", F_OK) == 0)
    var status = stat()
    #expect(stat(folder + "/x", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o644)
  }

  /// Something else in the place of the document is an error at once, and nothing waits for it.
  @Test func fifoInThePlaceOfADocument() throws {
    let path = "/tmp/nightstand-fifo-\(getpid())"
    try #require(mkfifo(path, 0o600) == 0)
    defer {
      unlink(path)
      unlink(path + ".bad")
    }
    let loaded = GenerationFile(path: path, limit: 100).load(isSound: Sample.isSound)
    #expect(loaded.value == nil)
    #expect(loaded.notes.first == "\(path): empty")
  }
}
