import Formats
import Testing

@Suite struct CharacterSetTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let charset: String?
    let text: String
    var testDescription: String { text }

    init(_ bytes: [UInt8], _ text: String, charset: String? = nil) {
      self.bytes = bytes
      self.text = text
      self.charset = charset
    }
  }

  /// One byte for each scalar of `text`, none of which is above U+00FF.
  static func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  static let samples: [Sample] = [
    Sample([UInt8]("Café - 日本".utf8), "Café - 日本"),
    Sample(latin("\u{EF}\u{BB}\u{BF}\u{C3}\u{A9}"), "é"),
    Sample(latin("Caf\u{E9} - \u{93}Hi\u{94}"), "Café - “Hi”"),
    Sample(latin("Caf\u{E9}"), "Café"),
    Sample(latin("Caf\u{C3}\u{A9} - \u{E6}\u{97}"), "Café - "),
    Sample(latin("Song \u{E6}\u{97}"), "Song "),
    Sample([0xE6, 0x97, 0xA5, 0xF0], "日"),
    Sample([0x80, 0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xFF], "€\u{81}\u{8D}\u{8F}\u{90}\u{9D}ÿ"),
    Sample([0xC0, 0x80], "À€"),
    Sample([0xED, 0xA0, 0x80], "í\u{A0}€"),
    Sample([], ""),
    Sample([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет", charset: "windows-1251"),
    Sample([0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет", charset: "koi8-r"),
    Sample([UInt8]("Привет".utf8), "Привет", charset: "windows-1251"),
    Sample([0x93, 0xFA, 0x96, 0x7B], "日本", charset: "Shift_JIS"),
    Sample([0x93, 0xFA, 0x96], "日\u{FFFD}", charset: "Shift_JIS"),
    Sample([0xE9], "é", charset: "no-such-charset"),
    Sample([0xE9], "é", charset: "UTF-8"),
    Sample([0x41, 0x0A, 0x1B, 0xE9], "A\n\u{1B}é", charset: "latin1//TRANSLIT")
  ]

  // The compiler of Swift 6.0.3 needs minutes for a table of this size as an argument, and gives up.
  @Test(arguments: samples)
  func decodes(_ sample: Sample) {
    #expect(CharacterSet.text(sample.bytes, charset: sample.charset) == sample.text)
  }

  @Test func titlesLoseTheirControlCharacters() {
    #expect(CharacterSet.text([0x41, 0, 7, 0x42, 0x7F], droppingControls: true) == "AB")
    #expect(CharacterSet.text([0xC2, 0x85, 0x43, 0x0D, 0x0A], droppingControls: true) == "C")
    #expect(CharacterSet.text([0x81, 0x93, 0x43], droppingControls: true) == "“C")
  }

  @Test(arguments: [
    "", "//TRANSLIT", "UTF-8//IGNORE", "../../tmp/evil", "latin1,x", "latin1\u{0}", "INTERNAL", "WCHAR_T",
    "a b", "é", String(repeating: "a", count: 46), String(repeating: "a", count: 5_000)
  ])
  func refusesWhatIsNoCharsetName(_ name: String) {
    #expect(!CharacterSet.isKnown(name))
    #expect(CharacterSet.utf8([0x41], from: name) == nil)
  }

  @Test func strictConversionRefusesFaults() {
    #expect(CharacterSet.utf8([0xE9], from: "ISO-8859-1") == Array("é".utf8))
    #expect(CharacterSet.utf8([0xE9], from: "US-ASCII") == nil)
    #expect(CharacterSet.utf8([0x00, 0xD8], from: "UTF-16LE") == nil)
    #expect(CharacterSet.utf8([0x41, 0x00, 0x42], from: "UTF-16LE") == nil)
    #expect(CharacterSet.utf8([], from: "UTF-16LE") == [])
  }

  @Test func longTextsPassInPieces() {
    let bytes = [UInt8](repeating: 0xE9, count: 200_001)
    #expect(CharacterSet.utf8(bytes, from: "ISO-8859-1")?.count == 400_002)
    #expect(CharacterSet.text(bytes, charset: "US-ASCII").utf8.count == 600_003)
    #expect(CharacterSet.utf8(fromWindows1252: bytes).count == 400_002)
  }
}
