/// Takes the sound out of segments, whatever they are: transport streams, fragments of MP4, frames. Its kind is
/// told by a segment's first bytes; what one segment says of the next (tables, tracks) is kept.
public struct SegmentDemuxer: Sendable {
  private enum Kind {
    case transport(TransportStream)
    case fragments(FragmentedMP4)
    case packed(PackedAudio)
  }

  private var kind: Kind?
  /// What has come of a segment whose kind is not known yet.
  private var head: [UInt8] = []
  private var isKnown = false
  private var start = 0

  public init() {}

  /// A segment, or the map before it, begins. - Parameter position: in the resource that it is a part of.
  public mutating func begin(at position: Int) {
    start = position
    head = []
    isKnown = false
  }

  public mutating func feed(_ bytes: some Sequence<UInt8>, into output: inout SegmentOutput)
    throws(SegmentTrouble)
  {
    if isKnown { return try pass(bytes, &output) }
    head.append(contentsOf: bytes)
    // Two transport packets; frames and boxes are known by less.
    guard head.count >= 2 * TransportStream.packetCount else { return }
    try decide(&output)
  }

  /// The segment is over.
  public mutating func end(into output: inout SegmentOutput) throws(SegmentTrouble) {
    if !isKnown, !head.isEmpty { try decide(&output) }
    guard case .transport(var stream) = kind else { return }
    stream.endSegment(into: &output)
    kind = .transport(stream)
  }

  private mutating func decide(_ output: inout SegmentOutput) throws(SegmentTrouble) {
    isKnown = true
    let bytes = head
    head = []
    if SegmentDemuxer.isTransportStream(bytes) {
      var stream = TransportStream()
      if case .transport(let known) = kind { stream = known }
      stream.beginSegment()
      kind = .transport(stream)
    } else if bytes.count >= 8, SegmentDemuxer.boxes.contains(String(decoding: bytes[4..<8], as: UTF8.self)) {
      var fragments = FragmentedMP4()
      if case .fragments(let known) = kind { fragments = known }
      fragments.begin(at: start)
      kind = .fragments(fragments)
    } else if let text = SegmentDemuxer.text(bytes) {
      throw .notAudio(text)
    } else {
      kind = .packed(PackedAudio())
    }
    try pass(bytes, &output)
  }

  private mutating func pass(_ bytes: some Sequence<UInt8>, _ output: inout SegmentOutput)
    throws(SegmentTrouble)
  {
    switch kind {
    case .transport(var stream):
      // Nothing else holds it meanwhile, or its buffers would be copied.
      kind = nil
      defer { kind = .transport(stream) }
      try stream.feed(bytes, into: &output)
    case .fragments(var fragments):
      kind = nil
      defer { kind = .fragments(fragments) }
      try fragments.feed(bytes, into: &output)
    case .packed(var packed):
      kind = nil
      defer { kind = .packed(packed) }
      try packed.feed(bytes, into: &output)
    case nil: break
    }
  }

  private static let boxes: Set<String> = [
    "ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "free", "skip", "mdat", "uuid"
  ]

  /// At the beginning, or behind rubbish: the sync byte, and again a packet later.
  private static func isTransportStream(_ bytes: [UInt8]) -> Bool {
    let count = TransportStream.packetCount
    if bytes.first == 0x47, bytes.count < 2 * count || bytes[count] == 0x47 { return true }
    return (0..<max(0, min(count, bytes.count - count))).contains {
      bytes[$0] == 0x47 && bytes[$0 + count] == 0x47
    }
      && !bytes.starts(with: "ID3".utf8) && bytes.first != 0xFF
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(64), as: UTF8.self).trimmingBlanks.lowercased()
    if start.hasPrefix("webvtt") { return "subtitles" }
    return start.hasPrefix("<")
      ? "a web page" : start.hasPrefix("#ext") || start.hasPrefix("{") ? "text" : nil
  }
}
