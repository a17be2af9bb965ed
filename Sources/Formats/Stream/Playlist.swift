/// A list of links that stands where a stream was expected.
public enum PlaylistKind: Hashable, Sendable {
  case m3u, pls, xspf
  /// Windows Media's list with tags.
  case asx
  /// Windows Media's other list: `[Reference]`, then `Ref1=…`.
  case reference
}

/// What a playlist leads to.
public enum Playlist: Hashable, Sendable {
  /// Absolute http(s) URLs in the order in which they are to be tried, each once.
  case links([String])
  /// The pieces of an HLS stream, not a list of stations.
  case hls

  /// As it stands in the playlist.
  struct Entry: Hashable {
    var link: String
    /// What a relative `link` is relative to.
    var base: String
  }

  /// Reads at most `StreamLimits.playlistBytes` of `bytes`, which came from `base`. Lines may end in CR, LF or
  /// both; entries that are no usable link are left out.
  public static func read(_ bytes: [UInt8], _ kind: PlaylistKind, base: String) -> Playlist {
    let bytes = Array(bytes.prefix(StreamLimits.playlistBytes))
    let entries: [Entry]
    switch kind {
    case .m3u:
      let lines = lines(of: bytes)
      if lines.contains(where: isHLSTag) { return .hls }
      entries = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { Entry(link: $0, base: base) }
    case .pls: entries = numberedEntries("file", lines(of: bytes)).map { Entry(link: $0, base: base) }
    case .reference: entries = numberedEntries("ref", lines(of: bytes)).map { Entry(link: $0, base: base) }
    case .xspf: entries = XSPFPlaylist.entries(bytes, base: base)
    case .asx: entries = ASXPlaylist.entries(CharacterSet.text(bytes), base: base)
    }
    var links: [String] = []
    for entry in entries where links.count < StreamLimits.playlistEntries {
      // Nothing at all would be the playlist itself.
      guard !entry.link.trimmingBlanks.isEmpty, let link = StreamLink.usable(entry.link, in: entry.base),
        !links.contains(link)
      else { continue }
      links.append(link)
    }
    return .links(links)
  }

  /// RFC 8216: each of the two stands in every list of its sort. The version tag may be absent.
  static func isHLSTag(_ line: String) -> Bool {
    line.hasPrefix("#EXT-X-TARGETDURATION") || line.hasPrefix("#EXT-X-STREAM-INF")
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    // One scalar at a time: "\r\n" is a single Character to Swift.
    CharacterSet.text(bytes).unicodeScalars.split { $0 == "\n" || $0 == "\r" }
      .map { String($0).trimmingBlanks }
  }

  /// `KEY1=…`, the key in any case, ordered by number, not by line.
  private static func numberedEntries(_ name: String, _ lines: [String]) -> [String] {
    var numbered: [(number: Int, entry: String)] = []
    for line in lines {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let key = String(line[..<equals]).trimmingBlanks.lowercased()
      guard key.hasPrefix(name), let number = Int(key.dropFirst(name.count)) else { continue }
      var value = String(line[line.index(after: equals)...]).trimmingBlanks
      if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
        value = String(value.dropFirst().dropLast())
      }
      if !value.isEmpty { numbered.append((number, value)) }
    }
    // Sorted with the line's place, so that equal numbers keep their order.
    return numbered.enumerated().sorted {
      ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
    }.map(\.element.entry)
  }
}
