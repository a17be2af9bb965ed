internal import Core

/// Holds back a stream that was opened anew until the place is found at which the one before it broke off.
struct Splice {
  enum Limits {
    /// A server that sends what is past sends it at once. What comes later is new.
    static let patience = Duration.milliseconds(1_500)
    /// By so many first bytes a recording is known that is sent from its beginning again.
    static let head = 256
  }

  /// What goes on to the voice.
  struct Outcome {
    var bytes: ArraySlice<UInt8>
    /// Bytes of those whose sound was heard already: the decoder needs them, no ear does.
    var heardCount: Int
    /// Titles with the bytes before them.
    var titles: [(title: String, offset: Int)]
  }

  private let until: Instant
  private let head: [UInt8]
  private var overlap: Overlap
  private var held: [UInt8] = []
  private var titles: [(title: String, offset: Int)] = []

  /// - Parameter old: the stream that broke off. Nil: its last bytes are too few, or too much alike.
  init?(after old: StreamEnds, at instant: Instant) {
    guard let overlap = Overlap(after: old.tail) else { return nil }
    self.overlap = overlap
    head = old.head
    until = instant + Limits.patience
  }

  /// Nil: not found yet.
  mutating func take(_ bytes: some Collection<UInt8>) -> Outcome? {
    held.append(contentsOf: bytes)
    // All of it again is what its maker wants to be heard.
    if head.count == Limits.head, held.count >= head.count, held.starts(with: head) { return rest }
    switch overlap.feed(bytes) {
    case .needsMore: return nil
    case .none: return outcome(from: 0, heard: 0)
    case .found(let end): return outcome(from: end - Overlap.Limits.tail, heard: Overlap.Limits.tail)
    }
  }

  mutating func note(_ title: String) { titles.append((title, held.count)) }

  /// Nothing was found in time.
  func giveUp(at instant: Instant) -> Outcome? { instant >= until ? outcome(from: 0, heard: 0) : nil }

  /// It is needed now.
  var rest: Outcome { outcome(from: 0, heard: 0) }

  private func outcome(from start: Int, heard: Int) -> Outcome {
    var kept: [(title: String, offset: Int)] = []
    for (title, offset) in titles {
      // The last title before the place is the one that is on.
      if offset <= start + heard { kept = [] }
      kept.append((title, offset <= start + heard ? 0 : offset - start))
    }
    return Outcome(bytes: held[start...], heardCount: heard, titles: kept)
  }
}
