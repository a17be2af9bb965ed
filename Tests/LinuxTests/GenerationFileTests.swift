import Glibc
import Linux
import Support
import Testing

@Suite struct GenerationFileTests {
  static let good = Sample.document(1)

  struct Damage: CustomTestStringConvertible, Sendable {
    var bytes: [UInt8]?
    var reason: String
    var testDescription: String { reason }
  }

  static let damages = [
    Damage(bytes: [], reason: "empty"),
    Damage(bytes: [UInt8](repeating: 0, count: 41), reason: "nothing but zero bytes"),
    Damage(bytes: Array(Sample.document(2).prefix(20)), reason: "damaged"),
    Damage(bytes: [UInt8](repeating: 65, count: 1_001), reason: "larger than 1000 bytes"),
    Damage(bytes: nil, reason: "missing")
  ]

  @Test(arguments: damages)
  func damagedDocumentWithAGoodBackup(damage: Damage) {
    let bytes = damage.bytes
    let disk = SimulatedDisk(folders: [Sample.folder])
    disk.put(Sample.path, bytes)
    disk.put(Sample.path + ".bak", Self.good)
    disk.put("/state/.favoriteSites.plist.new", Array(Sample.document(3).prefix(9)))
    disk.put("/state/.favoriteSites.plist.old", [])
    let loaded = Sample.load(disk)
    #expect(loaded.value == Self.good)
    #expect(loaded.notes.first == "\(Sample.path): \(damage.reason)")
    #expect(loaded.notes.last == "\(Sample.path).bak: used in its place" || bytes != nil)
    #expect(disk.content(Sample.path) == Self.good, "restored")
    #expect(disk.content(Sample.path + ".bak") == Self.good)
    #expect(disk.content(Sample.path + ".bad") == bytes, "what was there is still there")
    #expect(disk.paths.allSatisfy { !$0.contains("/.") }, "temporaries are gone")
    #expect(Sample.load(disk).notes == [], "said once")
    #expect(disk.openCount == 0)
  }

  @Test(arguments: damages)
  func nothingIsSound(damage: Damage) throws {
    let bytes = damage.bytes
    let disk = SimulatedDisk(folders: [Sample.folder])
    disk.put(Sample.path, bytes)
    disk.put(Sample.path + ".bak", bytes)
    let loaded = Sample.load(disk)
    #expect(loaded.value == nil)
    #expect(loaded.notes.isEmpty == (bytes == nil))
    #expect(disk.content(Sample.path + ".bad") == bytes)
    // An empty file is not worth a place of its own.
    let second = bytes == [] ? nil : bytes
    #expect(disk.content(Sample.path + ".bad-2") == second)
    // The defaults that are written later replace none of it.
    try Sample.file(on: disk).file.write(Sample.document(5))
    try Sample.file(on: disk).file.write(Sample.document(6))
    #expect(disk.content(Sample.path + ".bad") == bytes)
    #expect(disk.content(Sample.path + ".bad-2") == second)
  }

  @Test func goodDocumentIsLeftAlone() {
    let disk = SimulatedDisk(folders: [Sample.folder])
    disk.put(Sample.path, Self.good)
    disk.put(Sample.path + ".bak", [0])
    disk.put("/state/.favoriteSites.plist.new", Sample.document(9))
    let loaded = Sample.load(disk)
    #expect(loaded.value == Self.good)
    #expect(loaded.notes == [])
    #expect(disk.paths == [Sample.path, Sample.path + ".bak"])
  }

  @Test(arguments: [nil, [], Sample.document(1).dropLast()] as [[UInt8]?])
  func finishedTemporaryIsTheLastResort(backup: [UInt8]?) {
    let disk = SimulatedDisk(folders: [Sample.folder])
    disk.put(Sample.path + ".bak", backup)
    disk.put("/state/.favoriteSites.plist.new", Self.good)
    let loaded = Sample.load(disk)
    #expect(loaded.value == Self.good)
    #expect(disk.content(Sample.path) == Self.good)
    #expect(Sample.load(disk).notes == [])
  }

  @Test func cutOffFirstWriteIsNoDocument() {
    let disk = SimulatedDisk(folders: [Sample.folder])
    disk.put("/state/.favoriteSites.plist.new", Array(Self.good.prefix(5)))
    #expect(Sample.load(disk).value == nil)
    #expect(disk.paths == [])
  }

  @Test func threeDamagedCopiesAreKept() {
    let disk = SimulatedDisk(folders: [Sample.folder])
    for round in 0..<6 {
      disk.put(Sample.path, [1, UInt8(round)])
      disk.put(Sample.path + ".bak", Self.good)
      #expect(Sample.load(disk).value == Self.good)
    }
    #expect(disk.content(Sample.path + ".bad") == [1, 0])
    #expect(disk.content(Sample.path + ".bad-2") == [1, 1])
    #expect(disk.content(Sample.path + ".bad-3") == [1, 5])
    #expect(disk.paths.count == 5)
  }

  @Test func readOnlyDiskStillGivesTheBackup() {
    let disk = SimulatedDisk(folders: [Sample.folder])
    disk.put(Sample.path, [])
    disk.put(Sample.path + ".bak", Self.good)
    disk.traits.isReadOnly = true
    let loaded = Sample.load(disk)
    #expect(loaded.value == Self.good)
    #expect(loaded.notes.contains { $0.contains("cannot be set aside (rename: ") })
    #expect(disk.content(Sample.path) == [])
  }

  /// A file that cannot be read (EIO, EACCES) counts as damaged.
  @Test(arguments: [EIO, EACCES, EISDIR]) func unreadableDocument(code: Int32) {
    let disk = SimulatedDisk(folders: [Sample.folder])
    disk.put(Sample.path, Sample.document(2))
    disk.put(Sample.path + ".bak", Self.good)
    let calls = FailingFileCalls(disk)
    calls.plan(.once(code), at: 0)
    #expect(Sample.load(calls).value == Self.good)
    #expect(disk.content(Sample.path + ".bad") == Sample.document(2))
  }

  /// Whatever call fails while a damaged document is being restored, the good generation is what loads, now and
  /// when the trouble is over.
  @Test(arguments: AtomicFileTests.faults)
  func everyCallOfARecoveryFails(fault: FailingFileCalls.Fault) {
    var index = 0
    var wasReached = true
    while wasReached {
      let disk = SimulatedDisk(folders: [Sample.folder])
      disk.put(Sample.path, [1, 2, 3])
      disk.put(Sample.path + ".bak", Self.good)
      let calls = FailingFileCalls(disk)
      calls.plan(fault, at: index)
      let loaded = Sample.load(calls)
      wasReached = calls.log.count > index
      // A disk that cannot even be read gives nothing, but loses nothing either.
      #expect(loaded.value == Self.good || !loaded.notes.isEmpty)
      calls.plan(nil)
      let second = Sample.load(calls).value
      let kept = disk.paths.map { disk.content($0) }
      #expect(second == Self.good || kept.contains(Self.good))
      index += 1
    }
  }
}
