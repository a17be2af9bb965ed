import Core
import Testing

@testable import Painting

@Suite struct StartTests {
  /// Warming draws somewhere else, and comes to an end.
  @Test func fontsAreWarmedOutOfSight() {
    let painter = Panel.painter(320, 240)
    let scene = painter.scene(of: Panel.state(Shot.playing))
    _ = painter.paint(scene, at: .start)
    let before = painter.canvas.rgb
    var steps = 1
    while painter.warm(), steps < 100 { steps += 1 }
    #expect(steps == 2)
    painter.expect(["Радио", "Ραδιόφωνο", "日本放送ラジオ", "FIP"])
    steps = 1
    while painter.warm(), steps < 100 { steps += 1 }
    #expect(steps == 8)
    #expect(painter.canvas.rgb == before)
    #expect(painter.paint(scene, at: .start).damage.isEmpty)
  }

  /// Fonts of scripts that the list does not have are not opened: they are megabytes.
  @Test func onlyWhatIsShownIsWarmed() {
    func samples(_ names: [String]) -> [FontWarming.Sample] {
      var warming = FontWarming(names)
      var samples: [FontWarming.Sample] = []
      while let sample = warming.next() { samples.append(sample) }
      return samples
    }
    #expect(samples(["KEXP", "Żółw"]).map(\.text) == ["Ab 1…★", "Ab 1…★"])
    #expect(samples(["วิทยุ"]).map(\.text) == ["Ab 1…★", "Ab 1…★", "ไทย", "ไทย"])
    #expect(samples(["วิทยุ"]).map(\.isBold) == [false, true, false, true])
    let many = Array(repeating: "KEXP", count: Limits.namesLookedAt)
    #expect(samples(many + ["วิทยุ"]).count == 2)
  }

  @Test func theHouseMayHaveItsOwnStartPicture() {
    let painter = Panel.painter(320, 240)
    let picture = Picture(width: 2, height: 1, bytes: [10, 20, 200, 255, 10, 20, 200, 255])
    _ = painter.paintStart(picture)
    let rgb = painter.canvas.rgb
    #expect(Array(rgb[(120 * 320 + 160) * 3..<(120 * 320 + 160) * 3 + 3]) == [200, 20, 10])
    #expect(Array(rgb.prefix(3)) == [16, 20, 24], "it keeps its proportions")
    // Then comes the first screen.
    #expect(painter.paint(painter.scene(of: Panel.state([])), at: .start).damage.isEmpty == false)
  }
}
