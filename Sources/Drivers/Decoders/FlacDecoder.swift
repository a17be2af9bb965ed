internal import Audio

/// A stream of FLAC without a container around it. It can only be joined at its beginning, which servers send
/// first.
struct FlacDecoder: ~Copyable, StreamDecoder {
  /// Nil: the head has not come yet.
  private var frames: FlacFrames?
  private let window = ByteWindow()
  private var format: SampleFormat?
  private var title: String?
  private var waiting: [DecodedStep] = []

  var bytesHeld: Int { window.count }

  mutating func next(_ source: ByteSource) throws(DecoderError) -> DecodedStep {
    if frames == nil, let head = try readHead(source) {
      try CodecLibrary.flac.open()
      frames = try FlacFrames(head: head)
    }
    guard let frames else { return .end }
    while waiting.isEmpty {
      switch try frames.next({ read(into: $0, source) }) {
      case .end: return .end
      case .rubbish: continue
      case .samples(let samples):
        if frames.format != format { waiting.append(.format(codec: "FLAC", frames.format, kbit: 0)) }
        format = frames.format
        if let title, !title.isEmpty { waiting.append(.title(title)) }
        title = nil
        waiting.append(.samples(samples))
      }
    }
    return waiting.removeFirst()
  }

  private mutating func read(into place: UnsafeMutableRawBufferPointer, _ source: ByteSource) -> Int {
    if window.count == 0 { window.append(source.next(held: 0)) }
    let size = min(place.count, window.count)
    place.copyMemory(from: UnsafeRawBufferPointer(rebasing: window.waiting[..<size]))
    window.drop(size)
    return size
  }

  // MARK: what comes before the frames

  /// Nil: the bytes are over.
  private mutating func readHead(_ source: ByteSource) throws(DecoderError) -> [UInt8]? {
    guard wait(for: FlacHead.size, source) else { return nil }
    guard let alone = FlacHead.alone(window.waiting) else { throw .notDecodable("FLAC without its header") }
    var isLast = FlacHead.block(window.waiting.after(4)).isLast
    window.drop(FlacHead.size)
    while !isLast {
      guard wait(for: FlacHead.blockHeaderSize, source) else { return nil }
      let block = FlacHead.block(window.waiting)
      isLast = block.isLast
      window.drop(FlacHead.blockHeaderSize)
      var left = block.length
      if block.kind == .comments {
        guard wait(for: min(left, VorbisComments.Limits.bytes), source) else { return nil }
        title = VorbisComments.title(UnsafeRawBufferPointer(rebasing: window.waiting.prefix(left)))
      }
      while left > 0 {
        guard wait(for: 1, source) else { return nil }
        let size = min(left, window.count)
        window.drop(size)
        source.passOver(size)
        left -= size
      }
    }
    return alone
  }

  private func wait(for count: Int, _ source: ByteSource) -> Bool {
    while window.count < count {
      let bytes = source.next(held: window.count)
      if bytes.isEmpty { return false }
      window.append(bytes)
    }
    return true
  }
}
