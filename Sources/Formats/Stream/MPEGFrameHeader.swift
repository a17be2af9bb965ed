/// The four bytes before each frame of MPEG audio (ISO 11172-3 2.4.1.3, 13818-3; "2.5" is Fraunhofer's).
struct MPEGFrameHeader {
  /// 1, 2 or 3.
  var layer: Int
  /// In bytes, this header included. Nil: free format, told only by where the next frame begins.
  var length: Int?
  /// One more byte (layer 1: four) that a frame may have.
  var paddingLength: Int
  /// What is the same in all frames of a stream: version, layer, rate, and whether it is mono.
  var constants: UInt32

  /// Nil: these bytes begin no frame.
  init?(_ bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count >= 4 else { return nil }
    var word: UInt32 = 0
    for byte in bytes.prefix(4) { word = word << 8 | UInt32(byte) }
    let version = word >> 19 & 3
    let layerBits = word >> 17 & 3
    let bitrateIndex = Int(word >> 12 & 15)
    let rateIndex = Int(word >> 10 & 3)
    guard word >> 21 == 0x7FF, version != 1, layerBits != 0, bitrateIndex != 15, rateIndex != 3,
      word & 3 != 2
    else { return nil }
    layer = 4 - Int(layerBits)
    let isFirstVersion = version == 3
    let rate = [44_100, 48_000, 32_000][rateIndex] >> (isFirstVersion ? 0 : version == 2 ? 1 : 2)
    let isPadded = word >> 9 & 1 == 1
    let isMono = word >> 6 & 3 == 3
    constants = word & 0xFFFE_0C00 | (isMono ? 1 : 0)
    paddingLength = isPadded ? (layer == 1 ? 4 : 1) : 0
    guard bitrateIndex > 0 else { return }
    let table = MPEGFrameHeader.kilobits[isFirstVersion ? layer - 1 : layer == 1 ? 3 : 4]
    let bitrate = table[bitrateIndex - 1] * 1_000
    // Samples of a frame / 8 bits: 384, 1152, or 576 for layer 3 of the lower rates.
    switch layer {
    case 1: length = 12 * bitrate / rate * 4 + paddingLength
    case 3 where !isFirstVersion: length = 72 * bitrate / rate + paddingLength
    default: length = 144 * bitrate / rate + paddingLength
    }
  }

  /// Bitrates by index 1 … 14: version 1 layers 1, 2, 3; versions 2 and 2.5 layer 1, layers 2 and 3.
  private static let kilobits = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
  ]
}
