/// The links of an ASX list (Windows Media). It looks like XML and seldom is: tags in any case, "&" left bare,
/// values without quotes, tags that nobody closes. So it is searched for the tags that hold links, as players do.
struct ASXPlaylist {
  private let text: [UInt8]
  private var index = 0

  /// - Parameter base: where the list came from.
  static func entries(_ text: String, base: String) -> [Playlist.Entry] {
    var scanner = ASXPlaylist(text: Array(text.utf8))
    var entries: [Playlist.Entry] = []
    // `<base>` holds for the list or, inside an entry, for that entry.
    var listBase = base
    var entryBase: String?
    var isInEntry = false
    while entries.count < StreamLimits.playlistEntries, let tag = scanner.nextTag() {
      switch tag.name {
      case "entry", "/entry":
        isInEntry = tag.name == "entry"
        entryBase = nil
      case "base":
        guard let link = tag.link else { break }
        let resolved = URLReference(link).resolved(against: URLReference(base)).text
        if isInEntry { entryBase = resolved } else { listBase = resolved }
      case "ref", "entryref":
        guard let link = tag.link else { break }
        entries.append(Playlist.Entry(link: link, base: entryBase ?? listBase))
      default: break
      }
    }
    return entries
  }

  private init(text: [UInt8]) { self.text = text }

  private struct Tag {
    /// In lower case, with the "/" of a closing tag.
    var name: String
    /// Its `href`.
    var link: String?
  }

  private mutating func nextTag() -> Tag? {
    while let start = text[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      if text[index...].starts(with: "!--".utf8) {
        // A comment that is not closed hides the rest.
        skip(past: Array("-->".utf8))
        continue
      }
      var name = ""
      if index < text.count, text[index] == UInt8(ascii: "/") {
        name = "/"
        index += 1
      }
      name += word()
      return Tag(name: name, link: attribute("href"))
    }
    return nil
  }

  /// The value of the attribute `wanted` in the tag whose name has just been read; then the tag is read.
  private mutating func attribute(_ wanted: String) -> String? {
    var found: String?
    while index < text.count, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "<") {
      let name = word()
      guard !name.isEmpty else {
        index += 1
        continue
      }
      skipBlanks()
      guard index < text.count, text[index] == UInt8(ascii: "=") else { continue }
      index += 1
      skipBlanks()
      let value = self.value()
      if name == wanted, found == nil { found = value }
    }
    return found.map { CharacterReferences.decoded($0).trimmingBlanks }
  }

  private mutating func value() -> String {
    guard index < text.count else { return "" }
    let quote = text[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      // No link has one of these in it: a quote that is not closed before is none.
      let end = text[(index + 1)...].firstIndex { $0 == quote || $0 == UInt8(ascii: "<") || $0 == 0x0A }
      if let end, text[end] == quote {
        defer { index = end + 1 }
        return String(decoding: text[(index + 1)..<end], as: UTF8.self)
      }
      index += 1
    }
    let bytes = text[index...].prefix { !isBlank($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
    index = bytes.endIndex
    // `<ref href=http://h/a/>`: the slash ends the tag.
    let isClosed = index < text.count && text[index] == UInt8(ascii: ">")
    let ends = isClosed && bytes.last == UInt8(ascii: "/")
    return String(decoding: ends ? bytes.dropLast() : bytes, as: UTF8.self)
  }

  /// Letters, in lower case.
  private mutating func word() -> String {
    let bytes = text[index...].prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    index = bytes.endIndex
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private mutating func skipBlanks() {
    while index < text.count, isBlank(text[index]) { index += 1 }
  }

  private mutating func skip(past end: [UInt8]) {
    while index < text.count, !text[index...].starts(with: end) { index += 1 }
    index = min(text.count, index + end.count)
  }
}
