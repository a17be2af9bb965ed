import Core
import Testing

@Suite struct StallWatchTests {
  /// When the watch first complains, in seconds, if `bytes(second)` come in each second.
  func firstFailure(head: Int?, within seconds: Int = 120, bytes: (Int) -> Int) -> (
    second: Int, StreamFailure
  )? {
    var watch = StallWatch(at: .start)
    for second in 1...seconds {
      let now = Instant(.seconds(second))
      if second == head { watch.headReceived(at: now) }
      if let head, second >= head { watch.received(bytes: bytes(second)) }
      if let failure = watch.failure(at: now) { return (second, failure) }
    }
    return nil
  }

  @Test func noAnswer() throws {
    let failure = try #require(firstFailure(head: nil) { _ in 0 })
    #expect(failure == (10, .noAnswer))
  }

  @Test func bytesThatStop() throws {
    let failure = try #require(firstFailure(head: 1) { $0 < 30 ? 16_000 : 0 })
    #expect(failure.1 == .stalled)
    #expect((39...45).contains(failure.second))
  }

  @Test func headAndNothing() throws {
    let failure = try #require(firstFailure(head: 2) { _ in 0 })
    #expect(failure == (12, .stalled))
  }

  @Test(arguments: [1, 100, 900]) func trickle(bytesPerSecond: Int) throws {
    let failure = try #require(firstFailure(head: 1) { _ in bytesPerSecond })
    #expect(failure == (11, .stalled))
  }

  @Test(arguments: [1_000, 2_000, 40_000]) func slowButReal(bytesPerSecond: Int) {
    #expect(firstFailure(head: 1, within: 3_600) { _ in bytesPerSecond } == nil)
  }

  /// Bytes that come in heaps every few seconds are as good.
  @Test func heaps() {
    #expect(firstFailure(head: 1, within: 3_600) { $0 % 8 == 0 ? 64_000 : 0 } == nil)
  }

  @Test func ownRestDoesNotCount() {
    var watch = StallWatch(at: .start)
    watch.headReceived(at: .start)
    watch.received(bytes: 500_000)
    watch.setResting(true, at: Instant(.seconds(1)))
    for second in 1...600 { #expect(watch.failure(at: Instant(.seconds(second))) == nil) }
    watch.setResting(false, at: Instant(.seconds(600)))
    for second in 600...609 { #expect(watch.failure(at: Instant(.seconds(second))) == nil) }
    #expect(watch.failure(at: Instant(.seconds(610))) == .stalled)
  }
}
