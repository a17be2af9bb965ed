import Core
import Painting
import Scene
import Testing

/// What a station may send as a name or a title does no harm on any panel.
@Suite struct HostileTextTests {
  static let texts: [String] = [
    String(repeating: "x", count: 200), String(repeating: "a\u{301}\u{300}\u{302}", count: 3_000),
    "Z" + String(repeating: "\u{335}", count: 50_000),
    "line\nbreak\r\nand\ttab\u{2028}more\u{2029}end\u{0}nul",
    "\u{202E}desrever\u{202C} \u{2066}isolate", String(repeating: " ", count: 10_000),
    "\u{FFFE}\u{E000}\u{F8FF}\u{10FFFF}\u{1FAFF}", String(repeating: "👨‍👩‍👧‍👦", count: 400),
    String(repeating: "ﷺ", count: 500), "\u{FEFF}\u{200B}\u{200E}", String(repeating: "\u{0E47}", count: 900),
    String(repeating: "क्", count: 800), "%s%n<b>&amp;"
  ]
  static let panels: [(Int, Int, Bool)] = [
    (320, 240, false), (128, 64, true), (800, 480, false), (240, 320, false), (96, 16, true), (128, 32, true)
  ]

  @Test(arguments: texts.indices) func isPaintedInsideItsPlace(index: Int) {
    let text = Self.texts[index]
    let station = Station(name: text, link: "http://h/a", logo: text)
    for (width, height, isOneBit) in Self.panels {
      let painter = Panel.painter(width, height, isOneBit: isOneBit)
      var state = State(catalogue: Catalogue(categories: [Category(name: text, stations: [station])]))
      var effects: [Effect] = []
      let events: [Event] = [
        .action(.open(.categories)), .action(.push), .action(.tune(1)), .stream(SessionID(1), .sounding),
        .stream(SessionID(1), .title(text)), .action(.player), .noted(text), .action(.options)
      ]
      for event in events {
        state.handle(event, at: .start, &effects)
        _ = painter.paint(painter.scene(of: state), at: .start)
        _ = painter.paint(painter.scene(of: state), at: .start + .seconds(3))
      }
      let pixels = painter.canvas.rgb
      #expect(Set(pixels).count > 1, "\(width)x\(height) is blank")
    }
  }

  /// The bidi override of a title does not turn round what the radio writes after it: both look the same.
  @Test func overridesAndBreaksAreTakenOut() {
    let painter = Panel.painter(320, 240)
    func pixels(_ title: String) -> [UInt8] {
      let state = Panel.state(
        Array(Shot.playing.dropLast()) + [.stream(SessionID(1), .title(title)), .action(.player)])
      painter.invalidate()
      _ = painter.paint(painter.scene(of: state), at: .start)
      return painter.canvas.rgb
    }
    #expect(pixels("\u{202E}ab\u{202C}\nc\u{7}d") == pixels("ab c d"))
    #expect(pixels("ab c d") != pixels("ba c d"))
  }

  @Test func aLetterWithoutGlyphIsABox() {
    let painter = Panel.painter(320, 240)
    let blank = Panel.state(
      Array(Shot.playing.dropLast()) + [.stream(SessionID(1), .title("")), .action(.player)])
    _ = painter.paint(painter.scene(of: blank), at: .start)
    let before = painter.canvas.rgb
    let unknown = Panel.state(
      Array(Shot.playing.dropLast()) + [.stream(SessionID(1), .title("\u{10FFFD}")), .action(.player)])
    _ = painter.paint(painter.scene(of: unknown), at: .start)
    #expect(painter.canvas.rgb != before)
  }
}
