internal import Synchronization

/// Interleaved Float32 samples from one thread to one other (a decoder to the audio thread), without locks.
/// Only whole frames go in and out, so that left and right cannot change places.
public final class SampleRing: @unchecked Sendable {
  // Positions only grow; a position's place is its low bits.
  private let written = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let writtenFrames = Atomic<UInt64>(0)
  private let takenFrames = Atomic<UInt64>(0)
  /// The position that lies at the beginning of the storage: even for mono that is an odd one.
  private let base = Atomic<Int>(0)
  private let storage: UnsafeMutablePointer<Float>
  private let size: Int
  /// What was read last and can be taken back; samples.
  public let history: Int
  /// What can wait to be read; in samples, not frames.
  public var capacity: Int { size - history }

  /// - Parameters:
  ///   - size: in samples, a power of two (so a stereo frame never lies across the end).
  ///   - history: how much of it is kept for `takeBack`; samples.
  public init(size: Int, history: Int = 0) {
    precondition(size > 1 && size & (size - 1) == 0, "a ring's size is a power of two")
    precondition((0..<size).contains(history), "a ring holds more than its history")
    self.size = size
    self.history = history
    storage = .allocate(capacity: size)
  }

  deinit { storage.deallocate() }

  /// Samples that wait to be read.
  public var count: Int { written.load(ordering: .acquiring) - taken.load(ordering: .acquiring) }
  /// Samples that can be written now.
  public var room: Int { max(0, capacity - count) }
  /// All frames ever written.
  public var framesWritten: UInt64 { writtenFrames.load(ordering: .acquiring) }
  /// All frames ever read.
  public var framesRead: UInt64 { takenFrames.load(ordering: .acquiring) }

  /// The writer: copies as many whole frames as there is room for and returns how many frames that was.
  public func write(_ samples: UnsafeBufferPointer<Float>, channels: Int) -> Int {
    let position = written.load(ordering: .relaxed)
    let room = max(0, capacity - (position - taken.load(ordering: .acquiring)))
    let frames = min(samples.count, room) / channels
    let count = frames * channels
    guard count > 0, let source = samples.baseAddress else { return 0 }
    let start = (position - base.load(ordering: .relaxed)) & (size - 1)
    let first = min(count, size - start)
    storage.advanced(by: start).update(from: source, count: first)
    storage.update(from: source + first, count: count - first)
    // The totals go first: who sees the samples also sees them counted.
    writtenFrames.store(writtenFrames.load(ordering: .relaxed) &+ UInt64(frames), ordering: .relaxed)
    written.store(position + count, ordering: .releasing)
    return frames
  }

  /// The writer: frames of another size follow. The ring must be empty; what was read cannot be taken back any
  /// more. After an odd number of mono samples a stereo frame would lie across the end of the storage.
  func begin() {
    precondition(count == 0, "frames of two sizes do not wait in one ring")
    // Seen by the reader with the first sample: `written` is stored after it.
    base.store(written.load(ordering: .relaxed), ordering: .relaxed)
  }

  /// The reader: the samples that can be read without a copy, oldest first, as one or two runs. They stay
  /// valid until `consume`.
  public func waiting() -> (first: UnsafeBufferPointer<Float>, second: UnsafeBufferPointer<Float>) {
    let position = taken.load(ordering: .relaxed)
    let count = written.load(ordering: .acquiring) - position
    let start = (position - base.load(ordering: .relaxed)) & (size - 1)
    let first = min(count, size - start)
    return (
      UnsafeBufferPointer(start: storage + start, count: first),
      UnsafeBufferPointer(start: storage, count: count - first)
    )
  }

  /// The reader: gives back the oldest `frames` of what `waiting` showed.
  public func consume(frames: Int, channels: Int) {
    let position = taken.load(ordering: .relaxed)
    takenFrames.store(takenFrames.load(ordering: .relaxed) &+ UInt64(frames), ordering: .relaxed)
    taken.store(position + frames * channels, ordering: .releasing)
  }

  /// The reader: the frames that were read last are to be read again. They are still there, since the writer
  /// leaves `history` behind the reader alone.
  public func takeBack(frames: Int, channels: Int) {
    let count = frames * channels
    let position = taken.load(ordering: .relaxed)
    precondition(count >= 0 && count <= min(history, position), "nothing older than the history comes back")
    takenFrames.store(takenFrames.load(ordering: .relaxed) &- UInt64(frames), ordering: .relaxed)
    taken.store(position - count, ordering: .releasing)
  }

  /// The reader: copies whole frames, as many as there are and fit, and returns how many.
  public func read(into buffer: UnsafeMutableBufferPointer<Float>, channels: Int) -> Int {
    let (first, second) = waiting()
    let frames = min(buffer.count, first.count + second.count) / channels
    let size = frames * channels
    guard size > 0, let target = buffer.baseAddress else { return 0 }
    let head = min(size, first.count)
    if let source = first.baseAddress { target.update(from: source, count: head) }
    if size > head, let source = second.baseAddress {
      (target + head).update(from: source, count: size - head)
    }
    consume(frames: frames, channels: channels)
    return frames
  }
}
