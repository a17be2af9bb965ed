import Core
import Testing

@testable import Painting

/// The icon of the radio, or of the house, heads Home.
@Suite struct IconTests {
  @Test(arguments: [(320, 240), (800, 480)]) func homeShowsTheIconThatIsThere(width: Int, height: Int) throws
  {
    let painter = Panel.painter(width, height)
    let scene = painter.scene(of: Panel.state([.action(.open(.home))], painter.panel.layout))
    let request = try #require(
      painter.paint(scene, at: .start).wanted.first { $0.name == PictureRequest.icon })
    let before = painter.canvas.rgb
    let color: [UInt8] = [10, 200, 20, 255]
    let pixels = Array(repeating: color, count: request.width * request.height).flatMap { $0 }
    painter.supply(Picture(width: request.width, height: request.height, bytes: pixels), for: request)
    let outcome = painter.paint(scene, at: .start)
    let rect = try #require(outcome.damage.first)
    #expect(outcome.damage.count == 1 && rect.width == request.width && rect.height == request.height)
    let start = ((rect.y + rect.height / 2) * width + rect.x + rect.width / 2) * 3
    #expect(Array(painter.canvas.rgb[start..<start + 3]) == [20, 200, 10])
    // Where there is none the drawn one stays.
    painter.supply(nil, for: request)
    _ = painter.paint(scene, at: .start)
    #expect(painter.canvas.rgb == before)
  }

  @Test func oneBitHasTheDrawnOne() {
    let painter = Panel.painter(640, 480, isOneBit: true)
    let scene = painter.scene(of: Panel.state([.action(.open(.home))], painter.panel.layout))
    #expect(!painter.paint(scene, at: .start).wanted.contains { $0.name == PictureRequest.icon })
  }
}
