/// How far bytes are UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
struct UTF8Scan {
  /// Bytes of whole characters before the first fault, or all of them.
  var validCount = 0
  /// Whether a character of more than one byte was among them: ASCII alone says nothing about an encoding.
  var hasMultibyte = false
  /// The bytes of a character that the end of the text cuts, 0 … 3.
  var cutCount = 0
  let count: Int

  /// Every byte belongs to a whole character.
  var isValid: Bool { validCount == count }
  /// Only the last character is not whole.
  var isCut: Bool { cutCount > 0 && validCount + cutCount == count }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    count = bytes.count
    var index = 0
    while index < count {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let (length, second) = UTF8Scan.form(of: lead)
      guard length > 0 else { break }
      var seen = 1
      while seen < length, index + seen < count {
        let allowed = seen == 1 ? second : 0x80...0xBF
        guard allowed.contains(bytes[index + seen]) else { break }
        seen += 1
      }
      guard seen == length else {
        if index + seen == count { cutCount = seen }
        break
      }
      hasMultibyte = true
      index += length
    }
    validCount = index
  }

  /// How many bytes a character that begins with `lead` has, and what its second byte may be.
  private static func form(of lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: (0, 0x80...0xBF)
    }
  }
}
