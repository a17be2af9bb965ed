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

  /// As `firstFailure`, for a stream that gives a second of sound for 16,000 bytes and had `burst` seconds at once.
  func firstFailure(burst: Int, within seconds: Int = 600, bytes: (Int) -> Int) -> (
    second: Int, StreamFailure
  )? {
    var watch = StallWatch(at: .start)
    watch.headReceived(at: .start)
    var received = burst * 16_000
    var heard = 0
    watch.received(bytes: received)
    for second in 1...seconds {
      let now = Instant(.seconds(second))
      received += bytes(second)
      watch.received(bytes: bytes(second))
      heard = min(heard + 16_000, received)
      let stock = StallWatch.Stock(
        left: .milliseconds((received - heard) / 16), framesDecoded: UInt64(received), bytesPerSecond: 16_000)
      if let failure = watch.failure(at: now, stock: stock) { return (second, failure) }
    }
    return nil
  }

  /// What Icecast had sent ahead covers the time until a dead connection is known for what it is.
  @Test(arguments: [0, 2, 4, 8]) func silenceIsNoticedBeforeItIsHeard(burst: Int) throws {
    let failure = try #require(firstFailure(burst: burst) { $0 < 30 ? 16_000 : 0 })
    #expect(failure.1 == .stalled)
    #expect(failure.second <= 29 + max(4, burst))
  }

  @Test func halfOfTheSoundIsTooLittle() throws {
    let failure = try #require(firstFailure(burst: 4) { _ in 7_000 })
    #expect(failure.1 == .stalled && failure.second <= 20)
    #expect(firstFailure(burst: 4) { _ in 15_000 } == nil)
  }

  @Test func heapsAreKnownByTheirGaps() {
    #expect(firstFailure(burst: 5) { $0 % 4 == 0 ? 64_000 : 0 } == nil)
  }

  @Test func bytesThatGiveNoSound() throws {
    var watch = StallWatch(at: .start)
    watch.headReceived(at: .start)
    var told: (Int, StreamFailure)?
    for second in 1...100 where told == nil {
      watch.received(bytes: 16_000)
      let frames = UInt64(min(second, 30)) * 44_100
      let stock = StallWatch.Stock(left: .zero, framesDecoded: frames, bytesPerSecond: 16_000)
      if let failure = watch.failure(at: Instant(.seconds(second)), stock: stock) { told = (second, failure) }
    }
    let failure = try #require(told)
    #expect(failure == (55, .formatUnknown))
  }
}
