internal import Audio

/// An Ogg stream of Vorbis, Opus or FLAC, or of one after the other.
struct OggDecoder: ~Copyable, StreamDecoder {
  private var packets = OggPackets()
  private var link: (any PacketDecoder)?
  private var meter = BitRateMeter()
  private var kbit = 0
  private var steps: [DecodedStep] = []
  private var isLinkTold = false
  private var told: (codec: String, format: SampleFormat, kbit: Int)?
  private var title = ""

  var bytesHeld: Int { packets.bytesHeld }

  mutating func next(_ source: ByteSource) throws(DecoderError) -> DecodedStep {
    while steps.isEmpty {
      guard let packet = packets.next(source, heads: OggCodec.isKnown) else { return .end }
      if packet.number == 0 { try begin(packet) }
      guard let link else { continue }
      let samples = try link.decode(packet)
      if !samples.isEmpty { take(samples, of: link, bytes: packet.bytes.count) }
    }
    return steps.removeFirst()
  }

  private mutating func begin(_ head: OggPacket) throws(DecoderError) {
    // Before the new one is made: a board has little memory.
    link = nil
    link = try OggCodec.decoder(for: head)
    isLinkTold = false
    meter = BitRateMeter()
    kbit = 0
  }

  private mutating func take(_ samples: UnsafeBufferPointer<Float>, of link: any PacketDecoder, bytes: Int) {
    let format = link.format
    switch link.bitRate {
    case .measured:
      let frames = samples.count / format.channels
      kbit = meter.add(bytes: bytes, frames: frames, rate: format.rate) ?? kbit
    case .named(let rate): kbit = rate
    case .none: kbit = 0
    }
    // A song like the last one is no news, nor is its bit rate before it was measured.
    let isNew = told.map { $0.codec != link.codec || $0.format != format } ?? true
    if isNew || (kbit != told?.kbit && kbit > 0) {
      told = (link.codec, format, kbit)
      steps.append(.format(codec: link.codec, format, kbit: kbit))
    }
    if !isLinkTold {
      isLinkTold = true
      let found = link.title ?? ""
      // A song without a title takes the last one's away.
      if found != title { steps.append(.title(found)) }
      title = found
    }
    steps.append(.samples(samples))
  }
}

/// What may be in an Ogg stream, by its first packet.
enum OggCodec {
  private static let opus = Array("OpusHead".utf8)
  private static let vorbis = Array("\u{1}vorbis".utf8)
  private static let flac = Array("\u{7F}FLAC".utf8)

  static func isKnown(_ head: UnsafeRawBufferPointer) -> Bool {
    head.starts(with: opus) || head.starts(with: vorbis) || head.starts(with: flac)
  }

  static func decoder(for head: OggPacket) throws(DecoderError) -> any PacketDecoder {
    if head.bytes.starts(with: opus) {
      try CodecLibrary.opus.open()
      return try OpusDecoder(head.bytes)
    }
    if head.bytes.starts(with: vorbis) {
      try CodecLibrary.vorbis.open()
      return try VorbisDecoder(head)
    }
    try CodecLibrary.flac.open()
    return try FlacPackets(head)
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes behind the first `count`, none where there are fewer.
  func after(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[Swift.min(count, self.count)...])
  }
}
