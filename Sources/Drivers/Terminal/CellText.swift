/// Text made fit for a terminal's cells: nothing in it moves the cursor, changes colors or turns the reading
/// direction, whatever a station sends as its title, and its width is known.
public struct CellText: Hashable, Sendable {
  public private(set) var text = ""
  /// In cells.
  public private(set) var width = 0
  /// Whether all of the original is there.
  public private(set) var isWhole = true

  /// More marks on one cell are dropped: some titles pile up hundreds.
  static let marksMax = 3

  /// Keeps what fits into `limit` cells, by whole characters.
  public init(_ original: String, limit: Int = .max) {
    var marks = 0
    var lastWidth = 0
    for scalar in original.unicodeScalars {
      guard let shown = CellText.shown(scalar, afterWide: lastWidth == 2) else { continue }
      let cells = CellText.width(of: shown)
      if cells == 0 {
        guard lastWidth > 0, marks < CellText.marksMax else { continue }
        marks += 1
      } else {
        guard width + cells <= limit else {
          isWhole = false
          return
        }
        width += cells
        lastWidth = cells
        marks = 0
      }
      text.unicodeScalars.append(shown)
    }
  }

  /// As the initializer, with "…" in the last cell where something was cut off.
  public static func shortened(_ original: String, limit: Int) -> CellText {
    let whole = CellText(original, limit: limit)
    guard !whole.isWhole, limit > 0 else { return whole }
    var short = CellText(original, limit: limit - 1)
    short.text += "…"
    short.width += 1
    return short
  }

  /// What stands for `scalar`; nil: nothing.
  private static func shown(_ scalar: Unicode.Scalar, afterWide: Bool) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: return " "
    case 0x20...0x7E: return scalar
    // Variation selectors: with them terminals disagree about the width.
    case 0xFE00...0xFE0F: return nil
    // Joined emoji and skin tones: one cell pair for some terminals, several for others; so each stands alone.
    case 0x200D where afterWide: return nil
    case 0x1F3FB...0x1F3FF where afterWide: return nil
    // Joiners are letters' business in Persian and in Indian scripts.
    case 0x200C, 0x200D: return scalar
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate: return nil
    default: return scalar
    }
  }

  /// 0, 1 or 2 cells, as terminals have it: East Asian Width (Unicode annex 11) wide or fullwidth is 2.
  static func width(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    // Vowels and finals of Hangul written in parts join the consonant before them.
    let joined: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FF, 0x200C...0x200D]
    if joined.contains(where: { $0.contains(value) }) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if isWide(value) { return 2 }
    // Regional indicators are emoji by property, but a flag's two letters have one cell each.
    return scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }

  /// Wide without being emoji, in order (EastAsianWidth.txt, Unicode 15).
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
    0x20000...0x2FFFD, 0x30000...0x3FFFD
  ]
}
