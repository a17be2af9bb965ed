import Panel
import Support
import Testing

@Suite struct RotationTests {
  struct Corner: Sendable, CustomTestStringConvertible {
    var rotation: PanelRotation
    /// Of the picture.
    var x: Int
    var y: Int
    /// On the panel.
    var panelX: Int
    var panelY: Int
    var testDescription: String { "\(rotation.rawValue) degrees, (\(x), \(y))" }
  }

  /// A 240 x 320 panel; turned by 90 and 270 degrees the picture has 320 x 240.
  static let corners: [Corner] = [
    Corner(rotation: .none, x: 0, y: 0, panelX: 0, panelY: 0),
    Corner(rotation: .none, x: 239, y: 0, panelX: 239, panelY: 0),
    Corner(rotation: .none, x: 0, y: 319, panelX: 0, panelY: 319),
    Corner(rotation: .right, x: 0, y: 0, panelX: 239, panelY: 0),
    Corner(rotation: .right, x: 319, y: 0, panelX: 239, panelY: 319),
    Corner(rotation: .right, x: 0, y: 239, panelX: 0, panelY: 0),
    Corner(rotation: .right, x: 5, y: 2, panelX: 237, panelY: 5),
    Corner(rotation: .half, x: 0, y: 0, panelX: 239, panelY: 319),
    Corner(rotation: .half, x: 239, y: 0, panelX: 0, panelY: 319),
    Corner(rotation: .half, x: 5, y: 2, panelX: 234, panelY: 317),
    Corner(rotation: .left, x: 0, y: 0, panelX: 0, panelY: 319),
    Corner(rotation: .left, x: 319, y: 0, panelX: 0, panelY: 0),
    Corner(rotation: .left, x: 0, y: 239, panelX: 239, panelY: 319),
    Corner(rotation: .left, x: 5, y: 2, panelX: 2, panelY: 314)
  ]

  @Test(arguments: corners)
  func aMarkedPixelLandsRight(_ corner: Corner) throws {
    let blit = Blit(
      try FrameLayout(FrameDescription(width: 240, height: 320, bitsPerPixel: 16)), rotation: corner.rotation)
    #expect(blit.width == (corner.rotation.swapsSides ? 320 : 240))
    #expect(blit.height == (corner.rotation.swapsSides ? 240 : 320))
    var memory = GuardedMemory(count: 240 * 320 * 2)
    memory.draw(.marked(corner.x, corner.y, width: blit.width, height: blit.height), by: blit)
    let white = stride(from: 0, to: memory.count, by: 2).filter { memory.bytesAreWhite(at: $0) }
    #expect(white == [(corner.panelY * 240 + corner.panelX) * 2])
    #expect(memory.isGuarded)
  }

  /// A controller for more lines than the panel has shows the wrong part when it turns the picture itself.
  @Test func aNarrowPanelTurnedByHalfHasNoOffset() throws {
    let blit = Blit(
      try FrameLayout(FrameDescription(width: 96, height: 16, bitsPerPixel: 1)), rotation: .half)
    var memory = GuardedMemory(count: 192)
    memory.draw(.marked(0, 0, width: 96, height: 16), by: blit)
    var wanted = [UInt8](repeating: 0, count: 192)
    wanted[191] = 0x80
    #expect(memory.differences(from: wanted) == 0)
    #expect(memory.isGuarded)
  }

  struct Setting: Sendable, CustomTestStringConvertible {
    var rotation: PanelRotation
    var bits: Int
    var testDescription: String { "\(rotation.rawValue) degrees, \(bits) bits" }
  }

  static let settings: [Setting] = PanelRotation.allCases.flatMap { rotation in
    [1, 8, 16, 24, 32].map { Setting(rotation: rotation, bits: $0) }
  }

  @Test(arguments: settings)
  func manyPartsMakeTheWhole(_ setting: Setting) throws {
    var random = SeededRandom(seed: UInt64(setting.rotation.rawValue + setting.bits))
    // 37 pixels: the last byte of a one-bit line is not full.
    let layout = try FrameLayout(
      .frame(37, 23, setting.bits, line: (37 * setting.bits + 7) / 8 + 5, virtual: (37, 30), at: (0, 4)))
    let blit = Blit(layout, rotation: setting.rotation)
    let picture = TestPicture(width: blit.width, height: blit.height, format: .xrgb8888)
    let count = layout.lineLength * 30
    var whole = GuardedMemory(count: count)
    whole.draw(picture, by: blit)

    var parts = GuardedMemory(count: count)
    var isDone = Set<Int>()
    while isDone.count < picture.width * picture.height {
      // Some of them reach over the edges.
      let rect = PanelRect(
        x: Int.random(in: -4..<picture.width, using: &random),
        y: Int.random(in: -4..<picture.height, using: &random),
        width: Int.random(in: 0...12, using: &random), height: Int.random(in: 0...12, using: &random))
      var expected = Set<Int>()
      for y in max(0, rect.y)..<max(0, min(rect.y + rect.height, picture.height)) {
        for x in max(0, rect.x)..<max(0, min(rect.x + rect.width, picture.width)) {
          expected.insert(y * picture.width + x)
        }
      }
      let isSeen = parts.draw(picture, [rect], by: blit)
      #expect(isSeen == !expected.isEmpty)
      isDone.formUnion(expected)
      #expect(parts.isGuarded)
    }
    #expect(parts.differences(from: whole.bytes) == 0)
  }

  @Test func aPictureOfAnotherSizeIsCutAndNotReadBeyond() throws {
    let layout = try FrameLayout(FrameDescription(width: 32, height: 24, bitsPerPixel: 16))
    for rotation in PanelRotation.allCases {
      let blit = Blit(layout, rotation: rotation)
      let small = TestPicture(width: 10, height: 7, format: .rgb565, padding: 0)
      var memory = GuardedMemory(count: 32 * 24 * 2)
      let isSeen = memory.draw(small, [PanelRect(x: -5, y: -5, width: Int.max, height: Int.max)], by: blit)
      #expect(isSeen)
      // 0xA5A5 is what was there; no pixel of the picture has this color.
      let drawn = stride(from: 0, to: memory.count, by: 2).count { memory.value(at: $0, 2) != 0xA5A5 }
      #expect(drawn == 70)
    }
  }
}

extension GuardedMemory {
  func bytesAreWhite(at offset: Int) -> Bool { value(at: offset, 2) == 0xFFFF }
}
