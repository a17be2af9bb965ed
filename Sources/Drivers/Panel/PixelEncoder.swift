/// Colors as a panel's pixels, by a table for each channel.
struct PixelEncoder {
  private let coding: PixelCoding
  /// 256 entries each.
  private var red: [UInt32] = []
  private var green: [UInt32] = []
  private var blue: [UInt32] = []
  private let palette: [UInt8]?

  init(_ coding: PixelCoding, palette: [UInt8]?) {
    precondition(palette == nil || palette?.count == 256)
    self.coding = coding
    self.palette = palette
    let packed = coding == .indexed ? PixelCoding.rgb332 : coding
    guard case .packed(_, let red, let green, let blue, let opaque) = packed else { return }
    // What is always set comes with the red.
    self.red = PixelEncoder.table(red).map { $0 | opaque }
    self.green = PixelEncoder.table(green)
    self.blue = PixelEncoder.table(blue)
  }

  /// Whether the memory of a picture in `format` may be copied as it is.
  func isSame(as format: PanelPicture.Format) -> Bool {
    coding == (format == .rgb565 ? PixelCoding.rgb565 : PixelCoding.xrgb8888)
  }

  func index(_ color: PanelColor) -> UInt8 {
    let index = UInt8(truncatingIfNeeded: value(color))
    return palette.map { $0[Int(index)] } ?? index
  }

  func store(_ color: PanelColor, _ byteCount: Int, in line: UnsafeMutableRawBufferPointer, at offset: Int) {
    var value = value(color)
    for index in offset..<offset + byteCount {
      line[index] = UInt8(truncatingIfNeeded: value)
      value >>= 8
    }
  }

  private func value(_ color: PanelColor) -> UInt32 {
    red[Int(color.red)] | green[Int(color.green)] | blue[Int(color.blue)]
  }

  /// Eight bits as so many as the channel has: the upper ones, or repeated below where it has more.
  private static func table(_ field: PixelCoding.Field) -> [UInt32] {
    (0..<256).map { (value: UInt32) in
      let scaled =
        field.length <= 8 ? value >> UInt32(8 - field.length) : (value * 257) >> UInt32(16 - field.length)
      return UInt32(truncatingIfNeeded: UInt64(scaled) << UInt64(field.offset))
    }
  }
}
