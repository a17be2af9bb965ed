/// What people put in place of a property list by mistake, each with words that help.
enum Disguise: Hashable {
  case empty, zeros, gzip, zip, otherArchive, appleDouble, richText, webPage, json, oldStyle, playlist,
    picture
  case unknown

  /// By the first bytes, where these are no text.
  init?(bytes: [UInt8]) {
    func begins(_ magic: [UInt8]) -> Bool { bytes.starts(with: magic) }
    if bytes.isEmpty {
      self = .empty
    } else if bytes.allSatisfy({ $0 == 0 }) {
      self = .zeros
    } else if begins([0x1F, 0x8B]) {
      self = .gzip
    } else if begins([0x50, 0x4B, 0x03, 0x04]) || begins([0x50, 0x4B, 0x05, 0x06]) {
      self = .zip
    } else if begins([0x42, 0x5A, 0x68]) || begins([0xFD, 0x37, 0x7A, 0x58])
      || begins([0x28, 0xB5, 0x2F, 0xFD])
    {
      self = .otherArchive
    } else if begins([0x00, 0x05, 0x16, 0x07]) || begins([0x00, 0x05, 0x16, 0x00]) {
      self = .appleDouble
    } else if begins([0x89, 0x50, 0x4E, 0x47]) || begins([0xFF, 0xD8, 0xFF]) {
      self = .picture
    } else {
      return nil
    }
  }

  /// By the first characters of UTF-8 text.
  init?(text: [UInt8]) {
    let start = text.prefix(4_096).drop { isBlank($0) }
    let head = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
    if start.isEmpty {
      self = text.allSatisfy(isBlank) ? .empty : .unknown
    } else if head.hasPrefix("{\\rtf") {
      self = .richText
    } else if ["<!doctype html", "<html", "<head", "<body", "<script"].contains(where: head.hasPrefix) {
      self = .webPage
    } else if head.hasPrefix("#extm3u") || head.hasPrefix("[playlist]") || head.hasPrefix("http://")
      || head.hasPrefix("https://")
    {
      self = .playlist
    } else if head.hasPrefix("//") || head.hasPrefix("/*") || head.hasPrefix("(") {
      self = .oldStyle
    } else if head.hasPrefix("[") {
      self = .json
    } else if head.hasPrefix("{") || head.hasPrefix("\"") {
      self = Disguise.isJSON(start) ? .json : .oldStyle
    } else if !head.hasPrefix("<") {
      self = .unknown
    } else {
      return nil
    }
  }

  var message: String {
    switch self {
    case .empty: "the file is empty"
    case .zeros: "the file holds only zeros: it was not written to the end"
    case .gzip: "this is a gzip archive; unpack it first"
    case .zip: "this is a zip archive; unpack it first"
    case .otherArchive: "this is a packed file; unpack it first"
    case .appleDouble: "this is a companion file that macOS made (AppleDouble), not a property list"
    case .richText: "this is rich text, not a property list; in TextEdit choose Format > Make Plain Text"
    case .webPage: "this is a web page, not a property list; was the download an error page?"
    case .json: "this is JSON, not a property list"
    case .oldStyle: "this is an old-style (text) property list; save it as XML (plutil -convert xml1 FILE)"
    case .playlist: "this is a playlist or a link, not a property list; tools/stations makes one of it"
    case .picture: "this is a picture, not a property list"
    case .unknown:
      "this is not a property list (neither XML nor binary); tools/stations makes one of a CSV table"
    }
  }

  /// Both begin with "{"; after the first quoted word JSON has ":" and an old-style list has "=" or ";".
  private static func isJSON(_ start: ArraySlice<UInt8>) -> Bool {
    var rest = start
    if rest.first == UInt8(ascii: "{") { rest = rest.dropFirst().drop(while: isBlank) }
    guard rest.first == UInt8(ascii: "\"") else { return rest.isEmpty || rest.first == UInt8(ascii: "}") }
    rest = rest.dropFirst()
    while let byte = rest.first, byte != UInt8(ascii: "\"") {
      rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
    }
    return rest.dropFirst().drop(while: isBlank).first == UInt8(ascii: ":")
  }
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
