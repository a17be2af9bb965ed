/// An ID3v2 tag as HLS has them: timed metadata in a transport stream, and before each segment of packed audio.
/// (id3.org: ID3v2.2, 2.3.0, 2.4.0.)
public enum ID3Tag {
  static let headerCount = 10

  /// The bytes that a tag has which begins with `header`, these ten included. Nil: it begins none.
  static func length(_ header: some Collection<UInt8>) -> Int? {
    let bytes = Array(header.prefix(headerCount))
    guard bytes.count == headerCount, bytes.starts(with: "ID3".utf8), bytes[3] != 0xFF, bytes[4] != 0xFF,
      bytes[6..<10].allSatisfy({ $0 < 0x80 })
    else { return nil }
    return number(bytes[6..<10], bits: 7) + headerCount + (bytes[5] & 0x10 != 0 ? 10 : 0)
  }

  /// "Artist - Title" out of TPE1 and TIT2, or of the TXXX frames of the same meaning. Nil: the tag names none.
  /// A tag that is cut gives what is in it.
  public static func title(_ tag: [UInt8]) -> String? {
    guard let length = length(tag) else { return nil }
    let version = tag[3]
    var body = Array(tag[headerCount..<min(length, tag.count)])
    if version < 4, tag[5] & 0x80 != 0 { body = withoutUnsynchronization(body[...]) }
    var index = 0
    if tag[5] & 0x40 != 0, version > 2, body.count >= 4 {
      index = version == 4 ? number(body[0..<4], bits: 7) : number(body[0..<4], bits: 8) + 4
    }
    var artist: String?
    var title: String?
    let nameCount = version == 2 ? 3 : 4
    let headCount = version == 2 ? 6 : 10
    while index >= 0, index + headCount <= body.count, body[index] != 0 {
      let name = String(decoding: body[index..<index + nameCount], as: UTF8.self)
      let sizeBytes = body[index + nameCount..<index + 2 * nameCount]
      // iTunes wrote plain sizes into 2.4; no frame of a stream is so long that it matters.
      let size = number(sizeBytes, bits: version == 4 ? 7 : 8)
      let start = index + headCount
      let end = min(body.count, start + size)
      var content = body[start..<end]
      if version == 4 {
        let flags = body[index + 9]
        if flags & 0x01 != 0 { content = content.dropFirst(4) }
        if flags & 0x02 != 0 { content = withoutUnsynchronization(content)[...] }
      }
      switch name {
      case "TIT2", "TT2": title = texts(content).first ?? title
      case "TPE1", "TP1": artist = texts(content).first ?? artist
      case "TXXX", "TXX":
        let parts = texts(content)
        guard parts.count > 1 else { break }
        switch parts[0].lowercased() {
        case "streamtitle": (artist, title) = ("", parts[1])
        case "title", "song_title": title = title ?? parts[1]
        case "artist", "song_artist": artist = artist ?? parts[1]
        default: break
        }
      default: break
      }
      index = start + size
    }
    guard let title, !title.isEmpty else { return artist.flatMap { $0.isEmpty ? nil : $0 } }
    return artist.flatMap { $0.isEmpty ? nil : "\($0) - \(title)" } ?? title
  }

  /// A byte names the encoding, then texts come that a zero ends.
  private static func texts(_ content: ArraySlice<UInt8>) -> [String] {
    guard let encoding = content.first else { return [] }
    let bytes = Array(content.dropFirst())
    if encoding == 1 || encoding == 2 { return wideTexts(bytes, isBigEndian: encoding == 2) }
    // Many write UTF-8 and call it Latin-1.
    return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
      CharacterSet.text($0, droppingControls: true).trimmingBlanks
    }
  }

  private static func wideTexts(_ bytes: [UInt8], isBigEndian: Bool) -> [String] {
    var isBigEndian = isBigEndian
    var texts: [[UInt16]] = [[]]
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      switch isBigEndian ? first << 8 | second : second << 8 | first {
      case 0: texts.append([])
      case 0xFEFF: break
      case 0xFFFE: isBigEndian.toggle()
      case let unit where unit >= 0x20: texts[texts.count - 1].append(unit)
      default: break
      }
    }
    return texts.map { String(decoding: $0, as: UTF16.self).trimmingBlanks }
  }

  /// Takes out the zeros that were put behind each 0xFF.
  private static func withoutUnsynchronization(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isAfterFF = false
    for byte in bytes {
      if !(isAfterFF && byte == 0) { result.append(byte) }
      isAfterFF = byte == 0xFF
    }
    return result
  }

  private static func number(_ bytes: some Sequence<UInt8>, bits: Int) -> Int {
    bytes.reduce(0) { $0 << bits | Int($1) }
  }
}
