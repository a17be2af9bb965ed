/// Bytes of unknown or named encoding become text. Nothing here fails on a byte: a title with one odd
/// character is still a title.
public enum CharacterSet {
  /// Decodes `bytes`: as UTF-8 where they are valid UTF-8 (a byte order mark is dropped), else in `charset`
  /// (an IANA name), else as Windows-1252, which contains all that ISO 8859-1 can print. UTF-8 that is cut
  /// inside its last character stays UTF-8 and loses that character only.
  /// - Parameter droppingControls: for titles and names: control characters (U+0000 … U+001F,
  ///   U+007F … U+009F) are left out.
  public static func text(
    _ bytes: some Sequence<UInt8>, charset: String? = nil, droppingControls: Bool = false
  ) -> String {
    let text = decoded(Array(bytes), charset: charset)
    guard droppingControls, text.unicodeScalars.contains(where: isControl) else { return text }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: text.unicodeScalars.lazy.filter { !isControl($0) })
    return String(kept)
  }

  /// UTF-8 of bytes that are in `charset`. Nil: the system does not know the name, or a byte has no meaning
  /// in it, or the last character is cut.
  public static func utf8(_ bytes: [UInt8], from charset: String) -> [UInt8]? {
    guard let converter = Converter(from: charset) else { return nil }
    let converted = converter.utf8(bytes)
    return converted.faultCount == 0 ? converted.bytes : nil
  }

  /// Whether the system can decode `charset`.
  public static func isKnown(_ charset: String) -> Bool { Converter(from: charset) != nil }

  /// Whether every byte belongs to a whole UTF-8 character.
  public static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { UTF8Scan($0).isValid }
  }

  /// UTF-8 of Windows-1252 bytes. The five bytes that it leaves open become the C1 controls of the same
  /// number, as browsers do it, so that nothing is lost.
  public static func utf8(fromWindows1252 bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount)
    for byte in bytes { append(windows1252: byte, to: &text) }
    return text
  }

  static func append(windows1252 byte: UInt8, to text: inout [UInt8]) {
    let scalar = (0x80...0x9F).contains(byte) ? windows1252High[Int(byte) - 0x80] : UInt16(byte)
    switch scalar {
    case ..<0x80: text.append(byte)
    case ..<0x800:
      text.append(0xC0 | UInt8(scalar >> 6))
      text.append(0x80 | UInt8(scalar & 0x3F))
    default:
      text.append(0xE0 | UInt8(scalar >> 12))
      text.append(0x80 | UInt8(scalar >> 6 & 0x3F))
      text.append(0x80 | UInt8(scalar & 0x3F))
    }
  }

  private static func decoded(_ given: [UInt8], charset: String?) -> String {
    let bytes = given.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(given.dropFirst(3)) : given
    let scan = bytes.withUnsafeBufferPointer { UTF8Scan($0) }
    if scan.isValid { return String(decoding: bytes, as: UTF8.self) }
    // "Caf\xE9" is Latin-1, although \xE9 could begin a character that is cut: one byte after nothing but
    // ASCII proves nothing. Two bytes that fit together do, unless the station has named its encoding.
    if scan.isCut, scan.hasMultibyte || (charset == nil && scan.cutCount > 1) {
      return String(decoding: bytes.prefix(scan.validCount), as: UTF8.self)
    }
    if let charset, let converter = Converter(from: charset), !converter.isUTF8 {
      return String(decoding: converter.utf8(bytes).bytes, as: UTF8.self)
    }
    return String(decoding: utf8(fromWindows1252: bytes), as: UTF8.self)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  /// Bytes 0x80 … 0x9F of Windows-1252 (Unicode's CP1252.TXT); the rest is as in ISO 8859-1.
  private static let windows1252High: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178
  ]
}
