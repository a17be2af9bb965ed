import Core
import Testing

@testable import Painting

/// The picture by which a builder tries out a panel.
@Suite struct TestCardTests {
  private func pixel(_ painter: Painter, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * painter.shape.width + x) * 3
    return Array(painter.canvas.rgb[start..<start + 3])
  }

  @Test(arguments: [(320, 240), (240, 320), (800, 480)])
  func theCornersTellWhichWayIsUp(width: Int, height: Int) {
    let painter = Panel.painter(width, height)
    _ = painter.paintTestCard(echo: "")
    #expect(pixel(painter, 2, 2) == [255, 255, 255])
    #expect(pixel(painter, width - 3, 2) == [255, 0, 0])
    #expect(pixel(painter, width - 3, height - 3) == [0, 255, 0])
    #expect(pixel(painter, 2, height - 3) == [0, 0, 255])
    // The edge is drawn all around: a panel that cuts it off shows that.
    for place in [(width / 2, 0), (width / 2, height - 1), (0, height / 2), (width - 1, height / 2)] {
      #expect(pixel(painter, place.0, place.1) == [255, 255, 255])
    }
  }

  @Test(arguments: [(320, 240, false), (128, 64, true), (800, 480, false)])
  func anInputChangesItsLineAlone(width: Int, height: Int, isOneBit: Bool) {
    let painter = Panel.painter(width, height, isOneBit: isOneBit)
    #expect(painter.paintTestCard(echo: "one").damage == [PixelRect(0, 0, width, height)])
    let damage = painter.paintTestCard(echo: "GPIO22 knob A closed").damage
    #expect(damage.count == 1 && damage.allSatisfy { $0.y >= height / 2 && $0.height <= height / 3 })
    #expect(painter.paintTestCard(echo: "GPIO22 knob A closed").damage.isEmpty)
  }

  @Test func blackAndWhiteHaveGrayToBeMadeOfDots() {
    let painter = Panel.painter(128, 64, isOneBit: true)
    _ = painter.paintTestCard(echo: "")
    let row = stride(from: 0, to: 128, by: 1).map { pixel(painter, $0, 8)[0] }
    #expect(Set(row).count >= 16)
  }
}
