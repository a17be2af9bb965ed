internal import Panel

/// A picture in memory in which neighbors differ.
struct Canvas {
  let width: Int
  let height: Int
  private let bytes: [UInt8]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    bytes = (0..<width * height).flatMap { index -> [UInt8] in
      let (x, y) = (index % width, index / width)
      return [
        UInt8(truncatingIfNeeded: x * 3 + y), UInt8(truncatingIfNeeded: y * 5), UInt8(truncatingIfNeeded: x),
        0
      ]
    }
  }

  /// Everything, or one line.
  func damage(isWhole: Bool) -> [PanelRect] {
    [PanelRect(x: 0, y: 0, width: width, height: isWhole ? height : 1)]
  }

  func use<Value>(_ body: (PanelPicture) -> Value) -> Value {
    bytes.withUnsafeBytes {
      body(PanelPicture($0.baseAddress!, width: width, height: height, stride: width * 4, format: .xrgb8888))
    }
  }
}
