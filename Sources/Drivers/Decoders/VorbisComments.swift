/// The comments of Vorbis, Opus and FLAC: lengths and texts of the form NAME=value, in UTF-8 (Vorbis I 5.2).
enum VorbisComments {
  enum Limits {
    /// So much of the comments is read; what is behind is a picture mostly.
    static let bytes = 64 << 10
    /// Of an artist or a title.
    static let text = 1_000
  }

  /// "artist - title", or the one of them that there is; "" where there is neither.
  static func title(_ comments: UnsafeRawBufferPointer) -> String {
    var rest = comments.prefix(Limits.bytes)
    guard let vendorLength = number(&rest), vendorLength <= rest.count else { return "" }
    rest = rest.dropFirst(vendorLength)
    guard let count = number(&rest) else { return "" }
    var artist = ""
    var title = ""
    for _ in 0..<count {
      guard let length = number(&rest), length <= rest.count else { break }
      let comment = rest.prefix(length)
      rest = rest.dropFirst(length)
      if artist.isEmpty { artist = value("ARTIST", comment) }
      if title.isEmpty { title = value("TITLE", comment) }
    }
    return artist.isEmpty || title.isEmpty ? artist + title : "\(artist) - \(title)"
  }

  private static func number(_ bytes: inout Slice<UnsafeRawBufferPointer>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    defer { bytes = bytes.dropFirst(4) }
    return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func value(_ name: String, _ comment: Slice<UnsafeRawBufferPointer>) -> String {
    let nameSize = name.utf8.count
    guard comment.count > nameSize, comment[comment.startIndex + nameSize] == UInt8(ascii: "="),
      zip(comment, name.utf8).allSatisfy({ $0 & ~0x20 == $1 })
    else { return "" }
    return String(decoding: comment.dropFirst(nameSize + 1).prefix(Limits.text), as: UTF8.self)
  }
}
