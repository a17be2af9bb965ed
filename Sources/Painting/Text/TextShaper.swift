internal import CPango

/// Lays texts out with Pango, and keeps what it laid out last: shaping a line costs a hundred times what
/// drawing it does.
///
/// Prevents: a layout that is freed while it is drawn, and layouts that pile up.
final class TextShaper {
  /// What a layout depends on.
  struct Key: Hashable {
    var text: String
    var size: Int
    var isBold: Bool
    /// Nil: as wide as the text is.
    var width: Int?
    var lines: Int
    var alignment: TextRun.Alignment
    var isTabular: Bool
  }

  private final class Entry {
    let shaped: ShapedText
    var usedAt: Int
    init(_ shaped: ShapedText, usedAt: Int) {
      self.shaped = shaped
      self.usedAt = usedAt
    }
  }

  private let map: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer
  private let family: String
  private var entries: [Key: Entry] = [:]
  private var capitals: [Int: Int] = [:]
  private var uses = 0
  /// How many texts were laid out so far.
  private(set) var shapedCount = 0

  /// - Parameter isOneBit: black and white letters, drawn to the pixel grid.
  init(isOneBit: Bool) {
    DrawingLibraries.require()
    map = pango_cairo_font_map_new()
    context = pango_font_map_create_context(map)
    cpango_set_rendering(context, isOneBit ? 0 : 1)
    // DejaVu Sans is hinted for few pixels, Noto Sans is narrower. What neither has, fontconfig finds.
    family = isOneBit ? "DejaVu Sans,Noto Sans" : "Noto Sans,DejaVu Sans"
    pango_context_set_round_glyph_positions(context, 1)
  }

  deinit {
    entries = [:]
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(map))
  }

  func shaped(_ key: Key) -> ShapedText {
    uses += 1
    if let entry = entries[key] {
      entry.usedAt = uses
      return entry.shaped
    }
    if entries.count >= Limits.layoutsKept {
      // Half of them at once, the longest unused first.
      let border = entries.values.map(\.usedAt).sorted()[entries.count / 2]
      entries = entries.filter { $0.value.usedAt > border }
    }
    shapedCount += 1
    let shaped = ShapedText(key, family: family, context: context)
    entries[key] = Entry(shaped, usedAt: uses)
    return shaped
  }

  /// For `run` as it stands: broken or cut to the width of its box unless it moves.
  func shaped(_ run: TextRun) -> ShapedText {
    var width: Int? = run.box.width
    if case .moved = run.motion { width = nil }
    return shaped(
      Key(
        text: run.text, size: run.size, isBold: run.isBold, width: width, lines: run.lines,
        alignment: run.alignment, isTabular: run.isTabular))
  }

  /// The width of `text` in one line, in pixels.
  func width(of text: String, size: Int, isBold: Bool = false, isTabular: Bool = false) -> Int {
    let key = Key(
      text: text, size: size, isBold: isBold, width: nil, lines: 1, alignment: .start, isTabular: isTabular)
    return shaped(key).width
  }

  /// The height of a capital letter, in pixels.
  func capital(size: Int) -> Int {
    if let known = capitals[size] { return known }
    let key = Key(
      text: "H", size: size, isBold: false, width: nil, lines: 1, alignment: .start, isTabular: false)
    let height = shaped(key).inkHeight
    capitals[size] = height
    return height
  }
}

/// A text that is laid out.
final class ShapedText {
  let layout: OpaquePointer
  /// Of the logical extents, in pixels.
  let width: Int
  let height: Int
  let inkHeight: Int
  /// Of the first line, from the top.
  let baseline: Int
  let lineCount: Int
  let isRightToLeft: Bool

  fileprivate init(_ key: TextShaper.Key, family: String, context: OpaquePointer) {
    layout = pango_layout_new(context)
    let font = pango_font_description_new()
    defer { pango_font_description_free(font) }
    pango_font_description_set_family(font, family)
    pango_font_description_set_weight(font, key.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_font_description_set_absolute_size(font, Double(key.size) * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
    if key.isTabular { cpango_set_tabular(layout) }
    pango_layout_set_single_paragraph_mode(layout, 1)
    pango_layout_set_text(layout, key.text, -1)
    if let width = key.width {
      pango_layout_set_width(layout, Int32(max(1, width)) * PANGO_SCALE)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      // Negative: so many lines a paragraph, and "…" at the end of the last.
      pango_layout_set_height(layout, key.lines == 1 ? -1 : Int32(-key.lines))
      if key.lines > 1 { pango_layout_set_line_spacing(layout, 0.9) }
    }
    isRightToLeft = DisplayText.isRightToLeft(key.text)
    switch key.alignment {
    case .start: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    // Pango turns left and right round in texts that run to the left.
    case .left: pango_layout_set_alignment(layout, isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
    case .right: pango_layout_set_alignment(layout, isRightToLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT)
    }
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_pixel_extents(layout, &ink, &logical)
    width = Int(logical.width)
    height = Int(logical.height)
    inkHeight = Int(ink.height)
    baseline = Int((Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)).rounded())
    lineCount = Int(pango_layout_get_line_count(layout))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }
}
