/// The blocks before the frames of a FLAC stream (RFC 9639, 8). libFLAC gets the first one alone, marked as
/// the last: the others are pictures, places to seek to and paddings, of up to 16 MB each.
struct FlacHead {
  static let magic = Array("fLaC".utf8)
  /// Magic, and the block that must come first.
  static let size = 4 + blockHeaderSize + 34
  static let blockHeaderSize = 4

  enum Block {
    case streamInfo, comments, other
  }

  /// What libFLAC is to read before the first frame; nil: `bytes` do not begin a FLAC stream.
  static func alone(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard bytes.count >= size, bytes.starts(with: magic) else { return nil }
    let header = block(bytes.after(4))
    guard header.kind == .streamInfo, header.length == 34 else { return nil }
    var head = Array(bytes[..<size])
    head[4] |= 0x80
    return head
  }

  /// A block's header: at least four bytes must be there. `length` is of what follows.
  static func block(_ bytes: UnsafeRawBufferPointer) -> (kind: Block, length: Int, isLast: Bool) {
    let kind: Block =
      switch bytes[0] & 0x7F {
      case 0: .streamInfo
      case 4: .comments
      default: .other
      }
    return (kind, Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3]), bytes[0] & 0x80 != 0)
  }
}
