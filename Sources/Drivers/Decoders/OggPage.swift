/// A page of an Ogg stream (RFC 3533): some packets, or parts of them, of one logical stream. Its views are
/// valid as long as the bytes that it was found in.
struct OggPage {
  enum Found {
    case needsMore
    /// So many bytes belong to no page.
    case rubbish(Int)
    case page(OggPage)
  }

  private static let headerSize = 27

  let isContinued: Bool
  let isFirst: Bool
  let isLast: Bool
  /// The position in the sound at the end of the last packet that ends here, in the codec's terms. Nil: none
  /// ends here.
  let position: Int64?
  /// Of the logical stream.
  let serial: UInt32
  let sequence: UInt32
  /// The lengths of the parts; 255: goes on with the next part.
  let lengths: UnsafeRawBufferPointer
  let body: UnsafeRawBufferPointer
  /// Bytes in all.
  let size: Int

  /// Looks for a page at the beginning of `bytes`, and where the next one may be if there is none.
  static func find(in bytes: UnsafeRawBufferPointer) -> Found {
    guard bytes.count >= 4 else { return .needsMore }
    guard bytes.starts(with: magic) else { return .rubbish(nextStart(in: bytes)) }
    guard bytes.count >= headerSize else { return .needsMore }
    let count = Int(bytes[26])
    guard bytes.count >= headerSize + count else { return .needsMore }
    let lengths = UnsafeRawBufferPointer(rebasing: bytes[headerSize..<headerSize + count])
    let size = headerSize + count + lengths.reduce(0) { $0 + Int($1) }
    guard bytes.count >= size else { return .needsMore }
    let page = UnsafeRawBufferPointer(rebasing: bytes[..<size])
    guard bytes[4] == 0,
      checksum(page) == page.loadUnaligned(fromByteOffset: 22, as: UInt32.self).littleEndian
    else { return .rubbish(nextStart(in: bytes)) }
    return .page(OggPage(page, lengths: lengths))
  }

  private init(_ page: UnsafeRawBufferPointer, lengths: UnsafeRawBufferPointer) {
    isContinued = page[5] & 1 != 0
    isFirst = page[5] & 2 != 0
    isLast = page[5] & 4 != 0
    let position = page.loadUnaligned(fromByteOffset: 6, as: Int64.self).littleEndian
    self.position = position < 0 ? nil : position
    serial = page.loadUnaligned(fromByteOffset: 14, as: UInt32.self).littleEndian
    sequence = page.loadUnaligned(fromByteOffset: 18, as: UInt32.self).littleEndian
    self.lengths = lengths
    body = UnsafeRawBufferPointer(rebasing: page[(OggPage.headerSize + lengths.count)...])
    size = page.count
  }

  private static let magic = Array("OggS".utf8)

  /// Where, behind the first byte, a page may begin; the last bytes may be the beginning of one.
  private static func nextStart(in bytes: UnsafeRawBufferPointer) -> Int {
    var index = 1
    while index < bytes.count {
      guard let found = bytes[index...].firstIndex(of: magic[0]) else { return bytes.count }
      let start = bytes[found..<min(found + 4, bytes.count)]
      if start.elementsEqual(magic.prefix(start.count)) { return found }
      index = found + 1
    }
    return bytes.count
  }

  /// Ogg's own CRC-32: polynomial 04C11DB7, nothing inverted, its own four bytes counted as zeros.
  private static func checksum(_ page: UnsafeRawBufferPointer) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var sum: UInt32 = 0
      for index in page.indices {
        let byte = (22..<26).contains(index) ? 0 : page[index]
        sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)]
      }
      return sum
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }
}
