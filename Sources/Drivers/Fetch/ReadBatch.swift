/// How much of a live stream is read at once. A server sends a frame of sound as soon as it has one, and a wake-up
/// of the loop for each costs several times what the reading does; a quarter of a second of sound at once costs a
/// quarter of it, and nobody hears it, since seconds lie decoded. Pure: instants and counts in, a size out.
struct ReadBatch {
  enum Limits {
    /// Over which the rate is taken. The first one is left out: it holds the burst.
    static let window = Duration.seconds(5)
    static let perSecond = 4
    /// Of SO_RCVLOWAT, in bytes; below what the kernel lets a socket hold at the least.
    static let sizes = 1...8_192
  }

  /// Bytes that the kernel waits for before it wakes the loop.
  private(set) var size = 1
  private var windowStart: Duration?
  private var isFirstOver = false
  private var windowBytes = 0

  /// Takes note of bytes that came. Returns the new size where it should change noticeably.
  mutating func received(bytes: Int, at time: Duration) -> Int? {
    guard let start = windowStart else {
      windowStart = time
      return nil
    }
    windowBytes += bytes
    let length = time - start
    guard length >= Limits.window else { return nil }
    let milliseconds = Int(length / .milliseconds(1))
    let wanted = windowBytes * 1_000 / milliseconds / Limits.perSecond
    windowStart = time
    windowBytes = 0
    defer { isFirstOver = true }
    let bounded = min(max(wanted, Limits.sizes.lowerBound), Limits.sizes.upperBound)
    guard isFirstOver, abs(bounded - size) > size / 4 else { return nil }
    size = bounded
    return bounded
  }
}
