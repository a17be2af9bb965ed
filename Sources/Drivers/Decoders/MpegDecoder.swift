internal import Audio
internal import CMpg123

/// libmpg123 in feed mode: bytes in, float samples at the stream's own rate out. It prevents: use after free,
/// a second free, and samples that are looked at after the next call.
struct MpegDecoder: ~Copyable, StreamDecoder {
  enum Limits {
    /// Errors without a frame between them, after which the stream is given up.
    static let errors = 1_000
    /// So many changes of format in a row, each after fewer frames than that, are no MPEG audio: the stream went on as
    /// something else, in which headers are found by chance.
    static let changes = 4
    static let framesBetween = 5
  }

  private let handle: OpaquePointer
  private var errorsInRow = 0
  private var changesInRow = 0
  private var framesSinceChange = 0

  init() throws(DecoderError) {
    var code: Int32 = 0
    guard let handle = cmpg123_new(&code) else { throw MpegDecoder.error("mpg123_new", code) }
    self.handle = handle
  }

  deinit { mpg123_delete(handle) }

  /// Bytes that were fed and not decoded yet.
  var bytesHeld: Int { cmpg123_fill(handle) }

  /// False: the bytes are over.
  private func feed(_ source: ByteSource) throws(DecoderError) -> Bool {
    var worst = MPG123_OK.rawValue
    let handle = handle
    let isFed = source.feed(held: bytesHeld) { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
      let code = mpg123_feed(handle, start.assumingMemoryBound(to: UInt8.self), bytes.count)
      if code != MPG123_OK.rawValue { worst = code }
    }
    guard worst == MPG123_OK.rawValue else { throw MpegDecoder.error("mpg123_feed", number(worst)) }
    return isFed
  }

  /// Decodes one frame.
  mutating func next(_ source: ByteSource) throws(DecoderError) -> DecodedStep {
    while true {
      var bytes: UnsafeMutablePointer<UInt8>?
      var size = 0
      let code = mpg123_decode_frame(handle, nil, &bytes, &size)
      switch code {
      case MPG123_OK.rawValue, MPG123_DONE.rawValue:
        // A frame can be empty: all of it was the encoder's delay.
        guard size > 0, let bytes else {
          if code == MPG123_DONE.rawValue, try !feed(source) { return .end }
          continue
        }
        errorsInRow = 0
        framesSinceChange += 1
        let count = size / MemoryLayout<Float>.size
        return bytes.withMemoryRebound(to: Float.self, capacity: count) {
          .samples(UnsafeBufferPointer(start: $0, count: count))
        }
      case MPG123_NEW_FORMAT.rawValue:
        changesInRow = framesSinceChange < Limits.framesBetween ? changesInRow + 1 : 0
        framesSinceChange = 0
        guard changesInRow <= Limits.changes else { throw .notDecodable("it is not MP3 any more") }
        return try format()
      case MPG123_NEED_MORE.rawValue:
        guard try feed(source) else { return .end }
      default:
        // A bad frame: libmpg123 looks for the next one by itself.
        errorsInRow += 1
        let cause = number(code)
        if errorsInRow > Limits.errors || cause == MPG123_OUT_OF_MEM.rawValue {
          throw MpegDecoder.error("mpg123_decode_frame", cause)
        }
      }
    }
  }

  private func format() throws(DecoderError) -> DecodedStep {
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    var layer: Int32 = 0
    var kbit: Int32 = 0
    var code = mpg123_getformat(handle, &rate, &channels, &encoding)
    guard code == MPG123_OK.rawValue else { throw MpegDecoder.error("mpg123_getformat", number(code)) }
    code = cmpg123_info(handle, &layer, &kbit)
    guard code == MPG123_OK.rawValue else { throw MpegDecoder.error("mpg123_info", number(code)) }
    return .format(
      codec: "MP\(layer)", SampleFormat(rate: rate, channels: Int(channels)), kbit: max(0, Int(kbit)))
  }

  /// libmpg123 says "generic error" and keeps the number in the handle.
  private func number(_ code: Int32) -> Int32 { code == MPG123_ERR.rawValue ? mpg123_errcode(handle) : code }

  private static func error(_ call: String, _ code: Int32) -> DecoderError {
    DecoderError(call: call, code: code, words: mpg123_plain_strerror(code).map { String(cString: $0) })
  }
}
