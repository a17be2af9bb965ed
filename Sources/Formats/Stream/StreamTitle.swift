/// Reads a metadata block of an ICY stream: `StreamTitle='…';StreamUrl='…';`. Nothing is escaped in it, so
/// quotes and semicolons inside a title are told from its end by what follows.
public enum StreamTitle {
  /// The title that a block names, as text. Nil: it names none. "": it takes the title away.
  public static func text(of block: [UInt8], charset: String? = nil) -> String? {
    guard let value = value(of: "streamtitle", in: block) else { return nil }
    return plain(CharacterSet.text(value, charset: charset))
  }

  /// A title as it is shown, of how it stands in a stream.
  public static func plain(_ text: String) -> String {
    let decoded = CharacterSet.text(text.utf8, droppingControls: true)
    let title = CharacterReferences.decoded(decoded).trimmingBlanks
    // What encoders send that know neither artist nor title.
    return title == "-" ? "" : title
  }

  /// The bytes between the quotes of `name='…'` (lower case here, any case in the block).
  static func value(of name: String, in block: [UInt8]) -> ArraySlice<UInt8>? {
    var index = 0
    while index < block.count {
      guard let field = field(in: block, at: index) else {
        index += 1
        continue
      }
      let end = valueEnd(in: block, from: field.valueStart)
      if field.name == name { return block[field.valueStart..<end.value] }
      index = end.next
    }
    return nil
  }

  /// `Name='` at `index`, blanks before it allowed.
  private static func field(in block: [UInt8], at index: Int) -> (name: String, valueStart: Int)? {
    var start = index
    while start < block.count, block[start] == 0x20 { start += 1 }
    var end = start
    while end < block.count, isNameByte(block[end]), end - start < 32 { end += 1 }
    guard end > start, end + 1 < block.count, block[end] == UInt8(ascii: "="), block[end + 1] == quote
    else { return nil }
    return (String(decoding: block[start..<end], as: UTF8.self).lowercased(), end + 2)
  }

  /// A value ends at `';` that the next field or nothing follows; where there is none, with the block.
  private static func valueEnd(in block: [UInt8], from start: Int) -> (value: Int, next: Int) {
    var index = start
    while index + 1 < block.count {
      if block[index] == quote, block[index + 1] == UInt8(ascii: ";") {
        let rest = block[(index + 2)...]
        if rest.allSatisfy({ $0 <= 0x20 }) { return (index, block.count) }
        if field(in: block, at: index + 2) != nil { return (index, index + 2) }
      }
      index += 1
    }
    var end = block.count
    while end > start, block[end - 1] <= 0x20 { end -= 1 }
    if end > start, block[end - 1] == quote { end -= 1 }
    return (end, block.count)
  }

  private static let quote = UInt8(ascii: "'")

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
