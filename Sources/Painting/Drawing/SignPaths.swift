internal import CCairo

/// Signs as Cairo paths, on a square of 20 units a side.
struct SignPaths {
  let cairo: OpaquePointer

  /// Fills or strokes `sign`; the color is set, the square is the whole user space.
  func draw(_ sign: Sign) {
    cairo_set_line_width(cairo, 2)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    switch sign {
    case .play: polygon([(4, 2), (18, 10), (4, 18)])
    case .pause:
      cairo_rectangle(cairo, 3, 2, 5, 16)
      cairo_rectangle(cairo, 12, 2, 5, 16)
      cairo_fill(cairo)
    case .star: star(isFilled: true)
    case .starOutline: star(isFilled: false)
    case .speaker: speaker()
    case .speakerSounding:
      speaker()
      wave(radius: 4)
      wave(radius: 7.5)
    case .speakerOff:
      speaker()
      line([(13, 7), (19, 13)])
      line([(19, 7), (13, 13)])
    case .forward: line([(7, 4), (13, 10), (7, 16)])
    case .backward: line([(13, 4), (7, 10), (13, 16)])
    case .dot: circle(10, 10, 6.5)
    case .square:
      cairo_rectangle(cairo, 5, 5, 10, 10)
      cairo_fill(cairo)
    case .dots: for x in [4.0, 10, 16] { circle(x, 10, 2) }
    case .trouble: trouble()
    case .radio: radio()
    case .moon: moon()
    }
  }

  private func polygon(_ points: [(Double, Double)]) {
    path(points)
    cairo_close_path(cairo)
    cairo_fill(cairo)
  }

  private func line(_ points: [(Double, Double)]) {
    path(points)
    cairo_stroke(cairo)
  }

  private func path(_ points: [(Double, Double)]) {
    cairo_new_path(cairo)
    for (x, y) in points { cairo_line_to(cairo, x, y) }
  }

  private func circle(_ x: Double, _ y: Double, _ radius: Double) {
    cairo_new_path(cairo)
    cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
    cairo_fill(cairo)
  }

  /// Five points, the inner ones where the lines of a pentagram cross.
  private static let starPoints: [(Double, Double)] = [
    (10, 1), (12.6, 7.1), (19.2, 7.7), (14.2, 12), (15.7, 18.5), (10, 15.1), (4.3, 18.5), (5.8, 12),
    (0.8, 7.7), (7.4, 7.1)
  ]

  private func star(isFilled: Bool) {
    path(SignPaths.starPoints)
    cairo_close_path(cairo)
    cairo_set_line_width(cairo, 1.6)
    isFilled ? cairo_fill(cairo) : cairo_stroke(cairo)
  }

  private func speaker() { polygon([(1, 7), (5, 7), (10, 2.5), (10, 17.5), (5, 13), (1, 13)]) }

  private func wave(radius: Double) {
    cairo_new_path(cairo)
    cairo_arc(cairo, 11, 10, radius, -.pi / 3.6, .pi / 3.6)
    cairo_stroke(cairo)
  }

  private func trouble() {
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
    path([(10, 1.5), (19, 18), (1, 18)])
    cairo_close_path(cairo)
    // The exclamation mark is left out of the triangle, so that it shows whatever lies below.
    cairo_rectangle(cairo, 9, 7.5, 2, 5)
    cairo_rectangle(cairo, 9, 14, 2, 2)
    cairo_fill(cairo)
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
  }

  private func radio() {
    cairo_set_line_width(cairo, 1.2)
    rounded(1.5, 7, 17, 11, 1.8)
    cairo_stroke(cairo)
    line([(4, 7), (15, 1.5)])
    cairo_new_path(cairo)
    cairo_arc(cairo, 6.6, 12.5, 2.8, 0, 2 * .pi)
    cairo_stroke(cairo)
    for y in [10.5, 12.5, 14.5] { line([(11.8, y), (15.8, y)]) }
  }

  /// The path of a rectangle with round corners.
  func rounded(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ wanted: Double) {
    cairo_new_path(cairo)
    let radius = min(wanted, width / 2, height / 2)
    guard radius > 0 else { return cairo_rectangle(cairo, x, y, width, height) }
    cairo_arc(cairo, x + width - radius, y + radius, radius, -.pi / 2, 0)
    cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0, .pi / 2)
    cairo_arc(cairo, x + radius, y + height - radius, radius, .pi / 2, .pi)
    cairo_arc(cairo, x + radius, y + radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(cairo)
  }

  /// A crescent: the outer edge of one circle, back along the inner edge of another.
  private func moon() {
    cairo_new_path(cairo)
    // The circles around (9, 10.5) and (13.3, 7.5) meet at these angles.
    cairo_arc(cairo, 9, 10.5, 8.5, 0.2415, 4.8237)
    cairo_arc_negative(cairo, 13.3, 7.5, 6.4, 4.1603, 0.9051)
    cairo_close_path(cairo)
    cairo_fill(cairo)
  }
}
