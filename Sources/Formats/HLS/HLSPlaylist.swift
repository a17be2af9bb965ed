/// A playlist of HLS (RFC 8216): the pieces of a stream, or the streams that there are of a station.
public enum HLSPlaylist: Hashable, Sendable {
  case media(MediaPlaylist)
  case master(MasterPlaylist)

  /// Why a playlist cannot be followed, in words that go on after "the playlist".
  public struct Trouble: Error, Hashable, Sendable {
    public var words: String
  }

  /// Reads `bytes`, which came from `base`.
  public static func read(_ bytes: [UInt8], base: String) throws(Trouble) -> HLSPlaylist {
    guard bytes.count <= HLSLimits.playlistBytes else { throw Trouble(words: "is too long") }
    let lines = CharacterSet.text(bytes).utf8.split { $0 == 0x0A || $0 == 0x0D }
      .filter { $0.count <= HLSLimits.lineBytes }
      .compactMap { line -> String? in
        // Comments are most of some playlists.
        if line.first == UInt8(ascii: "#"), !line.starts(with: "#EXT".utf8) { return nil }
        let text = String(Substring(line)).trimmingBlanks
        return text.isEmpty ? nil : text
      }
    if lines.contains(where: { $0.hasPrefix("#EXT-X-STREAM-INF") }) {
      return .master(try MasterPlaylist(lines, base: base))
    }
    guard lines.contains(where: { $0.hasPrefix("#EXTINF") || $0.hasPrefix("#EXT-X-TARGETDURATION") }) else {
      throw Trouble(words: "has no link that can be opened")
    }
    return .media(try MediaPlaylist(lines, base: base))
  }
}

/// A line `#NAME:value`, or `#NAME`.
struct PlaylistTag {
  var name: Substring
  var value: Substring

  /// Nil: it is no tag.
  init?(_ line: String) {
    guard line.hasPrefix("#EXT") else { return nil }
    let colon = line.firstIndex(of: ":")
    name = line[..<(colon ?? line.endIndex)].dropFirst()
    value = colon.map { line[line.index(after: $0)...] } ?? ""
  }
}
