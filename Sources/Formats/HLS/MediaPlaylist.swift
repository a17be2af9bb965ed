public import Core

/// The pieces of one stream, as far as the server tells them now.
public struct MediaPlaylist: Hashable, Sendable {
  public struct ByteRange: Hashable, Sendable {
    public var offset: Int
    public var count: Int

    public init(offset: Int, count: Int) {
      self.offset = offset
      self.count = count
    }
  }

  /// How a segment is enciphered.
  public struct Key: Hashable, Sendable {
    /// Where its 16 bytes are. Nil: the method is one that the radio does not know.
    public var url: String?
    /// "AES-128", "SAMPLE-AES" …
    public var method: String
    /// Nil: the segment's number.
    public var initialVector: [UInt8]?
  }

  /// What a segment needs before it, a header of an MP4 file.
  public struct Map: Hashable, Sendable {
    public var url: String
    public var range: ByteRange?
    public var key: Key?
  }

  public struct Segment: Hashable, Sendable {
    /// Its place in the whole stream. It stays when the window slides.
    public var number: Int
    public var url: String
    public var range: ByteRange?
    public var duration: Duration
    /// As it stands behind the duration; "" mostly.
    public var title: String
    /// What comes is not the continuation of the segment before.
    public var isDiscontinuity: Bool
    /// The server says that there is nothing to be had here.
    public var isGap: Bool
    public var key: Key?
    public var map: Map?
  }

  /// No segment is longer, rounded.
  public private(set) var targetDuration = Duration.zero
  public private(set) var segments: [Segment] = []
  /// No more will come.
  public private(set) var isEnded = false
  /// The server counts its segments. Without that their numbers begin anew with each load.
  public private(set) var isNumbered = false

  public var firstNumber: Int { segments.first?.number ?? 0 }
  /// The number of the segment that will come next.
  public var endNumber: Int { segments.last.map { $0.number + 1 } ?? 0 }

  public subscript(number number: Int) -> Segment? {
    let index = number - firstNumber
    return segments.indices.contains(index) ? segments[index] : nil
  }

  /// The last segment that has at least `distance` of sound from its beginning on, or the first.
  public func number(fromEnd distance: Duration) -> Int {
    var left = distance
    for segment in segments.reversed() {
      left -= segment.duration
      if left <= .zero { return segment.number }
    }
    return firstNumber
  }

  init(_ lines: [String], base: String) throws(HLSPlaylist.Trouble) {
    var reader = Reader(base: base)
    for line in lines {
      guard let tag = PlaylistTag(line) else {
        if !line.hasPrefix("#"), let segment = reader.segment(line) { segments.append(segment) }
        guard segments.count <= HLSLimits.segmentCount else { throw .init(words: "is too long") }
        continue
      }
      switch tag.name {
      case "EXT-X-TARGETDURATION": targetDuration = Reader.duration(tag.value) ?? .zero
      case "EXT-X-ENDLIST": isEnded = true
      case "EXT-X-I-FRAMES-ONLY": throw .init(words: "has no sound that can be played")
      default: reader.take(tag)
      }
    }
    isNumbered = reader.isNumbered
    if targetDuration <= .zero { targetDuration = segments.map(\.duration).max() ?? .zero }
    targetDuration = max(targetDuration, .seconds(1))
  }

  /// What the tags before a segment say of it.
  private struct Reader {
    let base: String
    var isNumbered = false
    private var number = 0
    private var duration: Duration?
    private var title = ""
    private var range: (count: Int, offset: Int?)?
    private var isDiscontinuity = false
    private var isGap = false
    private var key: Key?
    /// A key that the radio can use came since the last segment: others for the same are left out.
    private var hasPlainKey = false
    private var map: Map?
    private var rangeEnd = (url: "", offset: 0)

    init(base: String) { self.base = base }

    mutating func take(_ tag: PlaylistTag) {
      switch tag.name {
      case "EXTINF":
        let comma = tag.value.firstIndex(of: ",") ?? tag.value.endIndex
        duration = Reader.duration(tag.value[..<comma]) ?? .zero
        title = String(tag.value[comma...].dropFirst()).trimmingBlanks
      case "EXT-X-MEDIA-SEQUENCE":
        // Behind the first segment it would mean nothing.
        guard number == 0, let value = Int(String(tag.value).trimmingBlanks) else { break }
        number = min(max(value, 0), Int.max / 2)
        isNumbered = true
      case "EXT-X-BYTERANGE": range = Reader.range(tag.value)
      case "EXT-X-DISCONTINUITY": isDiscontinuity = true
      case "EXT-X-GAP": isGap = true
      case "EXT-X-KEY": setKey(AttributeList(tag.value))
      case "EXT-X-MAP":
        let attributes = AttributeList(tag.value)
        guard let url = attributes["URI"].flatMap({ StreamLink.usable($0, in: base) }) else { break }
        let part = attributes["BYTERANGE"].flatMap { Reader.range($0[...]) }
        map = Map(
          url: url, range: part.map { ByteRange(offset: $0.offset ?? 0, count: $0.count) }, key: key)
      default: break
      }
    }

    /// The segment at `link`. Nil: it has no duration, so it is none.
    mutating func segment(_ link: String) -> Segment? {
      guard let duration else { return nil }
      defer {
        number += 1
        self.duration = nil
        title = ""
        range = nil
        isDiscontinuity = false
        isGap = false
        hasPlainKey = false
      }
      let url = StreamLink.usable(link, in: base)
      var part: ByteRange?
      if let range, let url {
        let offset = range.offset ?? (rangeEnd.url == url ? rangeEnd.offset : 0)
        part = ByteRange(offset: offset, count: range.count)
        rangeEnd = (url, offset + range.count)
      }
      return Segment(
        number: number, url: url ?? "", range: part, duration: duration, title: title,
        isDiscontinuity: isDiscontinuity, isGap: isGap || url == nil, key: key, map: map)
    }

    private mutating func setKey(_ attributes: AttributeList) {
      let method = attributes["METHOD"] ?? ""
      if method == "NONE" {
        key = nil
        return
      }
      let isPlain = method == "AES-128" && (attributes["KEYFORMAT"] ?? "identity") == "identity"
      if !isPlain, hasPlainKey { return }
      hasPlainKey = isPlain
      let url = attributes["URI"].flatMap { StreamLink.usable($0, in: base) }
      key = Key(url: isPlain ? url : nil, method: method, initialVector: attributes.bytes("IV", count: 16))
    }

    /// Seconds, with a fraction or without.
    static func duration(_ text: Substring) -> Duration? {
      guard let seconds = Double(String(text).trimmingBlanks), seconds.isFinite, seconds >= 0 else {
        return nil
      }
      return min(.milliseconds(Int(min(seconds, 1e6) * 1_000)), HLSLimits.longestSegment)
    }

    /// `COUNT` or `COUNT@OFFSET`.
    static func range(_ text: Substring) -> (count: Int, offset: Int?)? {
      let parts = text.split(separator: "@").map { Int(String($0).trimmingBlanks) }
      guard let count = parts.first ?? nil, count > 0, count <= HLSLimits.segmentBytes else { return nil }
      guard parts.count > 1 else { return (count, nil) }
      guard let offset = parts[1], offset >= 0, offset < Int.max / 4 else { return nil }
      return (count, offset)
    }
  }
}
