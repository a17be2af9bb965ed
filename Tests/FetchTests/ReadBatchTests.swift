import Testing

@testable import Fetch

@Suite struct ReadBatchTests {
  /// 128 kbit/s in frames of 417 bytes, after a burst.
  @Test func aQuarterOfASecondIsReadAtOnce() {
    var batch = ReadBatch()
    #expect(batch.received(bytes: 65_536, at: .zero) == nil)
    var changes: [Int] = []
    for frame in 1...1_000 {
      let size = batch.received(bytes: 417, at: .milliseconds(frame * 26))
      if let size { changes.append(size) }
    }
    #expect(changes.count == 1)
    #expect((3_900...4_100).contains(changes[0]))
  }

  @Test func aSlowerStreamIsWaitedForLess() {
    var batch = ReadBatch()
    for second in 0...12 { _ = batch.received(bytes: 16_000, at: .seconds(second)) }
    #expect(batch.size == 4_000)
    for second in 13...30 { _ = batch.received(bytes: 1_000, at: .seconds(second)) }
    #expect(batch.size == 250)
  }

  @Test(arguments: [(bytes: 1, size: 1), (bytes: 1_000_000, size: 8_192)])
  func theSizeIsBounded(bytes: Int, size: Int) {
    var batch = ReadBatch()
    for second in 0...20 { _ = batch.received(bytes: bytes, at: .seconds(second)) }
    #expect(batch.size == size)
  }
}
