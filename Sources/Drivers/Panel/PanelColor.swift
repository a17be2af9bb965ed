/// A color with eight bits a channel.
struct PanelColor {
  let red: UInt32
  let green: UInt32
  let blue: UInt32

  init(xrgb8888 value: UInt32) {
    red = value >> 16 & 0xFF
    green = value >> 8 & 0xFF
    blue = value & 0xFF
  }

  /// The upper bits are repeated below, so that white is white.
  init(rgb565 value: UInt16) {
    let value = UInt32(value)
    let (r, g, b) = (value >> 11, value >> 5 & 0x3F, value & 0x1F)
    red = r << 3 | r >> 2
    green = g << 2 | g >> 4
    blue = b << 3 | b >> 2
  }

  /// 0 … 255, by the weights of ITU-R BT.601.
  var brightness: UInt32 { (red * 77 + green * 150 + blue * 29) >> 8 }
}
