internal import Audio
internal import Synchronization

/// The end of a voice's byte ring at which its decoder takes bytes: waits for them, leaves tags out, and ends
/// a stream that gives bytes for ever and no sound.
final class ByteSource {
  enum Limits {
    /// Bytes taken at once: a quarter of a second of 128 kbit/s.
    static let piece = 4_096
    /// Bytes without a sample between them, tags not counted: half a minute of 128 kbit/s.
    static let soundless = 512 << 10
  }

  private let body: DecoderBody
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.piece, alignment: 16)
  private var filter = TagFilter()
  private var soundless = 0
  /// Why it ended before the stream did.
  private(set) var failure: DecoderError?

  init(_ body: DecoderBody) { self.body = body }

  deinit { piece.deallocate() }

  /// Bytes that are kept back because they may begin a tag.
  var bytesHeld: Int { filter.bytesHeld }

  /// The next bytes, valid until the next call. None: the stream is over, the decoder was stopped, or there
  /// is a `failure`.
  /// - Parameter held: bytes that the decoder has and did not decode yet.
  func next(held: Int) -> UnsafeRawBufferPointer {
    body.noteProgress(held)
    while failure == nil, !body.isStopped.load(ordering: .acquiring) {
      // In this order: what is in the ring after it was finished is all of it.
      let isFinished = body.voice.bytes.isFinished
      let size = body.voice.bytes.read(into: piece)
      if size > 0 {
        body.reportRoom()
        soundless += size
        if soundless > Limits.soundless { failure = .noSound(bytes: Limits.soundless) }
        return UnsafeRawBufferPointer(rebasing: piece[..<size])
      }
      if isFinished { break }
      body.waitForBytes()
    }
    return UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Hands on the next bytes without ID3v2 tags, perhaps none of them. False: as for `next`.
  func feed(held: Int, _ handOn: (UnsafeRawBufferPointer) -> Void) -> Bool {
    let bytes = next(held: held + filter.bytesHeld)
    guard !bytes.isEmpty else {
      guard filter.bytesHeld > 0 else { return false }
      filter.finish(handOn)
      return true
    }
    let before = filter.bytesDropped
    filter.filter(bytes, handOn)
    passOver(Int(filter.bytesDropped - before))
    return true
  }

  /// So many of the bytes were of a tag: nobody expects sound of them.
  func passOver(_ bytes: Int) {
    soundless = max(0, soundless - bytes)
    body.tagBytes.wrappingAdd(UInt64(bytes), ordering: .relaxed)
  }

  /// Samples came out.
  func soundCame() { soundless = 0 }
}
