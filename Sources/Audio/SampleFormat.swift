/// How the samples of a stream are to be understood.
public struct SampleFormat: Hashable, Sendable {
  /// Frames a second, in hertz.
  public let rate: Int
  /// 1 (mono) or 2 (left, right).
  public let channels: Int

  /// The rates that MPEG audio, and any card that plays it, can have; hertz.
  public static let rates = 1_000...768_000

  public init(rate: Int, channels: Int) {
    precondition(Self.rates.contains(rate) && (1...2).contains(channels))
    self.rate = rate
    self.channels = channels
  }

  /// The frames that last `milliseconds`.
  public func frames(milliseconds: Int) -> Int { rate * milliseconds / 1_000 }

  /// One machine word, never 0, so that a format can cross threads as an atomic.
  var packed: UInt64 { UInt64(rate) << 8 | UInt64(channels) }

  /// Nil for 0, which stands for "not known yet".
  init?(packed: UInt64) {
    guard packed != 0 else { return nil }
    self.init(rate: Int(packed >> 8), channels: Int(packed & 0xFF))
  }
}
