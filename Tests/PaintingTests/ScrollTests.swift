import Core
import Painting
import Testing

/// A title that is too long moves, and costs nothing while it rests.
@Suite struct ScrollTests {
  static let long = Shot.all.first { $0.name == "player-long" }!

  @Test func restsThenMovesThenRests() throws {
    let painter = Panel.painter(320, 240)
    let scene = painter.scene(of: Panel.state(Self.long.events))
    var outcome = painter.paint(scene, at: .start)
    #expect(outcome.nextFrame == .start + .seconds(1))
    var frames = 0
    var rests = 0
    var now = try #require(outcome.nextFrame)
    while now < .start + .seconds(150) {
      outcome = painter.paint(scene, at: now)
      let next = try #require(outcome.nextFrame)
      #expect(next > now)
      if next - now >= .seconds(1) { rests += 1 }
      for rect in outcome.damage { #expect(rect.height <= 40, "more than the line of the title: \(rect)") }
      frames += 1
      now = next
    }
    #expect(rests >= 2)
    #expect((100...720).contains(frames), "\(frames) frames in two rounds and their rests")
  }

  /// A call that comes late or early finds the same picture: it depends on the instant alone.
  @Test func thePictureDependsOnTheInstantAlone() {
    let one = Panel.painter(320, 240)
    let other = Panel.painter(320, 240)
    let scene = one.scene(of: Panel.state(Self.long.events))
    _ = one.paint(scene, at: .start)
    _ = other.paint(scene, at: .start)
    for tenths: Int64 in [3, 14, 15, 29, 31, 40] {
      _ = one.paint(scene, at: .start + .milliseconds(tenths * 100))
    }
    _ = other.paint(scene, at: .start + .milliseconds(4_000))
    #expect(one.canvas.rgb == other.canvas.rgb)
  }

  @Test func whatFitsAsksForNoFrame() {
    let painter = Panel.painter(320, 240)
    let scene = painter.scene(of: Panel.state(Shot.playing))
    #expect(painter.paint(scene, at: .start).nextFrame == nil)
  }

  @Test func aNewTitleBeginsAtItsBeginning() {
    let painter = Panel.painter(320, 240)
    let scene = painter.scene(of: Panel.state(Self.long.events))
    _ = painter.paint(scene, at: .start)
    _ = painter.paint(scene, at: .start + .seconds(5))
    _ = painter.paint(painter.scene(of: Panel.state(Shot.playing)), at: .start + .seconds(6))
    let outcome = painter.paint(scene, at: .start + .seconds(7))
    #expect(outcome.nextFrame == .start + .seconds(8))
  }
}
