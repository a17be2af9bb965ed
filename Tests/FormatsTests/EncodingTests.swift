import Core
import Formats
import Testing

/// The same list in every encoding that an editor may leave behind.
@Suite struct EncodingTests {
  static let cafe = Samples.smallest.replacing("Rain", with: "Café")

  struct Encoded: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let name: String
    let warnings: Int

    init(_ title: String, _ bytes: [UInt8], name: String = "Café", warnings: Int = 0) {
      testDescription = title
      self.bytes = bytes
      self.name = name
      self.warnings = warnings
    }
  }

  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  static func declared(_ charset: String) -> String {
    cafe.replacing("encoding=\"UTF-8\"", with: "encoding='\(charset)'")
  }

  static let samples: [Encoded] = [
    Encoded("UTF-8", Array(cafe.utf8)),
    Encoded("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(cafe.utf8)),
    Encoded("UTF-16LE with a mark, declared UTF-8", Samples.utf16(cafe, bigEndian: false, mark: true)),
    Encoded("UTF-16BE with a mark, declared UTF-8", Samples.utf16(cafe, bigEndian: true, mark: true)),
    Encoded("UTF-16LE without a mark", Samples.utf16(declared("UTF-16"), bigEndian: false, mark: false)),
    Encoded("UTF-16BE without a mark", Samples.utf16(declared("UTF-16"), bigEndian: true, mark: false)),
    Encoded("UTF-16BE, NULs after", Samples.utf16(cafe, bigEndian: true, mark: true) + [0, 0, 0]),
    Encoded("UTF-16LE, NULs after", Samples.utf16(cafe, bigEndian: false, mark: true) + [0, 0, 0]),
    Encoded("CRLF", Array(cafe.replacing("\n", with: "\r\n").utf8)),
    Encoded("CR", Array(cafe.replacing("\n", with: "\r").utf8)),
    Encoded("blank lines first", Array("\n\r\n".utf8) + Array(cafe.utf8)),
    Encoded("no declaration", Array(cafe.replacing(declaration, with: "").utf8)),
    Encoded("ISO-8859-1", Samples.latin1(declared("ISO-8859-1"))),
    Encoded("not declared Latin-1", Samples.latin1(cafe.replacing(declaration, with: "")), warnings: 1),
    Encoded("Latin-1 declared UTF-8", Samples.latin1(cafe), warnings: 1),
    Encoded("unknown charset", Samples.latin1(declared("x-none")), warnings: 1),
    Encoded("UTF-8 declared windows-1251", Array(declared("windows-1251").utf8), warnings: 1),
    Encoded("ASCII declared UTF-16", Array(declared("UTF-16").utf8), warnings: 1),
    Encoded("NULs after", Array(cafe.utf8) + [UInt8](repeating: 0, count: 512)),
    Encoded(
      "koi8-r",
      Array(declared("koi8-r").utf8).split(separator: Array("Café".utf8)).joined(
        separator: [0xF2, 0xC1, 0xC4, 0xC9, 0xCF]).map { $0 }, name: "Радио"),
    Encoded(
      "windows-1252",
      Array(declared("windows-1252").utf8).split(separator: Array("Café".utf8)).joined(
        separator: [0x93, 0x78, 0x94, 0x80]).map { $0 }, name: "“x”€"),
    Encoded(
      "one Latin-1 byte among UTF-8",
      Array(cafe.utf8).split(separator: Array("Café".utf8)).joined(
        separator: Array("日本 Caf".utf8) + [0xE9]
      ).map { $0 }, name: "日本 Café", warnings: 1),
    Encoded(
      "binary",
      BinaryWriter.file(
        tree(["Item0": tree(["categoryName": .string("Sleep"), "Site0": tree(site("Café"))])])))
  ]

  static func tree(_ pairs: KeyValuePairs<String, PropertyList.Value>) -> PropertyList.Value {
    .dictionary(pairs.map { PropertyList.Entry(key: $0.key, value: PropertyList($0.value)) })
  }

  static func site(_ name: String) -> KeyValuePairs<String, PropertyList.Value> {
    ["siteName": .string(name), "siteLink": .string("http://h.example/rain.mp3"), "siteLogoName": .string("")]
  }

  @Test(arguments: samples)
  func loads(_ sample: Encoded) {
    let (catalogue, findings) = Samples.read(sample.bytes)
    let station = Station(name: sample.name, link: "http://h.example/rain.mp3")
    #expect(catalogue == Catalogue(categories: [Category(name: "Sleep", stations: [station])]))
    #expect(findings.errorCount == 0)
    #expect(findings.warningCount == sample.warnings, "\(findings.lines)")
  }

  @Test func aStrayByteIsNamedWithItsPlace() {
    let (_, findings) = Samples.read(Samples.latin1(Self.cafe))
    #expect(
      findings.lines == [
        "list.plist:6:53: warning: byte 0xE9 is not UTF-8; read as Windows-1252. Save the file as UTF-8"
      ])
  }

  @Test func placesCountCharactersAndLinesOfTheFile() {
    let text = "\n\n" + Samples.plist("<key>Bär &amp; 日本</key><string>x</string><key>Foo</key><true/>")
    for lines in ["\n", "\r\n", "\r"] {
      let (_, findings) = Samples.read(text.replacing("\n", with: lines))
      #expect(
        findings.lines == [
          "list.plist:3:22: error: not a station list "
            + "(expected Item0 with categoryName and Site0, or a list of stations)"
        ])
    }
  }
}

extension String {
  /// Works in every version of the standard library, without Foundation.
  func replacing(_ word: String, with other: String) -> String {
    var result = ""
    var rest = unicodeScalars[...]
    let needle = Array(word.unicodeScalars)
    while !rest.isEmpty {
      if rest.starts(with: needle) {
        result += other
        rest = rest.dropFirst(needle.count)
      } else if let scalar = rest.popFirst() {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Array where Element == UInt8 {
  func split(separator: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var index = 0
    while index < count {
      if self[index...].starts(with: separator) {
        parts.append([])
        index += separator.count
      } else {
        parts[parts.count - 1].append(self[index])
        index += 1
      }
    }
    return parts
  }
}
