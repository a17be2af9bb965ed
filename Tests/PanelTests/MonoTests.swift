import Panel
import Testing

/// One bit a pixel: 128 x 64 in 1,024 bytes.
@Suite struct MonoTests {
  struct Packing: Sendable, CustomTestStringConvertible {
    var isLeastLeft: Bool
    var visual: FrameDescription.Visual
    /// The byte that holds a white pixel at x = 3 among black ones.
    var marked: UInt8
    var black: UInt8
    var testDescription: String { "least significant bit left: \(isLeastLeft), \(visual)" }
  }

  static let packings: [Packing] = [
    Packing(isLeastLeft: true, visual: .mono10, marked: 0b0000_1000, black: 0),
    Packing(isLeastLeft: false, visual: .mono10, marked: 0b0001_0000, black: 0),
    Packing(isLeastLeft: true, visual: .mono01, marked: 0b1111_0111, black: 0xFF),
    Packing(isLeastLeft: false, visual: .mono01, marked: 0b1110_1111, black: 0xFF)
  ]

  @Test(arguments: packings)
  func bitsStandAsThePanelReadsThem(_ packing: Packing) throws {
    let description = FrameDescription.frame(128, 64, 1, visual: packing.visual)
    #expect(description.lineLength == 16)
    #expect(description.memoryLength == 1_024)
    let blit = Blit(try FrameLayout(description, isLeastLeft: packing.isLeastLeft))
    var memory = GuardedMemory(count: 1_024)
    memory.draw(.marked(83, 41, width: 128, height: 64), by: blit)
    var wanted = [UInt8](repeating: packing.black, count: 1_024)
    wanted[41 * 16 + 10] = packing.marked
    #expect(memory.differences(from: wanted) == 0)
    #expect(memory.isGuarded)
  }

  @Test func theDriverSaysWhichBitIsLeft() throws {
    var description = FrameDescription.frame(128, 64, 1, visual: .mono10)
    let usual = try FrameLayout(description).coding
    #expect(usual == .mono(isLeastLeft: true, isOneWhite: true))
    description.isReversedInByte = true
    let reversed = try FrameLayout(description).coding
    #expect(reversed == .mono(isLeastLeft: false, isOneWhite: true))
    let overruled = try FrameLayout(description, isLeastLeft: true).coding
    #expect(overruled == .mono(isLeastLeft: true, isOneWhite: true))
  }

  @Test func neighborsInTheSameByteStay() throws {
    let blit = Blit(try FrameLayout(FrameDescription(width: 16, height: 1, bitsPerPixel: 1)))
    let white = TestPicture(width: 16, height: 1, format: .rgb565) { _, _ in 0xFF_FFFF }
    var memory = GuardedMemory(count: 2)
    memory.draw(white, [PanelRect(x: 6, y: 0, width: 4, height: 1)], by: blit)
    let wanted: [UInt8] = [0xA5 | 0xC0, 0xA5 | 0x03]
    #expect(memory.bytes == wanted)
  }

  @Test func textIsBlackOrWhiteByItsBrightness() throws {
    let blit = Blit(try FrameLayout(FrameDescription(width: 256, height: 1, bitsPerPixel: 1)))
    let shades = TestPicture(width: 256, height: 1, format: .xrgb8888) { x, _ in UInt32(x) * 0x01_0101 }
    var memory = GuardedMemory(count: 32)
    memory.draw(shades, by: blit)
    #expect(memory.bytes == [UInt8](repeating: 0, count: 16) + [UInt8](repeating: 0xFF, count: 16))
  }

  @Test(arguments: [(0x00, 0), (0x40, 16), (0x80, 32), (0xC0, 48), (0xFF, 64)])
  func aShadeIsSoManyDots(shade: Int, dots: Int) throws {
    let blit = Blit(try FrameLayout(FrameDescription(width: 24, height: 24, bitsPerPixel: 1)))
    let picture = TestPicture(width: 24, height: 24, format: .xrgb8888) { _, _ in UInt32(shade) * 0x01_0101 }
    var memory = GuardedMemory(count: 72)
    memory.draw(picture, [PanelRect(x: 0, y: 0, width: 24, height: 24, isDithered: true)], by: blit)
    // In each square of 8 x 8, wherever it begins.
    for (left, top) in [(0, 0), (8, 8), (5, 3)] {
      var count = 0
      for y in top..<top + 8 {
        for x in left..<left + 8 { count += Int(memory[y * 3 + x / 8] >> UInt8(x & 7) & 1) }
      }
      #expect(count == dots)
    }
  }

  @Test func aDitheredPartFitsItsSurroundings() throws {
    let blit = Blit(try FrameLayout(FrameDescription(width: 40, height: 40, bitsPerPixel: 1)))
    let picture = TestPicture(width: 40, height: 40, format: .xrgb8888)
    var whole = GuardedMemory(count: 200)
    whole.draw(picture, [PanelRect(x: 0, y: 0, width: 40, height: 40, isDithered: true)], by: blit)
    var again = whole
    again.draw(picture, [PanelRect(x: 3, y: 5, width: 21, height: 18, isDithered: true)], by: blit)
    #expect(again.bytes == whole.bytes)
    var plain = whole
    plain.draw(picture, by: blit)
    #expect(plain.bytes != whole.bytes)
  }
}
