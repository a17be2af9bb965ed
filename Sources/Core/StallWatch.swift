/// Notices that a stream is silent although its connection stays open: no answer, no bytes, or a trickle that no
/// sound can be made of. TCP itself would wait for hours.
public struct StallWatch: Hashable, Sendable {
  /// What counts as silence.
  public struct Limits: Hashable, Sendable {
    /// From the request to the head of the answer, redirects included.
    public var headWait = Duration.seconds(10)
    /// Over which bytes are counted.
    public var window = Duration.seconds(10)
    /// 8 kbit/s: no station sends less.
    public var leastBytesPerSecond = 1_000

    public init() {}
  }

  private struct Sample: Hashable, Sendable {
    var instant: Instant
    var bytes: Int
  }

  private let limits: Limits
  private let start: Instant
  private var hasHead = false
  private var isResting = false
  private var byteCount = 0
  /// What had come by each look, the oldest first; those older than the window are dropped but one.
  private var samples: [Sample] = []

  /// The request was sent at `instant`.
  public init(at instant: Instant, limits: Limits = Limits()) {
    start = instant
    self.limits = limits
  }

  public mutating func headReceived(at instant: Instant) {
    hasHead = true
    samples = [Sample(instant: instant, bytes: byteCount)]
  }

  public mutating func received(bytes: Int) { byteCount += bytes }

  /// While the radio itself does not want bytes, none are missed.
  public mutating func setResting(_ isResting: Bool, at instant: Instant) {
    guard isResting != self.isResting else { return }
    self.isResting = isResting
    if hasHead { samples = [Sample(instant: instant, bytes: byteCount)] }
  }

  /// To be asked about once a second. Nil: all is well so far.
  public mutating func failure(at instant: Instant) -> StreamFailure? {
    guard hasHead else { return instant - start >= limits.headWait ? .noAnswer : nil }
    guard !isResting else { return nil }
    while samples.count > 1, instant - samples[1].instant >= limits.window { samples.removeFirst() }
    if let oldest = samples.first, instant - oldest.instant >= limits.window {
      let milliseconds = Int((instant - oldest.instant).milliseconds)
      if byteCount - oldest.bytes < limits.leastBytesPerSecond * milliseconds / 1_000 { return .stalled }
    }
    // Looks that follow each other quickly add nothing.
    if let last = samples.last, instant - last.instant >= limits.window / 20 {
      samples.append(Sample(instant: instant, bytes: byteCount))
    }
    return nil
  }
}
