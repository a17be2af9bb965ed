import Core
import Testing

@testable import Painting
@testable import Scene

/// What stands in a row beside its name stands where the language of the screen wants it.
@Suite struct RowTests {
  private static let list = Scene.List(
    rows: ["Radio", "راديو الشرق"].map {
      Scene.Row(text: $0, value: "x", mark: .speaker, isFavorite: true, leadsOn: true)
    }, first: 0, count: 2, whenEmpty: "")

  @Test(arguments: [(320, 240), (800, 480), (128, 64)], [false, true])
  func aNameOfAnotherScriptLeavesItsRowInOrder(side: (width: Int, height: Int), isLeftward: Bool) throws {
    let painter = Panel.painter(side.width, side.height, isOneBit: side.width == 128)
    var scene = painter.scene(of: Panel.state([.action(.open(.home))], painter.panel.layout))
    scene.isRightToLeft = isLeftward
    scene.body = .list(RowTests.list)
    scene.companion = nil
    let sketch = painter.sketch(of: scene)
    var names: [TextRun] = []
    var values: [PixelRect] = []
    var signs: [Int: [String]] = [:]
    for element in sketch.page.elements {
      switch element {
      case .sign(let sign, let rect, _): signs[rect.y, default: []].append("\(sign) \(rect.x)")
      case .text(let run) where RowTests.list.rows.contains { $0.text == run.text }: names.append(run)
      case .text(let run) where run.text == "x": values.append(run.box)
      default: break
      }
    }
    #expect(names.count == 2 && values.count == 2)
    #expect(Set(names.map(\.alignment)) == [isLeftward ? .right : .left])
    #expect(Set(values.map(\.maxX)).count == 1 || isLeftward)
    #expect(Set(values.map(\.x)).count == 1 || !isLeftward)
    // One line of signs for each row, and both the same.
    let lines = signs.sorted { $0.key < $1.key }.map(\.value)
    #expect(!lines.isEmpty)
    let half = lines.count / 2
    #expect(Array(lines[..<half]) == Array(lines[half...]), "\(lines)")
    // All names begin at one edge.
    let edges = names.map { isLeftward ? $0.box.maxX : $0.box.x }
    #expect(Set(edges).count == 1)
  }
}
