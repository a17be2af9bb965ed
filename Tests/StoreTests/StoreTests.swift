import Glibc
import Linux
import Runtime
import Support
import Synchronization
import Testing

@Suite struct StoreTests {
  static let folder = "/var/lib/nightstand"

  private static func path(_ document: StoreDocument) -> String { "\(folder)/\(document.fileName)" }

  private static var quickTimes: Store.Times {
    var times = Store.Times()
    times.quiet = .milliseconds(20)
    times.patience = .milliseconds(100)
    times.retryDelay = .milliseconds(5)
    times.retryDelayMax = .milliseconds(20)
    return times
  }

  private static var lazyTimes: Store.Times {
    var times = Store.Times()
    times.quiet = .seconds(600)
    times.patience = .seconds(600)
    times.retryDelay = .seconds(600)
    times.retryDelayMax = .seconds(600)
    return times
  }

  /// Waits for reports until `isEnough` (a few seconds at most).
  private func reports(_ store: Store, until isEnough: ([StoreReport]) -> Bool) -> [StoreReport] {
    var taken: [StoreReport] = []
    let deadline = MonotonicClock.now() + .seconds(20)
    while !isEnough(taken), MonotonicClock.now() < deadline {
      store.reports.wake.wait(timeout: .milliseconds(200))
      taken += store.reports.take()
    }
    return taken
  }

  @Test func fiftyStepsOfTheKnobAreOneWrite() throws {
    let disk = SimulatedDisk()
    let calls = FailingFileCalls(disk)
    var times = Self.quickTimes
    times.quiet = .milliseconds(400)
    times.patience = .seconds(60)
    let store = try Store(folder: Self.folder, times: times, calls: calls)
    for volume in 1...50 { store.save(.state, [UInt8(volume)]) }
    let first = reports(store) { !$0.isEmpty }
    #expect(first == [.saved(.state)])
    #expect(disk.content(Self.path(.state)) == [50])
    #expect(calls.log.filter { $0 == "create" }.count == 1)
    #expect(store.close())
  }

  @Test func eachDocumentHasItsFile() throws {
    let disk = SimulatedDisk()
    let store = try Store(folder: Self.folder, times: Self.lazyTimes, calls: disk)
    for (index, document) in StoreDocument.allCases.enumerated() { store.save(document, [UInt8(index + 1)]) }
    store.flush()
    let saved = reports(store) { $0.count == StoreDocument.allCases.count }
    #expect(Set(saved) == Set(StoreDocument.allCases.map(StoreReport.saved)))
    let names = [
      "recentSites.plist", "favoriteSites.plist", "state.plist", "learnedLoudness.plist",
      "lastGoodSites.plist"
    ]
    #expect(names.map { disk.content("\(Self.folder)/\($0)") } == [[1], [2], [3], [4], [5]])
    #expect(store.close())
  }

  @Test func closingWritesWhatWaits() throws {
    let disk = SimulatedDisk()
    let store = try Store(folder: Self.folder, times: Self.lazyTimes, calls: disk)
    store.save(.favorites, [1])
    store.save(.favorites, [2])
    #expect(store.close())
    #expect(disk.content(Self.path(.favorites)) == [2])
    let loaded = Store.load(.favorites, folder: Self.folder, calls: disk) { bytes in .sound(bytes) }
    #expect(loaded.value == [2])
    #expect(loaded.notes == [])
  }

  @Test func closingWithNothingToDo() throws {
    let disk = SimulatedDisk()
    #expect(try Store(folder: Self.folder, calls: disk).closed())
    #expect(disk.steps == 0)
  }

  @Test func readOnlyDiskIsSaidInWords() throws {
    let disk = SimulatedDisk()
    disk.traits.isReadOnly = true
    let store = try Store(folder: Self.folder, times: Self.quickTimes, calls: disk)
    store.save(.favorites, [1])
    let failures = reports(store) { $0.count >= 3 }
    #expect(Set(failures) == [.failed(.favorites, SystemError("mkdir", code: EROFS))])
    #expect(failures[0].description == "cannot keep favorites: Read-only file system (mkdir)")
    // When the disk is back, the newest bytes are kept without being asked for again.
    store.save(.favorites, [2])
    disk.traits.isReadOnly = false
    #expect(reports(store) { $0.contains(.saved(.favorites)) }.contains(.saved(.favorites)))
    #expect(disk.content(Self.path(.favorites)) == [2])
    #expect(store.close())
  }

  @Test func fullDiskAtTheEnd() throws {
    let disk = SimulatedDisk(folders: ["/var", "/var/lib", Self.folder])
    disk.put(Self.path(.state), [7])
    disk.traits.capacity = 1
    let store = try Store(folder: Self.folder, times: Self.lazyTimes, calls: disk)
    store.save(.state, [1, 2])
    #expect(!store.close())
    #expect(disk.paths == [Self.path(.state)])
    #expect(disk.content(Self.path(.state)) == [7])
  }

  @Test func tooLargeIsRefused() throws {
    let store = try Store(folder: Self.folder, calls: SimulatedDisk())
    store.save(.state, [UInt8](repeating: 0, count: StoreDocument.state.sizeMax + 1))
    #expect(store.reports.take() == [.failed(.state, SystemError("write", code: EFBIG))])
    #expect(store.close())
  }

  /// Flash that answers no fsync holds up neither the loop nor the end.
  @Test func stalledDisk() throws {
    let disk = StallingDisk()
    let store = try Store(folder: Self.folder, times: Self.quickTimes, calls: disk)
    store.save(.state, [1])
    disk.waitUntilStalled()
    let start = MonotonicClock.now()
    for volume in 0..<10_000 { store.save(.state, [UInt8(volume & 255)]) }
    #expect(!store.close(patience: .milliseconds(100)))
    #expect(MonotonicClock.now() - start < .seconds(20))
    disk.release()
  }

  /// Bytes that come while older ones are being written follow them.
  @Test func changesDuringAWrite() throws {
    let disk = StallingDisk()
    let store = try Store(folder: Self.folder, times: Self.quickTimes, calls: disk)
    store.save(.state, [1])
    disk.waitUntilStalled()
    store.save(.state, [2])
    store.save(.state, [3])
    disk.release()
    #expect(reports(store) { !$0.isEmpty } == [.saved(.state)])
    #expect(disk.disk.content(Self.path(.state)) == [3])
    #expect(disk.disk.content(Self.path(.state) + ".bak") == [1])
    #expect(store.close())
  }
}

extension Store {
  fileprivate func closed() -> Bool { close() }
}
