/// The UTF-8 text of an XML file, ready for expat, and the way back from its lines to those of the file.
///
/// Expat by itself fails on UTF-16 that is declared as UTF-8, on blank lines before the declaration, on
/// windows-1252 and koi8-r and on NULs at the end. So bytes become UTF-8 here, the declaration is blanked out
/// (it has been followed by then), and expat is told that it reads UTF-8.
struct XMLText {
  private(set) var bytes: [UInt8]
  private(set) var positions = XMLPositions()

  init(decoding file: [UInt8], findings: inout Findings) {
    let wide = XMLText.wideCharset(of: file)
    if let wide {
      // NULs after the end need not be whole characters.
      let odd = file.count % wide.unitSize
      let isPadded = file.suffix(odd).allSatisfy { $0 == 0 }
      bytes = []
      convert(isPadded ? Array(file.dropLast(odd)) : file, from: wide.name, findings: &findings)
    } else {
      bytes = file
    }
    while bytes.last == 0 { bytes.removeLast() }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    while bytes.starts(with: mark) { bytes.removeFirst(mark.count) }
    let start = bytes.prefix(4_096).firstIndex { !isBlank($0) } ?? 0
    let declared = XMLText.declaration(in: bytes, at: start)
    if wide == nil { decodeBytes(declared: declared?.charset, findings: &findings) }
    if let declared, declared.range.upperBound <= bytes.count {
      for index in declared.range where !isBlank(bytes[index]) { bytes[index] = 0x20 }
    }
  }

  /// Replaces what XML forbids and people write nevertheless. False: too much of it.
  mutating func repair(findings: inout Findings) -> Bool {
    guard let repaired = XMLRepair.repair(bytes, findings: &findings) else {
      findings.error("more than \(PropertyListLimits.repairCountMax) characters would have to be repaired")
      return false
    }
    if let text = repaired.bytes { bytes = text }
    positions = repaired.positions
    return true
  }

  /// The bytes are of one byte a unit; they are in `bytes`, and UTF-8 afterwards.
  private mutating func decodeBytes(declared: String?, findings: inout Findings) {
    let scan = bytes.withUnsafeBufferPointer { UTF8Scan($0) }
    let name = declared.map { $0.uppercased() } ?? "UTF-8"
    let isDeclaredUTF8 = name == "UTF-8" || name == "UTF8"
    if scan.isValid || scan.isCut {
      bytes.removeLast(scan.cutCount)
      // Japanese mail encodings are ASCII with escapes: valid UTF-8 that means something else.
      if name.hasPrefix("ISO-2022-"), bytes.contains(0x1B) {
        convert(bytes, from: name, findings: &findings)
      } else if scan.hasMultibyte, !isDeclaredUTF8, let declared {
        findings.warning("declared as \(declared.quoted), but it is UTF-8 and was read so")
      }
      return
    }
    if !isDeclaredUTF8, let declared, !name.hasPrefix("UTF-"), CharacterSet.isKnown(declared) {
      convert(bytes, from: declared, findings: &findings)
      return
    }
    let byte = String(bytes[scan.validCount], radix: 16, uppercase: true)
    let reason =
      isDeclaredUTF8
      ? "byte 0x\(byte) is not UTF-8" : "the character set \((declared ?? "").quoted) is not known"
    findings.warning(
      "\(reason); read as Windows-1252. Save the file as UTF-8",
      at: XMLPositions.place(of: scan.validCount, in: bytes))
    bytes = XMLText.mixed(bytes)
  }

  private mutating func convert(_ file: [UInt8], from charset: String, findings: inout Findings) {
    guard let converter = Converter(from: charset) else {
      findings.error("the character set \(charset.quoted) is not known")
      return
    }
    let converted = converter.utf8(file)
    bytes = converted.bytes
    if let fault = converted.firstFault {
      findings.warning(
        "\(converted.faultCount) characters have no meaning in \(charset)",
        at: XMLPositions.place(of: fault, in: bytes))
    }
  }

  /// Whole UTF-8 characters stay, every other byte is taken as Windows-1252: a single stray byte must not
  /// spoil the names that are right.
  private static func mixed(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while start < buffer.count {
        let rest = UnsafeBufferPointer(rebasing: buffer[start...])
        let scan = UTF8Scan(rest)
        text.append(contentsOf: rest.prefix(scan.validCount))
        start += scan.validCount
        if start < buffer.count {
          CharacterSet.append(windows1252: buffer[start], to: &text)
          start += 1
        }
      }
    }
    return text
  }

  /// UTF-16 or UTF-32, by the byte order mark or by the zeros around the first character.
  private static func wideCharset(of file: [UInt8]) -> (name: String, unitSize: Int)? {
    guard file.count >= 4 else { return nil }
    switch (file[0], file[1], file[2], file[3]) {
    case (0xFF, 0xFE, 0, 0), (1..., 0, 0, 0): return ("UTF-32LE", 4)
    case (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...): return ("UTF-32BE", 4)
    case (0xFF, 0xFE, _, _), (1..., 0, 1..., 0): return ("UTF-16LE", 2)
    case (0xFE, 0xFF, _, _), (0, 1..., 0, 1...): return ("UTF-16BE", 2)
    default: return nil
    }
  }

  /// `<?xml … encoding="NAME" … ?>` at `start`: where it stands and the name.
  private static func declaration(in bytes: [UInt8], at start: Int) -> (range: Range<Int>, charset: String?)?
  {
    let rest = bytes[start...].prefix(1_024)
    guard rest.starts(with: "<?xml".utf8), let after = rest.dropFirst(5).first, isBlank(after),
      let end = rest.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let text = String(decoding: rest[...end], as: UTF8.self)
    var charset: String?
    if let key = text.range(ofASCII: "encoding") {
      let value = text[key.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\t" }
      if let quote = value.first, quote == "\"" || quote == "'" {
        charset = String(value.dropFirst().prefix { $0 != quote })
      }
    }
    return (start..<end + 1, charset)
  }
}

extension String {
  /// The first place of `word`, which is short.
  func range(ofASCII word: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) { return start..<index(start, offsetBy: word.count) }
      start = index(after: start)
    }
    return nil
  }
}
