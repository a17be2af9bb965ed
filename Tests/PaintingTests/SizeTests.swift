import Core
import Foundation
import Testing

@testable import Painting

/// Sizes follow from the size of the panel in the hand, not from its pixels alone.
@Suite struct SizeTests {
  @Test(
    arguments: [
      (128, 64, nil, Layout.tiny), (96, 16, nil, .tiny), (128, 160, nil, .tiny),
      (320, 240, nil, .compact), (320, 240, 143, .compact), (240, 320, nil, .compact),
      (480, 320, 165, .compact),
      (640, 480, nil, .compact), (800, 480, nil, .wide), (800, 480, 133, .wide), (800, 480, 187, .wide),
      // 3.5 inches with the pixels of 7: no room for two columns.
      (800, 480, 267, .compact), (1_024, 600, 170, .wide), (480, 800, nil, .compact)
    ] as [(Int, Int, Double?, Layout)])
  func panelsHaveTheLayoutOfTheirSize(width: Int, height: Int, ppi: Double?, layout: Layout) {
    #expect(PanelShape(width: width, height: height, pixelsPerInch: ppi).layout == layout)
  }

  @Test(arguments: [
    (320, 240, 145.0), (320, 240, 200), (480, 320, 165), (800, 480, 133), (800, 480, 187), (800, 480, 267),
    (1_024, 600, 170), (640, 480, 228)
  ])
  func lettersCanBeRead(width: Int, height: Int, ppi: Double) {
    let metrics = Metrics(PanelShape(width: width, height: height, pixelsPerInch: ppi))
    for size in [16, 18, 20, 26] {
      #expect(Double(metrics.text(size)) * Metrics.capital / ppi * 25.4 >= 2.4, "\(size)")
    }
    #expect(Double(metrics.caption(15)) * Metrics.capital / ppi * 25.4 >= 1.8)
  }

  @Test func theDrawingBoardIsDrawnAsItIs() {
    let board = Metrics(PanelShape(width: 320, height: 240))
    #expect(board.px(120) == 120 && board.text(22) == 22 && board.caption(15) == 15)
    let wide = Metrics(PanelShape(width: 800, height: 480))
    #expect(wide.px(220) == 220 && wide.text(26) == 26)
  }

  @Test(arguments: [(320, 240, 5), (800, 480, 7), (240, 320, 7)])
  func rowsFillThePanel(width: Int, height: Int, rows: Int) {
    #expect(Panel.painter(width, height).panel.rows == rows)
  }

  @Test func millimetersGiveThePitch() {
    let shape = PanelShape(width: 320, height: 240, widthMillimeters: 57.6)
    #expect(abs((shape.pixelsPerInch ?? 0) - 141.1) < 0.1)
    #expect(PanelShape(width: 320, height: 240, widthMillimeters: 0).pixelsPerInch == nil)
  }

  /// Contrast by the formula of WCAG: 7:1 by day, 3.9:1 at night, 2.8:1 for what need not be read then.
  @Test func textStandsOutFromItsGround() {
    func luminance(_ color: Color) -> Double {
      func linear(_ value: Double) -> Double {
        value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    func contrast(_ one: Color, _ other: Color) -> Double {
      let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
      return (light + 0.05) / (dark + 0.05)
    }
    #expect(contrast(Palette.day[.text], Palette.day[.background]) >= 7)
    #expect(contrast(Palette.day[.secondary], Palette.day[.background]) >= 7)
    #expect(contrast(Palette.day[.onFocus], Palette.day[.focus]) >= 7)
    #expect(contrast(Palette.night[.text], Palette.night[.background]) >= 3.9)
    #expect(contrast(Palette.night[.onFocus], Palette.night[.focus]) >= 3.9)
    #expect(contrast(Palette.night[.secondary], Palette.night[.background]) >= 2.75)
  }
}
