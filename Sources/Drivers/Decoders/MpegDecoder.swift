internal import Audio
internal import CMpg123

/// libmpg123 in feed mode: bytes in, float samples at the stream's own rate out. It prevents: use after free,
/// a second free, and samples that are looked at after the next call.
struct MpegDecoder: ~Copyable {
  enum Step {
    case needsMore
    case format(SampleFormat, layer: Int, kbit: Int)
    /// Interleaved samples, valid until the next call.
    case samples(UnsafeBufferPointer<Float>)
  }

  enum Limits {
    /// The samples of the longest frame (layers II and III, stereo).
    static let frameSamples = 1_152 * 2
    /// Errors without a frame between them, after which the stream is given up.
    static let errors = 1_000
  }

  private let handle: OpaquePointer
  private var errorsInRow = 0

  init() throws(DecoderError) {
    var code: Int32 = 0
    guard let handle = cmpg123_new(&code) else { throw DecoderError(call: "mpg123_new", code: code) }
    self.handle = handle
  }

  deinit { mpg123_delete(handle) }

  /// Bytes that were fed and not decoded yet.
  var bytesHeld: Int { cmpg123_fill(handle) }

  func feed(_ bytes: UnsafeRawBufferPointer) throws(DecoderError) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    let code = mpg123_feed(handle, start.assumingMemoryBound(to: UInt8.self), bytes.count)
    guard code == MPG123_OK.rawValue else { throw DecoderError(call: "mpg123_feed", code: number(code)) }
  }

  /// Decodes one frame.
  mutating func next() throws(DecoderError) -> Step {
    while true {
      var bytes: UnsafeMutablePointer<UInt8>?
      var size = 0
      let code = mpg123_decode_frame(handle, nil, &bytes, &size)
      switch code {
      case MPG123_OK.rawValue, MPG123_DONE.rawValue:
        // A frame can be empty: all of it was the encoder's delay.
        guard size > 0, let bytes else {
          if code == MPG123_DONE.rawValue { return .needsMore }
          continue
        }
        errorsInRow = 0
        let count = size / MemoryLayout<Float>.size
        return bytes.withMemoryRebound(to: Float.self, capacity: count) {
          .samples(UnsafeBufferPointer(start: $0, count: count))
        }
      case MPG123_NEW_FORMAT.rawValue:
        return try format()
      case MPG123_NEED_MORE.rawValue:
        return .needsMore
      default:
        // A bad frame: libmpg123 looks for the next one by itself.
        errorsInRow += 1
        let cause = number(code)
        if errorsInRow > Limits.errors || cause == MPG123_OUT_OF_MEM.rawValue {
          throw DecoderError(call: "mpg123_decode_frame", code: cause)
        }
      }
    }
  }

  private func format() throws(DecoderError) -> Step {
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    var layer: Int32 = 0
    var kbit: Int32 = 0
    var code = mpg123_getformat(handle, &rate, &channels, &encoding)
    guard code == MPG123_OK.rawValue else { throw DecoderError(call: "mpg123_getformat", code: number(code)) }
    code = cmpg123_info(handle, &layer, &kbit)
    guard code == MPG123_OK.rawValue else { throw DecoderError(call: "mpg123_info", code: number(code)) }
    return .format(SampleFormat(rate: rate, channels: Int(channels)), layer: Int(layer), kbit: Int(kbit))
  }

  /// libmpg123 says "generic error" and keeps the number in the handle.
  private func number(_ code: Int32) -> Int32 { code == MPG123_ERR.rawValue ? mpg123_errcode(handle) : code }
}
