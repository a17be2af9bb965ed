/// Tells apart what comes as text: playlists, markup, and the rest.
struct TextContent {
  /// From the label and the link, which only decide where the text itself does not.
  var hint: PlaylistKind?

  init(contentType: String?, url: String) {
    let type = contentType ?? ""
    let path = URLReference(url).path.lowercased()
    if type.contains("scpls") || path.hasSuffix(".pls") {
      hint = .pls
    } else if type.contains("mpegurl") || path.hasSuffix(".m3u") || path.hasSuffix(".m3u8") {
      hint = .m3u
    }
  }

  /// Nil: not text, or not to be told yet.
  func content(of bytes: [UInt8], isFinal: Bool) -> StreamContent? {
    guard TextContent.isText(bytes.prefix(StreamLimits.textBytes)) else { return nil }
    let text = CharacterSet.text(bytes.prefix(StreamLimits.markupBytes)).trimmingBlanks
    if text.hasPrefix("<") {
      return TextContent.markup(text, isWhole: isFinal || bytes.count >= StreamLimits.markupBytes)
    }
    let isWhole = isFinal || bytes.count >= StreamLimits.textBytes
    let lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0).trimmingBlanks }
    // The last line may be cut.
    for line in isWhole ? lines[...] : lines.dropLast() {
      let lowercased = line.lowercased()
      if line.isEmpty { continue }
      if lowercased.hasPrefix("#extm3u") || lowercased.hasPrefix("#extinf") { return .playlist(.m3u) }
      if lowercased.hasPrefix("[playlist]") { return .playlist(.pls) }
      if lowercased.hasPrefix("[reference]") { return .playlist(.reference) }
      if TextContent.isNumbered("file", lowercased) { return .playlist(.pls) }
      if TextContent.isNumbered("ref", lowercased) { return .playlist(.reference) }
      if lowercased.hasPrefix("#") || lowercased.hasPrefix(";") { continue }
      if TextContent.isLink(lowercased) { return .playlist(.m3u) }
      break
    }
    guard isWhole, !text.isEmpty else { return nil }
    if let hint { return .playlist(hint) }
    return .notAudio("text")
  }

  private static func isLink(_ line: String) -> Bool {
    ["http://", "https://", "mms://", "icy://", "rtsp://", "rtmp://"].contains { line.hasPrefix($0) }
  }

  /// `file1=…`
  private static func isNumbered(_ name: String, _ line: String) -> Bool {
    guard line.hasPrefix(name), let equals = line.firstIndex(of: "=") else { return false }
    return Int(String(line[..<equals].dropFirst(name.count)).trimmingBlanks) != nil
  }

  /// Bytes that a text in any of the usual encodings does not hold; UTF-16 lists of stations are not known.
  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    var highCount = 0
    for byte in bytes {
      switch byte {
      case 0x09, 0x0A, 0x0C, 0x0D, 0x1B, 0x20...0x7E: break
      case 0x80...: highCount += 1
      default: return false
      }
    }
    // Cyrillic in UTF-8 has two high bytes a letter, so that most bytes may be high. Sound without one control
    // byte in its first hundreds of bytes does not occur.
    return !bytes.isEmpty && highCount < max(4, bytes.count)
  }

  /// By the name of the first element (or the document type). `text` begins with "<".
  private static func markup(_ text: String, isWhole: Bool) -> StreamContent? {
    var rest = text.lowercased()[...]
    while rest.hasPrefix("<") {
      if rest.hasPrefix("<!--") {
        guard let end = rest.firstRange(of: "-->") else { break }
        rest = rest[end...].drop { $0.isWhitespace }
        continue
      }
      let name = rest.dropFirst().prefix { $0 != ">" && !$0.isWhitespace && $0 != "/" }
      let isNamed = name.endIndex < rest.endIndex
      if rest.hasPrefix("<?") || (name == "!doctype" && isNamed) {
        guard let end = rest.firstIndex(of: ">") else { break }
        if name == "!doctype", rest[..<end].contains("html") { return .notAudio("a web page") }
        rest = rest[rest.index(after: end)...].drop { $0.isWhitespace }
        continue
      }
      guard isNamed else { break }
      switch name.split(separator: ":").last ?? name {
      case "playlist", "tracklist": return .playlist(.xspf)
      case "asx": return .playlist(.asx)
      case "smil": return .otherPlaylist("SMIL playlist")
      case "rss", "feed": return .notAudio("a news feed")
      case "mpd": return .otherAudio("DASH")
      case "html", "head", "body", "title", "meta", "script", "div", "p", "h1", "center", "a", "table":
        return .notAudio("a web page")
      default: return .notAudio("an XML file")
      }
    }
    return isWhole ? .notAudio("a web page") : nil
  }
}

extension Substring {
  /// The index behind the first occurrence of `text`.
  fileprivate func firstRange(of text: String) -> Index? {
    var start = startIndex
    while let found = self[start...].firstIndex(of: text[text.startIndex]) {
      if self[found...].hasPrefix(text) { return index(found, offsetBy: text.count) }
      start = index(after: found)
    }
    return nil
  }
}
