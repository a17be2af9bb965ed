import Panel
import Testing

@Suite struct FrameLayoutTests {
  /// The picture, byte by byte: pixels where they belong, and every other byte as it was.
  @Test(arguments: LayoutCase.all)
  func aPictureLandsWhereThePanelReadsIt(_ panel: LayoutCase) throws {
    let layout = try FrameLayout(panel.description)
    #expect(layout.lineCount == panel.lineCount)
    #expect(layout.coding.bitCount == panel.byteCount * 8)
    let picture = TestPicture(
      width: panel.description.width, height: panel.description.height, format: .xrgb8888)
    var memory = GuardedMemory(count: panel.description.memoryLength)
    memory.draw(picture, by: Blit(layout))
    var wanted = [UInt8](repeating: GuardedMemory.untouched, count: memory.count)
    for y in 0..<panel.lineCount {
      for x in 0..<picture.width {
        let value = panel.encode(TestPicture.color(x, y))
        let at = panel.start + y * panel.description.lineLength + x * panel.byteCount
        for index in 0..<panel.byteCount { wanted[at + index] = UInt8(value >> UInt32(8 * index) & 0xFF) }
      }
    }
    #expect(memory.differences(from: wanted) == 0)
    #expect(memory.isGuarded)
  }

  @Test func aSixteenBitCanvasIsTakenAsItIs() throws {
    let layout = try FrameLayout(.frame(50, 20, 16, line: 128, fields: [(11, 5), (5, 6), (0, 5)]))
    let picture = TestPicture(width: 50, height: 20, format: .rgb565)
    var memory = GuardedMemory(count: 128 * 20)
    memory.draw(picture, by: Blit(layout))
    for (x, y) in [(0, 0), (49, 0), (7, 13), (49, 19)] {
      #expect(memory.value(at: y * 128 + x * 2, 2) == TestPicture.rgb565(TestPicture.color(x, y)))
    }
    #expect(memory.isGuarded)
  }

  @Test func whiteAndBlackSurviveEveryWidening() throws {
    for value: UInt32 in [0, 0xFF_FFFF] {
      let picture = TestPicture(width: 4, height: 1, format: .rgb565) { _, _ in value }
      for bits in [8, 24, 32] {
        var memory = GuardedMemory(count: 4 * bits / 8)
        memory.draw(
          picture, by: Blit(try FrameLayout(FrameDescription(width: 4, height: 1, bitsPerPixel: bits))))
        #expect(memory.value(at: 0, bits / 8) == value & (bits == 8 ? 0xFF : 0xFF_FFFF))
      }
    }
  }

  static let refused: [(FrameDescription, String)] = [
    (.frame(0, 240, 16), "size"), (.frame(320, 0, 16), "size"), (.frame(320, 20_000, 16), "size"),
    (.frame(320, 240, 16, line: 0), "size"), (.frame(320, 240, 16, line: -640), "size"),
    (.frame(320, 240, 16, line: 1 << 30), "size"), (.frame(1_000, 10, 8, line: 200), "size"),
    (.frame(320, 240, 16, at: (-1, 0)), "size"), (.frame(320, 240, 16, at: (0, Int.max)), "size"),
    (.frame(4_096, 4_096, 16), "too large"), (.frame(2_049, 2_048, 1), "too large"),
    (.frame(320, 240, 4), "depth"), (.frame(320, 240, 12, line: 640), "depth"),
    (.frame(320, 240, 64), "depth"),
    (.frame(320, 240, 16, memory: 639), "memory"), (.frame(320, 240, 16, memory: -1), "memory"),
    (.frame(320, 240, 16, visual: .fourCC), "kind")
  ]

  @Test(arguments: refused)
  func whatNoPanelCanBeIsRefused(_ description: FrameDescription, why: String) {
    #expect {
      _ = try FrameLayout(description)
    } throws: { error in
      switch error as? FrameLayout.Trouble {
      case .size: why == "size"
      case .tooLarge: why == "too large"
      case .depth: why == "depth"
      case .memory: why == "memory"
      case .kind: why == "kind"
      case nil: false
      }
    }
  }

  @Test func planesAreRefused() {
    var description = FrameDescription(width: 320, height: 240, bitsPerPixel: 8)
    description.isPacked = false
    #expect(throws: FrameLayout.Trouble.kind) { _ = try FrameLayout(description) }
  }
}
