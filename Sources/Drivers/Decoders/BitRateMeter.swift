/// Measures the bit rate of a stream that does not name it.
struct BitRateMeter {
  /// So many seconds are measured: enough for a rate that varies, and soon enough to be shown.
  private static let seconds = 3

  private var bytes = 0
  private var frames = 0
  private var isTold = false

  /// `bytes` gave `frames` at `rate` hertz. The kbit/s, once, when enough was measured.
  mutating func add(bytes: Int, frames: Int, rate: Int) -> Int? {
    guard !isTold else { return nil }
    self.bytes += bytes
    self.frames += frames
    guard self.frames >= BitRateMeter.seconds * rate else { return nil }
    isTold = true
    return max(1, Int((Double(self.bytes) * 8 / 1_000 * Double(rate) / Double(self.frames)).rounded()))
  }
}
