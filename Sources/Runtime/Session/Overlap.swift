/// Where a stream that was opened anew goes on from the one that broke off: a server that sends what is already
/// past when one connects sends bytes that the radio has. They are found, so that nothing is heard twice and
/// nothing is left out.
struct Overlap {
  enum Limits {
    /// The last bytes of the old stream that are looked for. They must be the same to the last: two frames of a
    /// sound that repeats itself, silence for one, can be alike, some kilobytes hardly.
    static let tail = 4_096
    /// Bytes of the new stream in which they are looked for: half a minute of 320 kbit/s.
    static let search = 1_280 * 1_024
  }

  enum Verdict: Equatable {
    case needsMore
    /// The old stream ends behind so many bytes of the new one.
    case found(Int)
    /// It is not in there.
    case none
  }

  private let tail: [UInt8]
  private let border: [Int]
  private var matched = 0
  private var count = 0
  private var verdict = Verdict.needsMore

  /// - Parameter tail: the last bytes of the old stream; fewer than `Limits.tail` prove nothing.
  init?(after tail: [UInt8]) {
    guard tail.count >= Limits.tail else { return nil }
    // A tail that is one byte over and over is everywhere.
    guard Set(tail).count >= 16 else { return nil }
    self.tail = tail.suffix(Limits.tail)
    border = Overlap.border(self.tail)
  }

  /// Takes the next bytes of the new stream.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> Verdict {
    guard verdict == .needsMore else { return verdict }
    for byte in bytes {
      count += 1
      // Knuth, Morris, Pratt: each byte is looked at once, however much the stream is like itself.
      while matched > 0 && byte != tail[matched] { matched = border[matched - 1] }
      if byte == tail[matched] { matched += 1 }
      if matched == tail.count {
        verdict = .found(count)
        return verdict
      }
    }
    if count >= Limits.search { verdict = .none }
    return verdict
  }

  /// The length of the longest beginning of the tail that is also an end of its first `index + 1` bytes.
  private static func border(_ tail: [UInt8]) -> [Int] {
    var border = [Int](repeating: 0, count: tail.count)
    var length = 0
    for index in 1..<tail.count {
      while length > 0 && tail[index] != tail[length] { length = border[length - 1] }
      if tail[index] == tail[length] { length += 1 }
      border[index] = length
    }
    return border
  }
}
