internal import Synchronization

/// What the audio thread has to say, in numbers: text is made on the loop.
public struct Note: Sendable, Equatable {
  public let kind: UInt8
  public let code: Int32
  public let value: Int

  public init(kind: UInt8, code: Int32 = 0, value: Int = 0) {
    self.kind = kind
    self.code = code
    self.value = value
  }
}

/// Notes from the audio thread to the loop, without locks or allocation. When nobody reads, new notes are
/// dropped and counted.
public final class NoteRing: @unchecked Sendable {
  private static let capacity = 256
  private let written = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)
  private let storage = UnsafeMutablePointer<Note>.allocate(capacity: NoteRing.capacity)

  public init() {}

  deinit { storage.deallocate() }

  public var droppedCount: Int { dropped.load(ordering: .relaxed) }

  /// Notes ever posted.
  public var postedCount: Int { written.load(ordering: .relaxed) }

  /// The audio thread.
  public func post(_ note: Note) {
    let position = written.load(ordering: .relaxed)
    guard position - taken.load(ordering: .acquiring) < Self.capacity else {
      dropped.add(1, ordering: .relaxed)
      return
    }
    (storage + position % Self.capacity).initialize(to: note)
    written.store(position + 1, ordering: .releasing)
  }

  /// The loop: the oldest note.
  public func take() -> Note? {
    let position = taken.load(ordering: .relaxed)
    guard position < written.load(ordering: .acquiring) else { return nil }
    let note = storage[position % Self.capacity]
    taken.store(position + 1, ordering: .releasing)
    return note
  }
}
