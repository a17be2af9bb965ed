import Formats
import Support
import Testing

@Suite struct ID3TagTests {
  static func frame(_ name: String, _ content: [UInt8], version: UInt8 = 4) -> [UInt8] {
    var bytes = Array(name.utf8)
    switch version {
    case 2: bytes += parts(of: content.count, shifts: [16, 8, 0], mask: 255)
    case 3: bytes += parts(of: content.count, shifts: [24, 16, 8, 0], mask: 255)
    default: bytes += parts(of: content.count, shifts: [21, 14, 7, 0], mask: 127)
    }
    // Flags.
    if version != 2 { bytes += [0, 0] }
    return bytes + content
  }

  static func tag(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
    var bytes = Array("ID3".utf8)
    bytes += [version, 0, flags]
    bytes += parts(of: frames.count, shifts: [21, 14, 7, 0], mask: 127)
    return bytes + frames
  }

  private static func parts(of number: Int, shifts: [Int], mask: Int) -> [UInt8] {
    shifts.map { UInt8(number >> $0 & mask) }
  }

  static func text(_ text: String, encoding: UInt8 = 3) -> [UInt8] { [encoding] + Array(text.utf8) }

  /// UTF-16 with a byte order mark.
  static func wide(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = [1, 0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
    return bytes + [0, 0]
  }

  @Test func titles() {
    let one = Self.frame("TPE1", Self.text("Ann\0")) + Self.frame("TIT2", Self.text("One"))
    #expect(ID3Tag.title(Self.tag(one)) == "Ann - One")
    #expect(ID3Tag.title(Self.tag(Self.frame("TIT2", Self.text("One")) + [0, 0, 0, 0])) == "One")
    #expect(ID3Tag.title(Self.tag(Self.frame("TPE1", Self.text("Ann")))) == "Ann")
    #expect(ID3Tag.title(Self.tag(Self.frame("TIT2", Self.wide("日本 – é")))) == "日本 – é")
    #expect(ID3Tag.title(Self.tag(Self.frame("TIT2", [2, 0x04, 0x16, 0x04, 0x38]))) == "Жи")
    #expect(ID3Tag.title(Self.tag(Self.frame("TIT2", [0] + Array("Caf".utf8) + [0xE9]))) == "Café")
    #expect(ID3Tag.title(Self.tag(Self.frame("TT2", Self.text("Old"), version: 2), version: 2)) == "Old")
    #expect(ID3Tag.title(Self.tag(Self.frame("TIT2", Self.text("Mid"), version: 3), version: 3)) == "Mid")
  }

  @Test func namedTexts() {
    let stream = Self.frame("TXXX", Self.text("StreamTitle\0Ann - One"))
    #expect(ID3Tag.title(Self.tag(stream)) == "Ann - One")
    let parts = Self.frame("TXXX", Self.text("artist\0Ann")) + Self.frame("TXXX", Self.text("TITLE\0One"))
    #expect(ID3Tag.title(Self.tag(parts)) == "Ann - One")
    let time = Self.frame(
      "PRIV", Array("com.apple.streaming.transportStreamTimestamp\0".utf8) + [0, 0, 0, 0, 0, 1])
    #expect(ID3Tag.title(Self.tag(time)) == nil)
    #expect(ID3Tag.title(Self.tag(time + Self.frame("TXXX", Self.text("other\0x")))) == nil)
  }

  /// 0xFF is followed by a zero that is not of the text.
  @Test func unsynchronization() {
    let bytes = Self.frame("TIT2", [1, 0xFF, 0xFE, 0xFF, 0x00], version: 3)
    let marked = bytes.flatMap { $0 == 0xFF ? [$0, 0] : [$0] }
    #expect(ID3Tag.title(Self.tag(marked, version: 3, flags: 0x80)) == "ÿ")
  }

  @Test func damage() {
    #expect(ID3Tag.title([]) == nil)
    #expect(ID3Tag.title(Array("ID3".utf8)) == nil)
    #expect(ID3Tag.title(Self.tag([], flags: 0x40)) == nil)
    let whole = Self.tag(Self.frame("TPE1", Self.text("Ann")) + Self.frame("TIT2", Self.text("One")))
    for count in 0..<whole.count { _ = ID3Tag.title(Array(whole.prefix(count))) }
    var random = SeededRandom(seed: 5)
    for _ in 0..<Tools.fuzzCount(2_000) {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      // No title is longer than the tag.
      #expect((ID3Tag.title(bytes)?.utf8.count ?? 0) <= 3 * bytes.count)
    }
  }
}
