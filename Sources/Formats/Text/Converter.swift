internal import CIconv

/// An open iconv conversion to UTF-8. It prevents: a leaked descriptor, a closed one in use, and a name that
/// iconv would take for more than a name ("//TRANSLIT", "//IGNORE", "" = the locale's, paths to modules).
struct Converter: ~Copyable {
  private let handle: iconv_t
  let isUTF8: Bool

  /// Longest charset name that is looked up; the longest one registered with IANA has 45 characters.
  static let nameLengthMax = 45
  private static let outputSize = 32_768
  /// More than one input character can become in UTF-8, for every charset that glibc knows.
  private static let characterSizeMax = 64

  /// Nil: not a charset's name, or none that the system knows.
  init?(from charset: String) {
    let name = charset.utf8
    guard !name.isEmpty, name.count <= Converter.nameLengthMax, name.allSatisfy(Converter.isNameByte) else {
      return nil
    }
    let upper = charset.uppercased()
    // glibc's own names for the memory layout of wchar_t: not charsets of a file.
    guard upper != "INTERNAL", upper != "WCHAR_T", upper != "CHAR" else { return nil }
    let opened = iconv_open("UTF-8", charset)
    guard let opened, opened != iconv_t(bitPattern: -1) else { return nil }
    handle = opened
    isUTF8 = upper == "UTF-8" || upper == "UTF8"
  }

  deinit { iconv_close(handle) }

  /// Converts all of `bytes`; what has no meaning becomes U+FFFD and is counted. `firstFault` is where the
  /// first of these stands in the result.
  func utf8(_ bytes: [UInt8]) -> (bytes: [UInt8], faultCount: Int, firstFault: Int?) {
    var result: [UInt8] = []
    var firstFault: Int?
    result.reserveCapacity(bytes.count)
    var faultCount = 0
    var input = bytes
    var output = [CChar](repeating: 0, count: Converter.outputSize)
    iconv(handle, nil, nil, nil, nil)
    input.withUnsafeMutableBytes { inputBuffer in
      output.withUnsafeMutableBufferPointer { outputBuffer in
        var next = inputBuffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = inputBuffer.count
        var isFlushing = left == 0
        while true {
          var end = outputBuffer.baseAddress
          var room = outputBuffer.count
          let code =
            isFlushing ? iconv(handle, nil, nil, &end, &room) : iconv(handle, &next, &left, &end, &room)
          let written = outputBuffer.count - room
          outputBuffer.prefix(written).withMemoryRebound(to: UInt8.self) { result.append(contentsOf: $0) }
          if code != -1 {
            if isFlushing { break }
            isFlushing = true
          } else if room >= Converter.characterSizeMax {
            // There was room, so it is the input: a byte without meaning, or the end inside a character.
            faultCount += 1
            if firstFault == nil { firstFault = result.count }
            result.append(contentsOf: [0xEF, 0xBF, 0xBD])
            guard !isFlushing, left > 0 else { break }
            next = next.map { $0 + 1 }
            left -= 1
            isFlushing = left == 0
          }
        }
      }
    }
    return (result, faultCount, firstFault)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"): true
    default: false
    }
  }
}
