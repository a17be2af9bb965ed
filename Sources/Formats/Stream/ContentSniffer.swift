/// Tells from the first bytes of a stream what it is: stations move to another format without a new link,
/// send a web page as audio/mpeg, or a list as octet-stream. Tags (ID3v2) before the sound are skipped by the
/// length that they declare and never stored; other bytes are held, at most `StreamLimits.sniffedBytes` and
/// one delivery.
public struct ContentSniffer {
  public enum Verdict: Hashable, Sendable {
    case needsMore
    case content(StreamContent)
    /// No format was found within the limits.
    case unknown
  }

  /// The bytes since the tags; after a verdict of `mpegAudio` or `aac`, since the first whole frame.
  public private(set) var held: [UInt8] = []
  /// Bytes of tags that were skipped.
  public private(set) var tagByteCount = 0
  public private(set) var verdict = Verdict.needsMore

  private let text: TextContent
  private var scan = FrameScan()
  private var tagBytesLeft = 0
  private var mayBeginTag = true

  /// - Parameters: the label and the link, which decide only where the bytes do not.
  public init(contentType: String?, url: String) {
    text = TextContent(contentType: contentType, url: url)
  }

  /// Whether any byte that is not of a tag has come.
  public var hasPayload: Bool { !held.isEmpty && !mayBeginTag }

  /// More of a tag is to come.
  public var isInTag: Bool { tagBytesLeft > 0 }

  /// Takes the next bytes, until a verdict is found; later bytes are not taken.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    guard verdict == .needsMore else { return verdict }
    var rest = bytes[...]
    while !rest.isEmpty {
      if tagBytesLeft > 0 {
        let count = min(tagBytesLeft, rest.count)
        tagBytesLeft -= count
        rest = rest.dropFirst(count)
      } else if mayBeginTag {
        held.append(rest.removeFirst())
        skipTag()
      } else {
        held.append(contentsOf: rest)
        rest = rest[rest.endIndex...]
      }
      if verdict != .needsMore { return verdict }
    }
    judge(isFinal: false)
    return verdict
  }

  /// No more bytes will come. `unknown` also where there was not a single one.
  public mutating func finish() -> Verdict {
    guard verdict == .needsMore else { return verdict }
    mayBeginTag = false
    judge(isFinal: true)
    if verdict == .needsMore { verdict = .unknown }
    return verdict
  }

  /// Hands over what is held.
  public mutating func takeHeld() -> [UInt8] {
    defer { held = [] }
    return held
  }

  /// `held` is a tag's header, may become one, or is none (ID3v2 3.1: seven bits in each byte of the length).
  private mutating func skipTag() {
    let magic = Array("ID3".utf8)
    guard held.prefix(3).elementsEqual(magic.prefix(held.count)) else {
      mayBeginTag = false
      return
    }
    guard held.count == 10 else { return }
    guard held[3] != 0xFF, held[4] != 0xFF, held[6..<10].allSatisfy({ $0 < 0x80 }) else {
      mayBeginTag = false
      return
    }
    tagBytesLeft = held[6..<10].reduce(0) { $0 << 7 | Int($1) } + (held[5] & 0x10 != 0 ? 10 : 0)
    tagByteCount += tagBytesLeft + 10
    held.removeAll(keepingCapacity: true)
    if tagByteCount > StreamLimits.tagBytes { verdict = .unknown }
  }

  private mutating func judge(isFinal: Bool) {
    guard !mayBeginTag, !held.isEmpty, isFinal || held.count >= 4 else { return }
    if let content = Signature.content(of: held, isFinal: isFinal) {
      verdict = .content(content)
    } else if let found = scan.search(held, isFinal: isFinal) {
      switch found {
      case .mpeg(let layer, let offset):
        held.removeFirst(offset)
        verdict = .content(.mpegAudio(layer: layer))
      case .adts(let offset):
        held.removeFirst(offset)
        verdict = .content(.aac)
      case .latm: verdict = .content(.otherAudio("AAC in LATM"))
      }
    } else if Signature.isTransportStream(held) {
      verdict = .content(.otherAudio("MPEG-TS"))
    } else if let content = text.content(of: held, isFinal: isFinal) {
      verdict = .content(content)
    } else if held.count >= StreamLimits.sniffedBytes {
      verdict = .unknown
    }
  }
}
