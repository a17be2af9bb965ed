import Panel

/// A picture in which every pixel is known by its place: the color of (x, y) is a formula.
struct TestPicture {
  let width: Int
  let height: Int
  let format: PanelPicture.Format
  let stride: Int
  let bytes: [UInt8]

  /// - Parameter padding: bytes behind each line, which nobody may read as pixels.
  init(
    width: Int, height: Int, format: PanelPicture.Format, padding: Int = 6,
    color: (_ x: Int, _ y: Int) -> UInt32 = TestPicture.color
  ) {
    self.width = width
    self.height = height
    self.format = format
    stride = width * format.byteCount + padding
    var bytes = [UInt8](repeating: 0xEE, count: stride * height)
    for y in 0..<height {
      for x in 0..<width {
        let at = y * stride + x * format.byteCount
        let value = color(x, y)
        switch format {
        case .rgb565:
          let short = TestPicture.rgb565(value)
          bytes[at] = UInt8(short & 0xFF)
          bytes[at + 1] = UInt8(short >> 8)
        case .xrgb8888:
          for index in 0..<4 { bytes[at + index] = UInt8(value >> UInt32(8 * index) & 0xFF) }
        }
      }
    }
    self.bytes = bytes
  }

  /// One white pixel on black.
  static func marked(_ x: Int, _ y: Int, width: Int, height: Int) -> TestPicture {
    TestPicture(width: width, height: height, format: .xrgb8888) { $0 == x && $1 == y ? 0xFF_FFFF : 0 }
  }

  /// All channels differ, and neighbors in every direction.
  static func color(_ x: Int, _ y: Int) -> UInt32 {
    UInt32((x * 37 + y * 11) & 0xFF) << 16 | UInt32((x * 5 + y * 83 + 40) & 0xFF) << 8
      | UInt32((x * 19 + y * 29 + 90) & 0xFF)
  }

  static func rgb565(_ value: UInt32) -> UInt32 {
    (value >> 19 & 0x1F) << 11 | (value >> 10 & 0x3F) << 5 | value >> 3 & 0x1F
  }

  var whole: PanelRect { PanelRect(x: 0, y: 0, width: width, height: height) }

  func use<Value>(_ body: (PanelPicture) -> Value) -> Value {
    bytes.withUnsafeBytes {
      body(PanelPicture($0.baseAddress!, width: width, height: height, stride: stride, format: format))
    }
  }
}
