/// Repairs what XML forbids and people write nevertheless, in text and attributes, not in CDATA and comments:
/// an "&" that begins no reference, an "<" that begins no tag, control characters. HTML's "&nbsp;" is no
/// reference in XML: expat would drop it without a word where there is a DOCTYPE, so it is kept as it is
/// written.
enum XMLRepair {
  struct Result {
    /// Nil: nothing had to be repaired.
    var bytes: [UInt8]?
    var positions = XMLPositions()
  }

  private enum Region {
    case text, comment, cdata, instruction
    /// With the depth of "[".
    case doctype(Int)
  }

  /// Nil: more than `PropertyListLimits.repairCountMax` repairs.
  static func repair(_ bytes: [UInt8], findings: inout Findings) -> Result? {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = Scanner(bytes: buffer)
      guard scanner.run(findings: &findings) else { return nil }
      return Result(bytes: scanner.finished(), positions: scanner.positions)
    }
  }

  private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var positions = XMLPositions()
    private var output: [UInt8] = []
    private var copiedCount = 0
    private var repairCount = 0
    private var counter = XMLPositions.Counter()

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func finished() -> [UInt8]? {
      repairCount == 0 ? nil : output + bytes[copiedCount...]
    }

    mutating func run(findings: inout Findings) -> Bool {
      var region = Region.text
      let isPlain = XMLRepair.isPlain
      var index = 0
      while index < bytes.count, repairCount <= PropertyListLimits.repairCountMax {
        let byte = bytes[index]
        if isPlain[Int(byte)] {
          index += 1
          continue
        }
        if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D, byte != 0 {
          findings.warning(
            "control character 0x\(String(byte, radix: 16)) is not allowed; read as a blank",
            at: replace(index, 1, with: [0x20], growth: 0))
        } else if byte == 0xEF,
          matches([0xEF, 0xBF, 0xBE], at: index) || matches([0xEF, 0xBF, 0xBF], at: index)
        {
          findings.warning(
            "a code point that is no character was replaced",
            at: replace(index, 3, with: [0xEF, 0xBF, 0xBD], growth: 0))
          index += 2
        } else {
          index += step(&region, at: index, findings: &findings)
          continue
        }
        index += 1
      }
      return repairCount <= PropertyListLimits.repairCountMax
    }

    /// How many bytes were dealt with.
    private mutating func step(_ region: inout Region, at index: Int, findings: inout Findings) -> Int {
      switch (region, bytes[index]) {
      case (.text, UInt8(ascii: "&")):
        if !isReference(at: index) {
          let word = name(at: index + 1)
          let place = replace(index, 1, with: Array("&amp;".utf8), growth: 4)
          findings.warning(
            word.isEmpty
              ? "a bare \"&\" was read as itself; write &amp;"
              : "\"&\(word);\" is unknown in XML and was kept as it is; for \"&\" write &amp;", at: place)
        }
      case (.text, UInt8(ascii: "<")):
        if index + 1 < bytes.count, isTagStart(bytes[index + 1]) {
          return 1
        } else if matches(Array("<!--".utf8), at: index) {
          region = .comment
          return 4
        } else if matches(Array("<![CDATA[".utf8), at: index) {
          region = .cdata
          return 9
        } else if matches(Array("<!".utf8), at: index) {
          region = .doctype(0)
          return 2
        } else if matches(Array("<?".utf8), at: index) {
          region = .instruction
          return 2
        } else if index + 1 < bytes.count {
          let place = replace(index, 1, with: Array("&lt;".utf8), growth: 3)
          findings.warning("a bare \"<\" was read as itself; write &lt;", at: place)
        }
      case (.comment, UInt8(ascii: "-")) where matches(Array("-->".utf8), at: index):
        region = .text
        return 3
      case (.cdata, UInt8(ascii: "]")) where matches(Array("]]>".utf8), at: index):
        region = .text
        return 3
      case (.instruction, UInt8(ascii: "?")) where matches(Array("?>".utf8), at: index):
        region = .text
        return 2
      case (.doctype(let depth), UInt8(ascii: "[")): region = .doctype(depth + 1)
      case (.doctype(let depth), UInt8(ascii: "]")): region = .doctype(depth - 1)
      case (.doctype(let depth), UInt8(ascii: ">")) where depth <= 0: region = .text
      default: break
      }
      return 1
    }

    private mutating func replace(_ index: Int, _ count: Int, with text: [UInt8], growth: Int32) -> Place {
      repairCount += 1
      counter.advance(to: index, in: bytes)
      positions.add(line: counter.line, column: counter.column, growth: growth)
      output.append(contentsOf: bytes[copiedCount..<index])
      output += text
      copiedCount = index + count
      return Place(line: counter.line, column: counter.column + 1)
    }

    private func matches(_ word: [UInt8], at index: Int) -> Bool {
      index + word.count <= bytes.count && bytes[index..<index + word.count].elementsEqual(word)
    }

    private func isTagStart(_ byte: UInt8) -> Bool {
      isLetter(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
        || byte >= 0x80
    }

    private func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// A word of letters and digits that ";" ends, or "".
    private func name(at start: Int) -> String {
      let word = bytes[start...].prefix(32).prefix { isLetter($0) || (0x30...0x39).contains($0) }
      guard word.endIndex < bytes.count, bytes[word.endIndex] == UInt8(ascii: ";") else { return "" }
      return String(decoding: word, as: UTF8.self)
    }

    /// One of XML's five names, or the number of a character that XML allows.
    private func isReference(at index: Int) -> Bool {
      let body = bytes[(index + 1)...].prefix(12)
      guard let end = body.firstIndex(of: UInt8(ascii: ";")) else { return false }
      let word = String(decoding: body[..<end], as: UTF8.self)
      if ["amp", "lt", "gt", "quot", "apos"].contains(word) { return true }
      let number =
        word.hasPrefix("#x")
        ? XMLRepair.number(word.dropFirst(2), radix: 16)
        : word.hasPrefix("#") ? XMLRepair.number(word.dropFirst(), radix: 10) : nil
      guard let number else { return false }
      switch number {
      case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return true
      default: return false
      }
    }
  }

  /// Bytes that mean nothing to the scanner in any region: nearly all of a file.
  private static let isPlain: [Bool] = {
    var isPlain = [Bool](repeating: false, count: 0x20) + [Bool](repeating: true, count: 0xE0)
    for byte in [0x09, 0x0A, 0x0D] { isPlain[byte] = true }
    for byte in "<>&-[]?".utf8 { isPlain[Int(byte)] = false }
    isPlain[0xEF] = false
    return isPlain
  }()

  private static func number(_ digits: Substring, radix: Int) -> UInt32? {
    digits.first == "+" || digits.first == "-" ? nil : UInt32(digits, radix: radix)
  }
}
