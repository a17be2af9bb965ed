/// Titles that were received but not heard yet: a title is known by the place in the byte stream before which
/// it stood, and due when the first frame that was decoded behind that place is heard.
struct TitleSchedule {
  enum When: Hashable { case now, later, known }

  private struct Entry {
    var title: String
    /// Bytes of audio before it.
    var offset: UInt64
    /// The frames that those bytes gave, once they are decoded.
    var frame: UInt64?
  }

  /// More titles than this wait for no listener: the oldest is dropped.
  static let waitingMax = 16

  private var entries: [Entry] = []
  private var lastTitle: String?

  /// Something is decoded that has yet to be heard.
  var isWaitingToBeHeard: Bool { firstFrame != nil }
  /// The frame with which the next title begins, where that is known.
  var firstFrame: UInt64? { entries.first?.frame }

  /// A title came behind `offset` bytes of audio. Servers repeat titles: the same again is known. The first
  /// is due at once, since there is none before it that would still be right. For `later`, `reached` must be
  /// called.
  mutating func add(_ title: String, offset: UInt64) -> When {
    add(Entry(title: title, offset: offset, frame: nil))
  }

  /// A title that the decoder found, which begins with `frame`. The rest as above, but that nothing is to be
  /// called.
  mutating func add(_ title: String, frame: UInt64) -> When {
    add(Entry(title: title, offset: 0, frame: frame))
  }

  private mutating func add(_ entry: Entry) -> When {
    guard entry.title != lastTitle else { return .known }
    defer { lastTitle = entry.title }
    if lastTitle == nil { return .now }
    if entries.count == TitleSchedule.waitingMax { entries.removeFirst() }
    entries.append(entry)
    return .later
  }

  /// The bytes before `byte` are decoded and gave `frame` frames.
  mutating func reached(byte: UInt64, frame: UInt64) {
    for index in entries.indices where entries[index].frame == nil && entries[index].offset <= byte {
      entries[index].frame = frame
    }
  }

  /// The titles whose sound has begun, in order.
  mutating func due(framesHeard: UInt64) -> [String] {
    var titles: [String] = []
    while let frame = entries.first?.frame, frame <= framesHeard {
      titles.append(entries.removeFirst().title)
    }
    return titles
  }
}
