/// What a pixel looks like in a frame buffer's memory.
public enum PixelCoding: Hashable, Sendable {
  public typealias Field = FrameDescription.Field

  /// `byteCount` bytes, the least significant first; `opaque`: bits that are always set (the alpha channel).
  case packed(byteCount: Int, red: Field, green: Field, blue: Field, opaque: UInt32)
  /// One byte of brightness.
  case gray
  /// One byte of three bits red, three green, two blue, looked up in a table: the panel's own colors.
  case indexed
  /// One bit. `isLeastLeft`: the leftmost pixel of a byte is its least significant bit.
  case mono(isLeastLeft: Bool, isOneWhite: Bool)

  /// Of a pixel.
  public var bitCount: Int {
    switch self {
    case .packed(let byteCount, _, _, _, _): byteCount * 8
    case .gray, .indexed: 8
    case .mono: 1
    }
  }

  static let rgb565 = packed(
    byteCount: 2, red: Field(11, 5), green: Field(5, 6), blue: Field(0, 5), opaque: 0)
  static let xrgb8888 = packed(
    byteCount: 4, red: Field(16, 8), green: Field(8, 8), blue: Field(0, 8), opaque: 0)
  static let rgb332 = packed(byteCount: 1, red: Field(5, 3), green: Field(2, 3), blue: Field(0, 2), opaque: 0)
}

extension PixelCoding {
  /// Where the colors of a pixel of `byteCount` bytes are. The driver's fields are taken where they fit in; a
  /// driver that announces 16 bits and has lines of 32-bit pixels may still describe 5-6-5: then the usual
  /// fields of that size are taken, in the order (red or blue first) of the driver's.
  init(byteCount: Int, of description: FrameDescription) {
    let fields = [description.red, description.green, description.blue]
    let bits = byteCount * 8
    let end = fields.map { $0.offset + $0.length }.max() ?? 0
    let isWhole = fields.allSatisfy { (1...16).contains($0.length) && (0..<32).contains($0.offset) }
    // 888 in 24 and in 32 bits is the same; 565 in 32 bits is a driver that forgot the other half.
    let isFitting = isWhole && end <= bits && (byteCount < 3 || end > 16)
    if isFitting {
      if fields.allSatisfy({ $0 == fields[0] }) && byteCount == 1 {
        self = .gray
        return
      }
      self = .packed(
        byteCount: byteCount, red: fields[0], green: fields[1], blue: fields[2],
        opaque: PixelCoding.opaque(description.transparent, bits: bits, apartFrom: fields))
      return
    }
    let isBlueFirst = isWhole && description.blue.offset > description.red.offset
    let usual: (red: Field, green: Field, blue: Field) =
      switch byteCount {
      case 1: (Field(5, 3), Field(2, 3), Field(0, 2))
      case 2: (Field(11, 5), Field(5, 6), Field(0, 5))
      default: (Field(16, 8), Field(8, 8), Field(0, 8))
      }
    self = .packed(
      byteCount: byteCount, red: isBlueFirst ? usual.blue : usual.red, green: usual.green,
      blue: isBlueFirst ? usual.red : usual.blue, opaque: 0)
  }

  private static func opaque(_ field: Field, bits: Int, apartFrom colors: [Field]) -> UInt32 {
    guard field.offset >= 0, (1...16).contains(field.length), field.offset + field.length <= bits else {
      return 0
    }
    let mask = field.mask
    return colors.contains { $0.mask & mask != 0 } ? 0 : mask
  }
}

extension FrameDescription.Field {
  /// For fields within 32 bits.
  var mask: UInt32 { UInt32(truncatingIfNeeded: ((UInt64(1) << UInt64(length)) - 1) << UInt64(offset)) }
}
