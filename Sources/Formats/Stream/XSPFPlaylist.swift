internal import CExpat

/// The links of an XSPF list (xspf.org, version 1), read by expat. A list that breaks off keeps what came before.
final class XSPFPlaylist {
  private let parser: XML_Parser
  /// The elements that are open, without their namespace, and where relative links below them begin.
  private var open: [(name: String, base: String)] = []
  private var entries: [Playlist.Entry] = []
  /// Of the `location` that is open.
  private var location: [UInt8]?

  static func entries(_ bytes: [UInt8], base: String) -> [Playlist.Entry] {
    // What is wrong with a list of the internet is told to nobody, so the findings are dropped.
    var findings = Findings(file: base)
    var text = XMLText(decoding: bytes, findings: &findings)
    guard text.repair(findings: &findings) else { return [] }
    let reader = XSPFPlaylist()
    reader.read(text.bytes, base: base)
    return reader.entries
  }

  private init() {
    guard let created = XML_ParserCreate("UTF-8") else { preconditionFailure("out of memory") }
    parser = created
  }

  deinit { XML_ParserFree(parser) }

  private func read(_ bytes: [UInt8], base: String) {
    open = [("", base)]
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in XSPFPlaylist.reader(data).start(name, attributes) },
      { data, _ in XSPFPlaylist.reader(data).end() })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let text else { return }
      XSPFPlaylist.reader(data).location?.append(
        contentsOf: UnsafeRawBufferPointer(start: text, count: Int(count)))
    }
    // Entities are how a few bytes become gigabytes; no list needs one.
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XML_StopParser(XSPFPlaylist.reader(data).parser, XML_Bool(0))
    }
    bytes.withUnsafeBufferPointer { buffer in
      _ = buffer.withMemoryRebound(to: CChar.self) {
        XML_Parse(parser, $0.baseAddress, Int32($0.count), 1)
      }
    }
  }

  private func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name, let parent = open.last else { return }
    let word = String(cString: name)
    let local = (word.split(separator: ":").last.map { String($0) } ?? word).lowercased()
    var base = parent.base
    // Deeper than a location nothing counts.
    if open.count <= 4, let given = XSPFPlaylist.base(in: attributes) {
      base = URLReference(given.trimmingBlanks).resolved(against: URLReference(base)).text
    }
    // The list and its info have locations too: those of pages.
    if local == "location", parent.name == "track" { location = [] }
    open.append((local, base))
  }

  private func end() {
    guard open.count > 1, let ended = open.popLast() else { return }
    guard ended.name == "location", let bytes = location else { return }
    location = nil
    entries.append(Playlist.Entry(link: String(decoding: bytes, as: UTF8.self), base: ended.base))
  }

  /// `attributes`: names and values in turn, then a null pointer.
  private static func base(in attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> String? {
    guard var next = attributes else { return nil }
    while let name = next[0], let value = next[1] {
      if String(cString: name) == "xml:base" { return String(cString: value) }
      next += 2
    }
    return nil
  }

  private static func reader(_ data: UnsafeMutableRawPointer?) -> XSPFPlaylist {
    guard let data else { preconditionFailure("expat lost its user data") }
    return Unmanaged<XSPFPlaylist>.fromOpaque(data).takeUnretainedValue()
  }
}
