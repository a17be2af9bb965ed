/// How many cells of a terminal a text takes (Unicode UAX #11, as terminals commonly follow it).
public enum CellWidth {
  public static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  /// A character takes the width of its widest scalar: what is combined with it takes none.
  public static func of(_ character: Character) -> Int {
    character.unicodeScalars.reduce(0) { max($0, of($1)) }
  }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Blocks whose characters are wide or full width.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1B000...0x1B2FF, 0x20000...0x3FFFD
  ]

  /// The beginning of `text` that fits in `width` cells, with "…" where something was left out. It is cut
  /// between characters, never inside one.
  public static func clip(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    guard width > 0 else { return "" }
    var kept = ""
    var taken = 0
    for character in text {
      let cells = of(character)
      guard taken + cells < width else { break }
      kept.append(character)
      taken += cells
    }
    return kept + "…"
  }

  /// Exactly `cells` cells of the beginning of `text`; half of a wide character becomes a blank.
  static func prefix(of text: String, cells: Int) -> String {
    var kept = ""
    var taken = 0
    for character in text {
      let width = of(character)
      guard taken + width <= cells else { break }
      kept.append(character)
      taken += width
    }
    return kept + String(repeating: " ", count: cells - taken)
  }

  /// `text` clipped to `width`, or filled up with blanks.
  public static func pad(_ text: String, to width: Int) -> String {
    let clipped = clip(text, to: width)
    return clipped + String(repeating: " ", count: max(0, width - of(clipped)))
  }
}
