internal import Synchronization

/// Bytes from one thread to one other (the loop to a decoder), without locks. It prevents: a reader that sees
/// bytes before they are written (release and acquire), and growth without a limit.
public final class ByteRing: @unchecked Sendable {
  // The positions only grow; a position's place is its low bits. 2⁶³ bytes are never reached.
  private let written = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let finished = Atomic<Bool>(false)
  private let storage: UnsafeMutableRawPointer
  public let capacity: Int

  /// `capacity` in bytes, a power of two.
  public init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring's capacity is a power of two")
    self.capacity = capacity
    storage = .allocate(byteCount: capacity, alignment: 64)
  }

  deinit { storage.deallocate() }

  /// Bytes that wait to be read. Both sides may ask; the other side may change it in the meantime, but only
  /// in the direction that does no harm.
  public var count: Int { written.load(ordering: .acquiring) - taken.load(ordering: .acquiring) }
  /// Bytes that can be written now.
  public var room: Int { capacity - count }
  /// All bytes ever written.
  public var bytesWritten: UInt64 { UInt64(written.load(ordering: .acquiring)) }
  /// All bytes ever read.
  public var bytesRead: UInt64 { UInt64(taken.load(ordering: .acquiring)) }
  /// True when nothing will be written any more. Ask before `count`, or the last bytes can be missed.
  public var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// The writer: nothing will follow.
  public func finish() { finished.store(true, ordering: .releasing) }

  /// The writer: copies as much as there is room for and returns how many bytes that was.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let position = written.load(ordering: .relaxed)
    let size = min(bytes.count, capacity - (position - taken.load(ordering: .acquiring)))
    guard size > 0, let source = bytes.baseAddress else { return 0 }
    let start = position & (capacity - 1)
    let first = min(size, capacity - start)
    storage.advanced(by: start).copyMemory(from: source, byteCount: first)
    storage.copyMemory(from: source.advanced(by: first), byteCount: size - first)
    written.store(position + size, ordering: .releasing)
    return size
  }

  /// The writer: the last `size` bytes that were written, or as many as there were; read or not, they are there
  /// until others take their place.
  public func tail(_ size: Int) -> [UInt8] {
    let position = written.load(ordering: .relaxed)
    let count = min(size, position, capacity)
    return (position - count..<position).map {
      storage.load(fromByteOffset: $0 & (capacity - 1), as: UInt8.self)
    }
  }

  /// The reader: copies as much as there is, at most what `buffer` holds, and returns how many bytes.
  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let position = taken.load(ordering: .relaxed)
    let size = min(buffer.count, written.load(ordering: .acquiring) - position)
    guard size > 0, let target = buffer.baseAddress else { return 0 }
    let start = position & (capacity - 1)
    let first = min(size, capacity - start)
    target.copyMemory(from: storage.advanced(by: start), byteCount: first)
    target.advanced(by: first).copyMemory(from: storage, byteCount: size - first)
    taken.store(position + size, ordering: .releasing)
    return size
  }
}
