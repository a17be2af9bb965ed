/// The streams of one station: bit rates, with and without pictures, languages.
public struct MasterPlaylist: Hashable, Sendable {
  /// A media playlist that gives sound.
  public struct Choice: Hashable, Sendable {
    public var url: String
    /// What the server says that it needs at the most, in bit/s.
    public var bitsPerSecond: Int
    /// Pictures come along.
    public var hasVideo: Bool
  }

  /// The cheapest first; those with pictures only where there is no other. Not empty.
  public private(set) var choices: [Choice]

  private struct Variant {
    var url: String
    var bitsPerSecond: Int
    var codecs: [String]
    var group: String?
    var hasResolution: Bool

    var isVideo: Bool {
      hasResolution || codecs.contains { MasterPlaylist.video.contains(String($0.prefix(4))) }
    }
    var soundCodecs: [String] { codecs.filter { !MasterPlaylist.video.contains(String($0.prefix(4))) } }
  }

  private struct Rendition {
    var group: String
    var url: String?
    var isDefault: Bool
  }

  private static let video: Set<String> = [
    "avc1", "avc3", "hvc1", "hev1", "vp08", "vp09", "av01", "mp4v", "dvh1", "dvhe", "wvtt", "stpp"
  ]

  /// What the radio plays: AAC in all its dresses but xHE-AAC, and MP3 (RFC 6381).
  private static func plays(_ codec: String) -> Bool {
    codec == "mp3" || (codec.hasPrefix("mp4a") && codec != "mp4a.40.42")
  }

  init(_ lines: [String], base: String) throws(HLSPlaylist.Trouble) {
    var variants: [Variant] = []
    var renditions: [Rendition] = []
    var attributes: AttributeList?
    for line in lines where variants.count + renditions.count < HLSLimits.variantCount {
      if let tag = PlaylistTag(line) {
        switch tag.name {
        case "EXT-X-STREAM-INF": attributes = AttributeList(tag.value)
        case "EXT-X-MEDIA":
          let media = AttributeList(tag.value)
          guard media["TYPE"] == "AUDIO", let group = media["GROUP-ID"] else { break }
          let url = media["URI"].flatMap { StreamLink.usable($0, in: base) }
          renditions.append(Rendition(group: group, url: url, isDefault: media["DEFAULT"] == "YES"))
        default: break
        }
      } else if !line.hasPrefix("#"), let known = attributes {
        attributes = nil
        guard let url = StreamLink.usable(line, in: base) else { continue }
        let codecs = (known["CODECS"] ?? "").split(separator: ",").map {
          String($0).trimmingBlanks.lowercased()
        }
        variants.append(
          Variant(
            url: url, bitsPerSecond: min(max(known.number("BANDWIDTH") ?? 0, 0), 1_000_000_000),
            codecs: codecs,
            group: known["AUDIO"], hasResolution: known["RESOLUTION"] != nil))
      }
    }
    guard !variants.isEmpty else { throw .init(words: "has no link that can be opened") }
    let sounding = variants.filter { variant in
      variant.codecs.isEmpty
        // Pictures alone, unless the sound is in a group of its own.
        || (variant.soundCodecs.isEmpty && variant.group != nil)
        || variant.soundCodecs.contains(where: Self.plays)
    }
    let found = sounding.map { Self.choice($0, renditions) }
    choices = []
    for choice in found.sorted(by: { $0.bitsPerSecond < $1.bitsPerSecond })
    where !choices.contains(where: { $0.url == choice.url }) {
      choices.append(choice)
    }
    let plain = choices.filter { !$0.hasVideo }
    if !plain.isEmpty { choices = plain }
    guard !choices.isEmpty else { throw .init(words: "has no sound that can be played") }
  }

  /// Its sound alone, where that is to be had.
  private static func choice(_ variant: Variant, _ renditions: [Rendition]) -> Choice {
    let members = renditions.filter { $0.group == variant.group }
    if let member = members.first(where: \.isDefault) ?? members.first, let url = member.url {
      // The variant's rate counts the pictures, too; what the sound takes of it is not said.
      return Choice(url: url, bitsPerSecond: variant.isVideo ? 0 : variant.bitsPerSecond, hasVideo: false)
    }
    return Choice(url: variant.url, bitsPerSecond: variant.bitsPerSecond, hasVideo: variant.isVideo)
  }
}
