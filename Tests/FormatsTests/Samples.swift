import Core
import Formats

/// Files for tests.
enum Samples {
  static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  /// The smallest list that is valid.
  static let smallest =
    head + plist(item("Item0", "Sleep", site("Site0", "Rain", "http://h.example/rain.mp3")))

  static func plist(_ content: String) -> String {
    "<plist version=\"1.0\"><dict>\n\(content)</dict></plist>\n"
  }

  static func item(_ key: String, _ name: String?, _ sites: String) -> String {
    let named = name.map { "<key>categoryName</key><string>\($0)</string>\n" } ?? ""
    return "<key>\(key)</key><dict>\n\(named)\(sites)</dict>\n"
  }

  static func site(_ key: String, _ name: String, _ link: String, _ more: String = "") -> String {
    "<key>\(key)</key><dict><key>siteName</key><string>\(name)</string>"
      + "<key>siteLink</key><string>\(link)</string>"
      + "<key>siteLogoName</key><string></string>\(more)</dict>\n"
  }

  /// A list of one category whose only station has `fields`.
  static func oneStation(_ fields: String) -> String {
    plist(item("Item0", "Sleep", "<key>Site0</key><dict>\(fields)</dict>"))
  }

  static func read(_ text: String) -> (catalogue: Catalogue?, findings: Findings) { read(Array(text.utf8)) }

  static func read(_ bytes: [UInt8]) -> (catalogue: Catalogue?, findings: Findings) {
    CatalogueFile.read(bytes, file: "list.plist")
  }

  static func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    (mark ? [0xFEFF] + Array(text.utf16) : Array(text.utf16)).flatMap { unit in
      let high = UInt8(unit >> 8)
      let low = UInt8(unit & 0xFF)
      return bigEndian ? [high, low] : [low, high]
    }
  }

  /// Every character of `text` as one byte of that number.
  static func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }
}

extension Findings {
  var lines: [String] { kept.map(\.description) }
}

/// Writes binary property lists, for tests of the reader.
struct BinaryWriter {
  private(set) var objects: [[UInt8]] = []
  var referenceSize = 2

  mutating func add(_ bytes: [UInt8]) -> Int {
    objects.append(bytes)
    return objects.count - 1
  }

  mutating func string(_ text: String) -> Int {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let body = isASCII ? Array(text.utf8) : text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return add(head(isASCII ? 0x50 : 0x60, isASCII ? body.count : body.count / 2) + body)
  }

  mutating func dictionary(_ pairs: [(Int, Int)]) -> Int {
    add(head(0xD0, pairs.count) + (pairs.map(\.0) + pairs.map(\.1)).flatMap(reference))
  }

  mutating func array(_ items: [Int]) -> Int { add(head(0xA0, items.count) + items.flatMap(reference)) }

  mutating func value(_ value: PropertyList.Value) -> Int {
    switch value {
    case .dictionary(let entries):
      return dictionary(entries.map { (string($0.key), self.value($0.value.value)) })
    case .array(let items): return array(items.map { self.value($0.value) })
    case .string(let text): return string(text)
    case .integer(let number): return add([0x13] + BinaryWriter.bytes(UInt64(bitPattern: number), 8))
    case .real(let number): return add([0x23] + BinaryWriter.bytes(number.bitPattern, 8))
    case .boolean(let isTrue): return add([isTrue ? 9 : 8])
    case .date: return add([0x33] + BinaryWriter.bytes(0, 8))
    case .data: return add([0x41, 0])
    case .uid: return add([0x80, 1])
    }
  }

  func reference(_ object: Int) -> [UInt8] { BinaryWriter.bytes(UInt64(object), referenceSize) }

  func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x12] + BinaryWriter.bytes(UInt64(count), 4)
  }

  func file(top: Int) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += BinaryWriter.bytes(UInt64(bytes.count), 4)
      bytes += object
    }
    let trailer: [UInt8] =
      [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)] + BinaryWriter.bytes(UInt64(objects.count), 8)
      + BinaryWriter.bytes(UInt64(top), 8) + BinaryWriter.bytes(UInt64(bytes.count), 8)
    return bytes + offsets + trailer
  }

  static func file(_ value: PropertyList.Value) -> [UInt8] {
    var writer = BinaryWriter()
    let top = writer.value(value)
    return writer.file(top: top)
  }

  static func bytes(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}
