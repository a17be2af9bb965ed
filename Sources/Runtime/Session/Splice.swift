internal import Core

/// Holds back a stream that was opened anew until the place is found at which the one before it broke off.
struct Splice {
  enum Limits {
    /// A server that sends what is past sends it at once. What comes later is new.
    static let patience = Duration.milliseconds(1_500)
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
  private var overlap: Overlap
  private var held: [UInt8] = []
  private var titles: [(title: String, offset: Int)] = []

  /// - Parameter tail: the last bytes of the stream that broke off. Nil: they are too few, or too much alike.
  init?(after tail: [UInt8], at instant: Instant) {
    guard let overlap = Overlap(after: tail) else { return nil }
    self.overlap = overlap
    until = instant + Limits.patience
  }

  /// Nil: not found yet.
  mutating func take(_ bytes: some Collection<UInt8>) -> Outcome? {
    held.append(contentsOf: bytes)
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
