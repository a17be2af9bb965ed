import Testing

@testable import Panel

@Suite struct PaletteTests {
  @Test func theCubeGoesFromBlackToWhite() {
    #expect([Palette.cube.red[0], Palette.cube.green[0], Palette.cube.blue[0]] == [0, 0, 0])
    #expect(
      [Palette.cube.red[255], Palette.cube.green[255], Palette.cube.blue[255]] == [65_535, 65_535, 65_535])
    // Red alone: three upper bits.
    #expect([Palette.cube.red[0xE0], Palette.cube.green[0xE0], Palette.cube.blue[0xE0]] == [65_535, 0, 0])
    #expect(Palette.cube.green[0b000_100_00] == UInt16(4 * 65_535 / 7))
  }

  @Test func aFixedMapIsSearchedForTheNearestColor() throws {
    var given = Palette.Colors(
      red: [UInt16](repeating: 0, count: 256), green: [UInt16](repeating: 0, count: 256),
      blue: [UInt16](repeating: 0, count: 256))
    (given.red[7], given.green[7], given.blue[7]) = (60_000, 60_000, 60_000)
    (given.red[9], given.green[9], given.blue[9]) = (60_000, 0, 0)
    let palette = Palette.nearest(in: given)
    #expect(palette[0] == 0)
    #expect(palette[255] == 7)
    #expect(palette[0xE0] == 9)

    var description = FrameDescription(width: 2, height: 1, bitsPerPixel: 8)
    description.visual = .staticPseudoColor
    let blit = Blit(try FrameLayout(description), palette: palette)
    var memory = GuardedMemory(count: 2)
    memory.draw(
      TestPicture(width: 2, height: 1, format: .xrgb8888) { x, _ in x == 0 ? 0xFF_FFFF : 0xFF_0000 }, by: blit
    )
    #expect(memory.bytes == [7, 9])
  }
}
