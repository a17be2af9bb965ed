/// Notices that a stream is silent although its connection stays open: no answer, no bytes, a trickle that no
/// sound can be made of, or bytes that give no sound. TCP itself would wait for hours.
public struct StallWatch: Hashable, Sendable {
  /// What counts as silence.
  public struct Limits: Hashable, Sendable {
    /// From the request to the head of the answer, redirects included.
    public var headWait = Duration.seconds(10)
    /// Over which bytes are counted.
    public var window = Duration.seconds(10)
    /// 8 kbit/s: no station sends less.
    public var leastBytesPerSecond = 1_000
    /// A stream that flowed is given up after so much silence, if no more than `soundLeast` is left to hear.
    public var quiet = Duration.seconds(3)
    public var soundLeast = Duration.milliseconds(1_500)
    /// Looks at which there were new bytes, until it counts as one that flows.
    public var looksUntilFlowing = 5
    /// Bytes come and give no sound: longer than a picture of 300 KB in the stream takes.
    public var barren = Duration.seconds(25)

    public init() {}
  }

  /// What has come of the bytes so far.
  public struct Stock: Hashable, Sendable {
    /// What can be heard until it is silent.
    public var left: Duration
    public var framesDecoded: UInt64
    /// Of the stream in real time; nil where it does not say.
    public var bytesPerSecond: Int?

    public init(left: Duration, framesDecoded: UInt64, bytesPerSecond: Int? = nil) {
      self.left = left
      self.framesDecoded = framesDecoded
      self.bytesPerSecond = bytesPerSecond
    }
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
  /// The look that saw new bytes last, and the longest time between two such looks.
  private var lastArrival: Sample?
  private var longestGap = Duration.zero
  private var arrivals = 0
  /// The last look at which there was sound, or more of it than before.
  private var lastSound: Instant
  private var framesDecoded: UInt64 = 0

  /// The request was sent at `instant`.
  public init(at instant: Instant, limits: Limits = Limits()) {
    start = instant
    lastSound = instant
    self.limits = limits
  }

  public mutating func headReceived(at instant: Instant) {
    hasHead = true
    restart(at: instant)
  }

  public mutating func received(bytes: Int) { byteCount += bytes }

  /// While the radio itself does not want bytes, none are missed.
  public mutating func setResting(_ isResting: Bool, at instant: Instant) {
    guard isResting != self.isResting else { return }
    self.isResting = isResting
    if hasHead { restart(at: instant) }
  }

  private mutating func restart(at instant: Instant) {
    samples = [Sample(instant: instant, bytes: byteCount)]
    lastArrival = samples.first
    lastSound = instant
  }

  /// To be asked about once a second. Nil: all is well so far.
  /// - Parameter stock: nil before there is anything to decode.
  public mutating func failure(at instant: Instant, stock: Stock? = nil) -> StreamFailure? {
    guard hasHead else { return instant - start >= limits.headWait ? .noAnswer : nil }
    guard !isResting else { return nil }
    noteArrival(at: instant)
    if let stock, isBarren(stock, at: instant) { return .formatUnknown }
    let isDry = stock.map { $0.left <= limits.soundLeast } ?? false
    if isDry, isQuiet(at: instant) { return .stalled }
    while samples.count > 1, instant - samples[1].instant >= limits.window { samples.removeFirst() }
    if let oldest = samples.first, instant - oldest.instant >= limits.window {
      let milliseconds = Int((instant - oldest.instant).milliseconds)
      // What is left to hear makes up for a slow while. Half, since a rate that changes may be told wrong.
      let least = max(limits.leastBytesPerSecond, isDry ? (stock?.bytesPerSecond ?? 0) / 2 : 0)
      if byteCount - oldest.bytes < least * milliseconds / 1_000 { return .stalled }
    }
    // Looks that follow each other quickly add nothing.
    if let last = samples.last, instant - last.instant >= limits.window / 20 {
      samples.append(Sample(instant: instant, bytes: byteCount))
    }
    return nil
  }

  private mutating func noteArrival(at instant: Instant) {
    guard let last = lastArrival, byteCount != last.bytes else { return }
    if arrivals > 0 { longestGap = max(longestGap, instant - last.instant) }
    arrivals += 1
    lastArrival = Sample(instant: instant, bytes: byteCount)
  }

  /// It flowed, and now it does not. A server that sends in heaps is known by the gaps before.
  private func isQuiet(at instant: Instant) -> Bool {
    guard let last = lastArrival, arrivals >= limits.looksUntilFlowing else { return false }
    return instant - last.instant >= max(limits.quiet, longestGap * 2)
  }

  /// Bytes come, but there has been nothing to hear for too long.
  private mutating func isBarren(_ stock: Stock, at instant: Instant) -> Bool {
    if stock.left > .zero || stock.framesDecoded != framesDecoded { lastSound = instant }
    framesDecoded = stock.framesDecoded
    return framesDecoded > 0 && instant - lastSound >= limits.barren
  }
}
