internal import Synchronization

/// Bytes from one thread to one other (the loop to a decoder), without locks. It prevents: a reader that sees
/// bytes before they are written (release and acquire), and growth without a limit.
///
/// It may hold minutes and mostly holds seconds, so its memory comes in blocks, as many as what waits in it needs:
/// the writer takes back those that were read.
public final class ByteRing: @unchecked Sendable {
  enum Limits {
    static let blockSize = 1 << 16
    /// What `tail` can give though it was read.
    static let tail = 1 << 14
  }

  // The positions only grow; a position's place is its low bits. 2⁶³ bytes are never reached.
  private let written = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let finished = Atomic<Bool>(false)
  /// By place. The reader looks at those alone in which something waits, which the writer does not change.
  private let blocks: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let blockSize: Int
  // The writer's own.
  private var spares: [UnsafeMutableRawPointer] = []
  /// The position of the oldest block that has memory.
  private var oldest = 0
  /// The position behind the newest.
  private var newest = 0
  public let capacity: Int

  /// `capacity` in bytes, a power of two.
  public init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring's capacity is a power of two")
    self.capacity = capacity
    blockSize = min(capacity, Limits.blockSize)
    blocks = .allocate(capacity: capacity / blockSize)
    blocks.initialize(repeating: nil, count: capacity / blockSize)
  }

  deinit {
    for index in 0..<capacity / blockSize { blocks[index]?.deallocate() }
    for block in spares { block.deallocate() }
    blocks.deallocate()
  }

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
  /// The memory that it has, in bytes. The writer may ask.
  public var memory: Int { newest - oldest + spares.count * blockSize }

  /// The writer: nothing will follow.
  public func finish() { finished.store(true, ordering: .releasing) }

  /// The writer: copies as much as there is room for and returns how many bytes that was.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let position = written.load(ordering: .relaxed)
    let read = taken.load(ordering: .acquiring)
    let size = min(bytes.count, capacity - (position - read))
    guard size > 0, let source = bytes.baseAddress else { return 0 }
    takeBack(before: min(read, position - Limits.tail))
    while newest < position + size { addBlock() }
    forEachPart(of: position..<position + size) { memory, offset, count in
      memory.copyMemory(from: source + offset, byteCount: count)
    }
    written.store(position + size, ordering: .releasing)
    return size
  }

  /// The writer: the last `size` bytes that were written, or as many as there were, at most `Limits.tail`; read or
  /// not.
  public func tail(_ size: Int) -> [UInt8] {
    let position = written.load(ordering: .relaxed)
    let count = min(size, position, capacity, Limits.tail)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let target = UnsafeMutableRawPointer(buffer.baseAddress!)
      forEachPart(of: position - count..<position) { memory, offset, count in
        (target + offset).copyMemory(from: memory, byteCount: count)
      }
      filled = count
    }
  }

  /// The reader: copies as much as there is, at most what `buffer` holds, and returns how many bytes.
  public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let position = taken.load(ordering: .relaxed)
    let size = min(buffer.count, written.load(ordering: .acquiring) - position)
    guard size > 0, let target = buffer.baseAddress else { return 0 }
    forEachPart(of: position..<position + size) { memory, offset, count in
      (target + offset).copyMemory(from: memory, byteCount: count)
    }
    taken.store(position + size, ordering: .releasing)
    return size
  }

  /// The memory of `positions`, block by block: where, how far from the first, how many bytes.
  @inline(__always)
  private func forEachPart(
    of positions: Range<Int>, _ body: (_ memory: UnsafeMutableRawPointer, _ offset: Int, _ count: Int) -> Void
  ) {
    var position = positions.lowerBound
    while position < positions.upperBound {
      let start = position & (blockSize - 1)
      let count = min(blockSize - start, positions.upperBound - position)
      guard let block = blocks[place(of: position)] else { preconditionFailure("a block without memory") }
      body(block + start, position - positions.lowerBound, count)
      position += count
    }
  }

  private func place(of position: Int) -> Int { (position & (capacity - 1)) / blockSize }

  /// Blocks all of whose bytes lie before `position` are free for others.
  private func takeBack(before position: Int) {
    while oldest + blockSize <= position {
      if let block = blocks[place(of: oldest)] { spares.append(block) }
      blocks[place(of: oldest)] = nil
      oldest += blockSize
    }
    // One is kept for what comes next; a burst is not kept for good.
    while spares.count > 1 { spares.removeLast().deallocate() }
  }

  private func addBlock() {
    let place = place(of: newest)
    if blocks[place] == nil {
      blocks[place] = spares.popLast() ?? .allocate(byteCount: blockSize, alignment: 64)
    } else {
      // The ring is full to its last block, whose first part was read: it goes on in the same memory.
      oldest += blockSize
    }
    newest += blockSize
  }
}
