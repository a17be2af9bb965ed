/// MPEG-4's description of an AAC stream (ISO 14496-3, AudioSpecificConfig), as far as an ADTS header can say it.
/// HE-AAC is described by its core: a decoder finds the rest in the frames.
public struct AudioConfig: Hashable, Sendable {
  /// 1 … 4: Main, LC, SSR, LTP.
  var objectType: Int
  /// Index into the table of rates.
  var rateIndex: Int
  /// 1 … 7.
  var channels: Int

  static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350
  ]

  init(_ bytes: some Sequence<UInt8>) throws(SegmentTrouble) {
    var reader = BitReader(Array(bytes.prefix(64)))
    var type = reader.objectType()
    guard let rate = AudioConfig.rateIndex(&reader) else { throw .unknown }
    channels = reader.bits(4)
    // SBR and parametric stereo first name the rate that they reach, then the core.
    if type == 5 || type == 29 {
      _ = AudioConfig.rateIndex(&reader)
      type = reader.objectType()
    }
    guard !reader.isExhausted else { throw .unknown }
    guard (1...4).contains(type) else { throw .formatNotYet(type == 42 ? "xHE-AAC" : "AAC (type \(type))") }
    // 0: the channels are described elsewhere, where ADTS has no place for them.
    guard (1...7).contains(channels) else { throw .formatNotYet("AAC (odd channels)") }
    objectType = type
    rateIndex = rate
  }

  private static func rateIndex(_ reader: inout BitReader) -> Int? {
    let index = reader.bits(4)
    guard index == 15 else { return index < rates.count ? index : nil }
    let rate = reader.bits(24)
    return rates.firstIndex(of: rate)
  }

  /// What `adtsHeader` can tell in its thirteen bits, header included.
  static let frameBytesMax = 0x1FFF - 7

  /// The seven bytes before a frame of `count` bytes (ISO 13818-7, 6.2; no checksum).
  func adtsHeader(frame count: Int) -> [UInt8] {
    let length = count + 7
    return [
      0xFF, 0xF1, UInt8((objectType - 1) << 6 | rateIndex << 2 | channels >> 2),
      UInt8((channels & 3) << 6 | length >> 11), UInt8(length >> 3 & 0xFF), UInt8((length & 7) << 5 | 0x1F),
      0xFC
    ]
  }
}

/// Bits from the highest on; behind the end they are zeros.
private struct BitReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isExhausted: Bool { index > bytes.count * 8 }

  mutating func bits(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = index / 8 < bytes.count ? bytes[index / 8] : 0
      value = value << 1 | Int(byte >> (7 - index % 8) & 1)
      index += 1
    }
    return value
  }

  mutating func objectType() -> Int {
    let type = bits(5)
    return type == 31 ? 32 + bits(6) : type
  }
}
