internal import CCairo
internal import CPango

/// Draws elements with Cairo. The same element draws the same pixels, whatever part of the canvas is clipped.
struct Brush {
  let cairo: OpaquePointer
  let palette: Palette
  let shaper: TextShaper
  let pictures: PictureCache
  let masks: MaskCache

  /// Draws all of `page` that meets `rect`, on the background.
  func draw(_ page: Page, in rect: PixelRect) {
    cairo_save(cairo)
    outline(rect)
    cairo_clip(cairo)
    cairo_set_antialias(cairo, palette == .oneBit ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_GRAY)
    source(.background)
    cairo_paint(cairo)
    for element in page.elements where element.bounds.meets(rect) { draw(element) }
    cairo_restore(cairo)
  }

  private func draw(_ element: Element) {
    switch element {
    case .fill(let rect, let ink, let radius):
      guard radius > 0 else {
        source(ink)
        outline(rect)
        return cairo_fill(cairo)
      }
      stamp(.rounded(radius: radius), rect, ink)
    case .frame(let rect, let ink, let radius, let thickness):
      stamp(.frame(radius: radius, thickness: thickness), rect, ink)
    case .text(let run): draw(run)
    case .sign(let sign, let rect, let ink): stamp(.sign(sign), rect, ink)
    case .arc(let rect, let percent, let ink, let ground, let thickness):
      stamp(.arc(percent: 100, thickness: thickness), rect, ground)
      if percent > 0 { stamp(.arc(percent: percent, thickness: thickness), rect, ink) }
    case .picture(let request, let rect, _):
      if let picture = pictures[request] {
        draw(picture, in: rect)
      } else if request.name == PictureRequest.icon {
        stamp(.sign(.moon), rect.square(rect.width * 7 / 10), .focus)
      } else {
        stamp(.sign(.radio), rect.square(rect.width * 7 / 10), .line)
      }
    case .shade(let rect):
      cairo_set_source_rgba(cairo, 0, 0, 0, 0.6)
      outline(rect)
      cairo_fill(cairo)
    }
  }

  private func source(_ ink: Ink) {
    let color = palette[ink]
    cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
  }

  private func outline(_ rect: PixelRect) {
    cairo_new_path(cairo)
    cairo_rectangle(cairo, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
  }

  private func stamp(_ shape: Mask.Shape, _ rect: PixelRect, _ ink: Ink) {
    source(ink)
    cairo_mask_surface(cairo, masks.mask(shape, rect).surface, Double(rect.x), Double(rect.y))
  }

  private func draw(_ picture: Picture, in rect: PixelRect) {
    // In the middle: a picture keeps its shape, and its box has the shape that it has.
    let x = rect.x + (rect.width - picture.width) / 2
    let y = rect.y + (rect.height - picture.height) / 2
    picture.withSurface { surface in
      cairo_set_source_surface(cairo, surface, Double(x), Double(y))
      outline(PixelRect(x, y, picture.width, picture.height).intersection(rect))
      cairo_fill(cairo)
      // The surface goes away now.
      cairo_set_source_rgb(cairo, 0, 0, 0)
    }
    // Nothing lights up a dark room in other colors than the rest.
    guard palette == .night else { return }
    source(.text)
    cairo_set_operator(cairo, CAIRO_OPERATOR_MULTIPLY)
    outline(rect)
    cairo_fill(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
  }

  private func draw(_ run: TextRun) {
    guard !run.box.isEmpty, !run.text.isEmpty else { return }
    let shaped = shaper.shaped(run)
    source(run.ink)
    cairo_save(cairo)
    outline(run.box)
    cairo_clip(cairo)
    var y = run.box.y
    switch run.seat {
    // The first line likewise.
    case .top: y += (run.size * 4 / 3 + shaper.capital(size: run.size)) / 2 - shaped.baseline
    case .bottom: y = run.box.maxY - shaped.height
    // One line sits by the height of its capitals: a fallback font with tall lines does not move it.
    case .middle:
      y +=
        run.lines == 1
        ? (run.box.height + shaper.capital(size: run.size)) / 2 - shaped.baseline
        : (run.box.height - shaped.height) / 2
    }
    if case .moved(let distance) = run.motion {
      let period = shaped.width + Marquee.gap(run)
      let start = shaped.isRightToLeft ? run.box.maxX - shaped.width + distance : run.box.x - distance
      for x in [start, shaped.isRightToLeft ? start - period : start + period] {
        cairo_move_to(cairo, Double(x), Double(y))
        pango_cairo_show_layout(cairo, shaped.layout)
      }
    } else {
      lines(of: shaped, x: run.box.x, y: y)
    }
    cairo_restore(cairo)
  }

  /// Each line on a whole pixel: Pango 1.56 puts lines between two, where hinted letters fall apart.
  private func lines(of shaped: ShapedText, x: Int, y: Int) {
    let lines = pango_layout_get_iter(shaped.layout)
    defer { pango_layout_iter_free(lines) }
    repeat {
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(lines, nil, &extents)
      let baseline = Double(pango_layout_iter_get_baseline(lines)) / Double(PANGO_SCALE)
      cairo_move_to(
        cairo, Double(x) + (Double(extents.x) / Double(PANGO_SCALE)).rounded(), Double(y) + baseline.rounded()
      )
      pango_cairo_show_layout_line(cairo, pango_layout_iter_get_line_readonly(lines))
    } while pango_layout_iter_next_line(lines) != 0
  }
}
