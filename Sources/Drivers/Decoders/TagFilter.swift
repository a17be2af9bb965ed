/// Takes ID3v2 tags out of a stream, wherever they are. libmpg123 can skip them too, but it collects all of a
/// tag first, so a picture of some megabytes would cost as much memory; this one keeps a few bytes.
/// (ID3v2.4.0 structure, section 3.1; the size is four bytes of seven bits.)
struct TagFilter {
  enum Limits {
    /// The largest tag that is believed, in bytes. Larger ones lose their header and are searched for frames.
    static let tag = 16 << 20
  }

  private static let headerSize = 10

  /// Bytes of the present tag that are still to be dropped.
  private(set) var bytesLeft = 0
  /// All bytes dropped so far.
  private(set) var bytesDropped: UInt64 = 0
  /// The beginning of what may be a tag's header, kept until it is whole.
  private var held: [UInt8] = []

  /// How many bytes are kept back.
  var bytesHeld: Int { held.count }

  /// Hands on all of `bytes` that belongs to no tag, in order and in as few pieces as possible.
  mutating func filter(_ bytes: UnsafeRawBufferPointer, _ handOn: (UnsafeRawBufferPointer) -> Void) {
    // What lies before `start` was handed on, kept or dropped.
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytesLeft > 0 {
        let size = min(bytesLeft, bytes.count - index)
        bytesLeft -= size
        bytesDropped += UInt64(size)
        index += size
        start = index
      } else if !held.isEmpty {
        held.append(bytes[index])
        index += 1
        start = index
        settleHeld(handOn)
      } else if bytes[index] != UInt8(ascii: "I") {
        index += 1
      } else {
        let candidate = bytes[index..<min(index + Self.headerSize, bytes.count)]
        guard Self.canBegin(candidate) else {
          index += 1
          continue
        }
        if index > start { handOn(UnsafeRawBufferPointer(rebasing: bytes[start..<index])) }
        held.append(contentsOf: candidate)
        index = candidate.endIndex
        start = index
        settleHeld(handOn)
      }
    }
    if start < bytes.count { handOn(UnsafeRawBufferPointer(rebasing: bytes[start...])) }
  }

  /// The stream is over: hands on what was kept back.
  mutating func finish(_ handOn: (UnsafeRawBufferPointer) -> Void) {
    if !held.isEmpty { held.withUnsafeBytes(handOn) }
    held.removeAll()
  }

  /// Decides about what is kept, as far as that is possible by now.
  private mutating func settleHeld(_ handOn: (UnsafeRawBufferPointer) -> Void) {
    while !Self.canBegin(held) {
      // No header. A real one may still begin inside of what was kept.
      let next = held.dropFirst().firstIndex(of: UInt8(ascii: "I")) ?? held.endIndex
      held.withUnsafeBytes { handOn(UnsafeRawBufferPointer(rebasing: $0[..<next])) }
      held.removeFirst(next)
    }
    guard held.count == Self.headerSize else { return }
    let size = held[6...9].reduce(0) { $0 << 7 | Int($1) }
    // A footer repeats the header at the end (flag 0x10).
    let whole = size + (held[5] & 0x10 == 0 ? 0 : Self.headerSize)
    bytesLeft = whole <= Limits.tag ? whole : 0
    bytesDropped += UInt64(held.count)
    held.removeAll(keepingCapacity: true)
  }

  /// Whether `bytes` (at most ten) are the beginning of a tag's header.
  private static func canBegin<Bytes: Collection>(_ bytes: Bytes) -> Bool where Bytes.Element == UInt8 {
    for (index, byte) in bytes.enumerated() {
      let fits =
        switch index {
        case 0: byte == UInt8(ascii: "I")
        case 1: byte == UInt8(ascii: "D")
        case 2: byte == UInt8(ascii: "3")
        case 3: (2...4).contains(byte)
        case 4: byte != 0xFF
        case 5: byte & 0x0F == 0
        default: byte < 0x80
        }
      if !fits { return false }
    }
    return true
  }
}
