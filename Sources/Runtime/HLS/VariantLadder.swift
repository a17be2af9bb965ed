internal import Core
internal import Formats

/// Which of a station's streams is loaded: the best that the line carries with room to spare, and no better than
/// a bedside needs.
struct VariantLadder {
  enum Limits {
    /// Better than this nobody hears; more is only chosen where nothing less is there. In bit/s.
    static let bitsPerSecondEnough = 330_000
    /// What a line is taken to carry before it was measured.
    static let bitsPerSecondAtFirst = 256_000
    /// A line must carry so many percent of a stream's rate to stay with it, and to go up to it.
    static let percentToStay = 120
    static let percentToRise = 250
    /// Segments at one rate before it goes up: a line that swings would go to and fro.
    static let segmentsBeforeRise = 3
    /// Shorter times and smaller heaps say nothing about a line.
    static let bytesLeast = 8_192
  }

  let choices: [MasterPlaylist.Choice]
  private(set) var index: Int
  /// In bit/s; nil until there is one.
  private(set) var measured: Int?
  private var segmentCount = 0
  private var failed: Set<Int> = []

  init(_ choices: [MasterPlaylist.Choice]) {
    precondition(!choices.isEmpty, "a master playlist has choices")
    self.choices = choices
    let affordable = choices.lastIndex { $0.bitsPerSecond <= Limits.bitsPerSecondAtFirst && !$0.hasVideo }
    index = affordable ?? 0
  }

  var choice: MasterPlaylist.Choice { choices[index] }

  /// `bytes` came within `time`. True: another choice is the better one now.
  mutating func note(bytes: Int, time: Duration) -> Bool {
    guard bytes >= Limits.bytesLeast else { return false }
    let milliseconds = max(1, Int(time.milliseconds))
    let now = min(bytes, Int.max / 16_000) * 8_000 / milliseconds
    // The older half of it fades; a line that gets worse is believed at once.
    measured = measured.map { min(now, ($0 + now) / 2) } ?? now
    if let measured, now > measured { self.measured = (measured + now) / 2 }
    segmentCount += 1
    return decide()
  }

  /// The choice cannot be had. False: there is no other.
  mutating func fail() -> Bool {
    failed.insert(index)
    let others = choices.indices.filter { !failed.contains($0) }
    // The next lower one rather than a higher one.
    guard let next = others.last(where: { $0 < index }) ?? others.first else { return false }
    move(to: next)
    return true
  }

  private mutating func decide() -> Bool {
    guard let measured else { return false }
    func carries(_ place: Int, percent: Int) -> Bool {
      measured / percent >= choices[place].bitsPerSecond / 100
    }
    if !carries(index, percent: Limits.percentToStay),
      let lower = choices.indices.last(where: { $0 < index && !failed.contains($0) })
    {
      move(to: lower)
      return true
    }
    guard segmentCount >= Limits.segmentsBeforeRise,
      let higher = choices.indices.first(where: { $0 > index && !failed.contains($0) }),
      !choices[higher].hasVideo,
      choices[higher].bitsPerSecond <= Limits.bitsPerSecondEnough,
      carries(higher, percent: Limits.percentToRise)
    else { return false }
    move(to: higher)
    return true
  }

  private mutating func move(to place: Int) {
    index = place
    segmentCount = 0
  }
}
