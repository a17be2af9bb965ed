/// The seal of files that the radio writes: an XML comment at the end with the CRC-32 of all before it. A file
/// that the plug was pulled on does not carry the right one. Files of other makers carry none, and that is
/// fine.
public enum Checksum {
  public enum Verdict: Hashable, Sendable {
    case intact, absent, wrong
  }

  private static let opening = Array("<!-- crc32 ".utf8)
  private static let closing = Array(" -->".utf8)

  /// `bytes` with the seal in a line of its own.
  public static func seal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = String(crc32(bytes), radix: 16)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return bytes + opening + Array(padded.utf8) + closing + [0x0A]
  }

  public static func verify(_ bytes: [UInt8]) -> Verdict {
    // The last opening counts: the same words could stand in a name.
    guard var start = (0...max(0, bytes.count - opening.count)).last(where: { begins($0, in: bytes) }),
      bytes.count >= opening.count
    else { return .absent }
    let sealed = bytes[..<start]
    start += opening.count
    let digits = bytes[start...].prefix(8)
    let rest = bytes[start...].dropFirst(8)
    guard digits.count == 8, let sum = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      rest.starts(with: closing), rest.dropFirst(closing.count).allSatisfy(isBlank)
    else { return .wrong }
    return sum == crc32(sealed) ? .intact : .wrong
  }

  private static func begins(_ start: Int, in bytes: [UInt8]) -> Bool {
    start + opening.count <= bytes.count && bytes[start] == opening[0]
      && bytes[start..<start + opening.count].elementsEqual(opening)
  }

  /// CRC-32 as in zlib and PNG (polynomial 0xEDB88320, reflected, inverted at both ends).
  public static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var remainder = UInt32.max
    for byte in bytes {
      remainder = table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ (remainder >> 8)
    }
    return ~remainder
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}
