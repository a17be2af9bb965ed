internal import Core

/// When to write which document. A change is written when no other has followed it for a while, so that turning
/// the volume knob through 50 steps is one write, but at the latest some time after the first one, so that a
/// knob that is never left alone is kept too. What failed is tried again with growing pauses, for ever.
struct WriteSchedule {
  struct Times: Sendable {
    var quiet: Duration
    var patience: Duration
    var retryDelay: Duration
    var retryDelayMax: Duration
  }

  struct Entry {
    var dirtySince: Instant
    var lastChange: Instant
    /// How often it failed since it was saved last.
    var failureCount = 0
    /// After a failure: not before then.
    var retryAt: Instant?
  }

  let times: Times
  private(set) var entries: [StoreDocument: Entry] = [:]

  init(times: Times) { self.times = times }

  mutating func changed(_ document: StoreDocument, at now: Instant) {
    if entries[document] == nil {
      entries[document] = Entry(dirtySince: now, lastChange: now)
    } else {
      entries[document]?.lastChange = now
    }
  }

  mutating func saved(_ document: StoreDocument) { entries[document] = nil }

  /// Older bytes than the newest were saved: the disk works, and the newest wait from their own change on.
  mutating func savedOlder(_ document: StoreDocument) {
    guard let lastChange = entries[document]?.lastChange else { return }
    entries[document] = Entry(dirtySince: lastChange, lastChange: lastChange)
  }

  /// A write failed at `now`. A change that came during the write changes nothing about the pause.
  mutating func failed(_ document: StoreDocument, at now: Instant) {
    var entry = entries[document] ?? Entry(dirtySince: now, lastChange: now)
    var delay = times.retryDelay
    // Doubled each time; once the longest pause is reached the count does not matter any more.
    for _ in 0..<min(entry.failureCount, 16) where delay < times.retryDelayMax { delay *= 2 }
    entry.failureCount += 1
    entry.retryAt = now + min(delay, times.retryDelayMax)
    entries[document] = entry
  }

  func due(_ entry: Entry) -> Instant {
    entry.retryAt ?? min(entry.lastChange + times.quiet, entry.dirtySince + times.patience)
  }

  /// The document to write at `now`: the one that is due longest.
  func next(at now: Instant) -> StoreDocument? {
    let dueEntries = entries.filter { due($0.value) <= now }
    return dueEntries.min { (due($0.value), $0.key.rawValue) < (due($1.value), $1.key.rawValue) }?.key
  }

  /// When `next` has something to give; nil: everything is saved.
  var nextDue: Instant? { entries.values.map(due).min() }
}
