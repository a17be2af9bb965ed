import Linux
import Support
import Testing

/// The plug is pulled before every single step, and every state that the disk can be in is tried.
@Suite struct PowerCutTests {
  private static func disk(hasHardLinks: Bool, generations: Int = 2) throws -> SimulatedDisk {
    var traits = SimulatedDisk.Traits()
    traits.hasHardLinks = hasHardLinks
    let disk = SimulatedDisk(folders: [Sample.folder], traits: traits)
    for generation in 0..<generations {
      try AtomicFile(path: Sample.path, calls: disk).write(Sample.document(generation))
    }
    return disk
  }

  @Test(arguments: [true, false]) func oldOrNewAtEveryStep(hasHardLinks: Bool) throws {
    let old = Sample.document(1)
    let new = Sample.document(2)
    var tried = 0
    var step = 1
    while true {
      let disk = try Self.disk(hasHardLinks: hasHardLinks).afterKill()
      disk.unplug(atStep: step)
      let file = AtomicFile(path: Sample.path, calls: disk)
      let isWritten = (try? file.write(new)) != nil
      let isCommitted = disk.steps < step
      for found in disk.allAfterPowerCut() + [disk.afterKill()] {
        let loaded = Sample.load(found)
        #expect(loaded.value == new || loaded.value == old && !isCommitted, "step \(step)")
        #expect(found.paths.allSatisfy { !$0.contains("/.") }, "temporaries are cleaned")
        // The next write works, and leaves exactly one older generation.
        try AtomicFile(path: Sample.path, calls: found).write(Sample.document(3))
        #expect(found.content(Sample.path) == Sample.document(3))
        #expect(found.content(Sample.path + ".bak") == loaded.value)
        tried += 1
      }
      if isWritten { break }
      step += 1
    }
    #expect(step > 10 && tried > 100, "\(step) steps, \(tried) states")
  }

  @Test func firstWriteIsAllOrNothing() throws {
    var step = 1
    var isWritten = false
    while !isWritten {
      let disk = try Self.disk(hasHardLinks: true, generations: 0)
      disk.unplug(atStep: step)
      isWritten = (try? AtomicFile(path: Sample.path, calls: disk).write(Sample.document(1))) != nil
      for found in disk.allAfterPowerCut() {
        let value = Sample.load(found).value
        #expect(value == Sample.document(1) || value == nil && !isWritten)
      }
      step += 1
    }
  }

  /// The document is damaged; the plug is pulled while the backup is put in its place, and again while that is
  /// tried the second time.
  @Test(arguments: [true, false], [0, 1, 2])
  func cutWhileRecovering(hasHardLinks: Bool, source: Int) throws {
    let good = Sample.document(1)
    func damaged() throws -> SimulatedDisk {
      let disk = try Self.disk(hasHardLinks: hasHardLinks).afterKill()
      disk.put(Sample.path, source == 0 ? [] : [9, 9, 9])
      disk.put(Sample.path + ".bak", source == 2 ? nil : good)
      if source == 2 { disk.put("/state/.favoriteSites.plist.new", good) }
      return disk
    }
    var generator = SeededRandom(seed: UInt64(source) + (hasHardLinks ? 0 : 100))
    var step = 1
    while true {
      let disk = try damaged()
      disk.unplug(atStep: step)
      _ = Sample.load(disk)
      let isDone = disk.steps < step
      for _ in 0..<3 {
        let first = disk.afterPowerCut(using: &generator)
        for secondStep in (1...24).shuffled(using: &generator).prefix(8) {
          let again = first.afterKill()
          again.unplug(atStep: secondStep)
          let loaded = Sample.load(again)
          let isLoaded = again.steps >= secondStep || loaded.value == good
          let found = again.afterPowerCut(using: &generator)
          // (An #expect for each of some ten thousand takes longer than the rest.)
          guard isLoaded, Sample.load(found).value == good else {
            Issue.record("cut at \(step), then at \(secondStep)")
            continue
          }
        }
      }
      if isDone { break }
      step += 1
    }
    #expect(step > 8)
  }

  /// A long life: writes with a power cut at any moment, each followed by a start.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func manyCuts(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var disk = try Self.disk(hasHardLinks: seed % 2 == 0, generations: 1)
    var current = 0
    for generation in 1...200 {
      disk.unplug(atStep: disk.steps + Int.random(in: 1...24, using: &random))
      _ = try? AtomicFile(path: Sample.path, calls: disk).write(Sample.document(generation))
      disk = disk.afterPowerCut(using: &random)
      let value = Sample.load(disk).value
      let isNew = value == Sample.document(generation)
      #expect(isNew || value == Sample.document(current), "seed \(seed), generation \(generation)")
      if isNew { current = generation }
      #expect(disk.paths.count <= 2)
    }
  }
}
