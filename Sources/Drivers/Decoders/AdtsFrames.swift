/// The header before each frame of AAC in a stream (ISO 13818-7 6.2).
struct AdtsHeader: Hashable {
  static let size = 7
  /// What thirteen bits of length allow.
  static let lengthMax = 8_191

  /// Of the frame, this header included.
  let length: Int
  /// Hertz, without SBR, which may double it.
  let rate: Int
  /// 0: told in the frame.
  let channelConfiguration: Int
  /// What is the same in all frames of a stream: version, profile, rate, channels.
  let constants: UInt32

  /// Nil: no frame begins with these bytes.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= AdtsHeader.size, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
    let rateIndex = Int(bytes[2] >> 2 & 15)
    guard rateIndex < AdtsHeader.rates.count else { return nil }
    length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
    // A header may have a checksum of two bytes behind it, and there is no frame without a byte.
    guard length > AdtsHeader.size + (bytes[1] & 1 == 0 ? 2 : 0) else { return nil }
    rate = AdtsHeader.rates[rateIndex]
    channelConfiguration = Int(bytes[2] & 1) << 2 | Int(bytes[3] >> 6)
    constants =
      UInt32(bytes[1] & 0xFE) << 16 | UInt32(bytes[2] & 0xFD) << 8
      | UInt32(bytes[3] & 0xC0)
  }

  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350
  ]
}

/// Cuts a stream of ADTS into whole frames. Where one ends the next begins; where it does not, something was
/// lost, and the next frame is believed when the header of the one after it stands where it must.
struct AdtsFrames {
  struct Frame {
    var header: AdtsHeader
    /// The whole of it, valid until `append`.
    var bytes: UnsafeRawBufferPointer
    /// It does not belong to the stream that the frame before was of.
    var isOther: Bool
  }

  private let window = ByteWindow()
  /// Of the frames so far.
  private var constants: UInt32?
  /// The last frame ended where the next one must begin.
  private var isInStep = false

  /// Bytes that are in no frame yet.
  var bytesHeld: Int { window.count }

  func append(_ bytes: UnsafeRawBufferPointer) { window.append(bytes) }

  /// The next frame. Nil: needs more bytes.
  /// - Parameter isFinal: no more will come.
  mutating func next(isFinal: Bool) -> Frame? {
    while window.count >= AdtsHeader.size {
      let bytes = window.waiting
      guard let header = AdtsHeader(bytes) else {
        isInStep = false
        window.drop(bytes.dropFirst().firstIndex(of: 0xFF) ?? bytes.count)
        continue
      }
      if isInStep, header.constants == constants {
        guard header.length <= bytes.count else { return nil }
        return take(header)
      }
      let isNextThere = header.length + AdtsHeader.size <= bytes.count
      let isProven =
        isNextThere
        ? AdtsHeader(UnsafeRawBufferPointer(rebasing: bytes[header.length...]))?.constants == header.constants
        : isFinal && header.length == bytes.count
      if isProven { return take(header) }
      // The header that would prove it is yet to come.
      if !isNextThere, !isFinal { return nil }
      isInStep = false
      window.drop(1)
    }
    return nil
  }

  private mutating func take(_ header: AdtsHeader) -> Frame {
    let isOther = constants != header.constants
    constants = header.constants
    isInStep = true
    defer { window.drop(header.length) }
    return Frame(
      header: header, bytes: UnsafeRawBufferPointer(rebasing: window.waiting[..<header.length]),
      isOther: isOther)
  }
}
