import Core
import Foundation
import Painting
import Scene
import Support
import Testing

/// A repaint of what changed leaves the same pixels as a repaint of everything.
@Suite struct DamageTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let width: Int
    let height: Int
    var isOneBit = false
    var format = Canvas.Format.xrgb32
    let seed: UInt64
    var testDescription: String { "\(width)x\(height) \(format) seed \(seed)" }
  }

  static let cases: [Case] = [
    Case(width: 320, height: 240, format: .rgb565, seed: 1), Case(width: 320, height: 240, seed: 2),
    Case(width: 128, height: 64, isOneBit: true, seed: 3), Case(width: 800, height: 480, seed: 4),
    Case(width: 240, height: 320, format: .rgb565, seed: 5), Case(width: 480, height: 320, seed: 6)
  ]

  static let actions: [Action] = [
    .turn(1), .turn(-1), .turn(1), .turn(3), .push, .back, .options, .help, .favorite, .volumeUp, .volumeDown,
    .mute, .player, .open(.stations), .open(.categories), .open(.recents), .open(.favorites),
    .open(.settings),
    .stationNext, .categoryNext, .digit(1), .tune(6), .tune(9), .playPause
  ]
  static let reports: [StreamReport] = [
    .buffering(percent: 20), .buffering(percent: 70), .sounding, .title("Ana Moura – Desfado"), .title(""),
    .title("إنت عمري"), .title("A title that is a good deal longer than any panel is wide: Part 2"),
    .failed(.noAnswer), .starved
  ]

  @Test(arguments: cases) func partsMakeTheWhole(_ item: Case) {
    var random = SeededRandom(seed: item.seed)
    let parts = Panel.painter(item.width, item.height, isOneBit: item.isOneBit, format: item.format)
    let whole = Panel.painter(item.width, item.height, isOneBit: item.isOneBit, format: item.format)
    var state = Panel.state([])
    var effects: [Effect] = []
    var now = Instant.start
    var smallRepaints = 0
    for step in 0..<140 {
      now = now + .milliseconds(Int64.random(in: 0...900, using: &random))
      if Bool.random(using: &random), let session = state.playback.session {
        state.handle(.stream(session, Self.reports.randomElement(using: &random)!), at: now, &effects)
      } else {
        state.handle(.action(Self.actions.randomElement(using: &random)!), at: now, &effects)
      }
      if step % 40 == 39 {
        parts.isNight.toggle()
        whole.isNight.toggle()
      }
      let before = Self.bytes(parts.canvas)
      let scene = parts.scene(of: state)
      let outcome = parts.paint(scene, at: now)
      whole.invalidate()
      _ = whole.paint(scene, at: now)
      let after = Self.bytes(parts.canvas)
      let isWhole = after == Self.bytes(whole.canvas)
      #expect(isWhole, "step \(step)")
      #expect(!Self.differ(before, after, parts.canvas, outside: outcome.damage), "step \(step)")
      let area = outcome.damage.reduce(0) { $0 + $1.width * $1.height }
      if area < item.width * item.height / 2 { smallRepaints += 1 }
      // The same scene at the same instant changes nothing.
      #expect(parts.paint(scene, at: now).damage.isEmpty)
    }
    #expect(smallRepaints > 30)
  }

  static func bytes(_ canvas: Canvas) -> Data { canvas.withPixels { Data($0) } }

  /// Whether a pixel outside `damage` changed.
  static func differ(_ before: Data, _ after: Data, _ canvas: Canvas, outside damage: [PixelRect]) -> Bool {
    // What lies in the damage is made equal; then all must be.
    var masked = before
    let size = canvas.format.bytesPerPixel
    for rect in damage {
      for y in rect.y..<rect.maxY {
        let range = y * canvas.stride + rect.x * size..<y * canvas.stride + rect.maxX * size
        masked.replaceSubrange(range, with: after[range])
      }
    }
    return masked != after
  }
}
