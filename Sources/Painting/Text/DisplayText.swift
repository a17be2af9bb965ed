/// Text from elsewhere, made fit for one line of a panel.
///
/// A station may send anything as its title: line breaks, thousands of marks on one letter, characters that
/// turn the rest of the line round. What is left is bounded, is one line, and reads as it was meant.
enum DisplayText {
  static func clean(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    var count = 0
    var marks = 0
    var endsInBlank = true
    for scalar in text.unicodeScalars {
      guard count < Limits.textScalars else {
        kept.append("…")
        break
      }
      switch kind(of: scalar) {
      case .dropped: continue
      case .blank:
        guard !endsInBlank else { continue }
        endsInBlank = true
        kept.append(" ")
      case .mark:
        marks += 1
        guard marks <= Limits.marksOnLetter else { continue }
        kept.append(scalar)
      case .letter:
        marks = 0
        endsInBlank = false
        kept.append(scalar)
      }
      count += 1
    }
    if endsInBlank, !kept.isEmpty { kept.removeLast() }
    return String(kept)
  }

  private enum Kind { case letter, mark, blank, dropped }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.value < 0x7F { return scalar.value > 0x20 ? .letter : .blank }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: return .blank
    case .nonspacingMark, .enclosingMark: return .mark
    case .format:
      // Joiners shape letters of Arabic, Persian and Indic scripts, and families of emoji; the other format
      // characters are invisible, or turn the line round.
      return scalar.value == 0x200C || scalar.value == 0x200D ? .mark : .dropped
    case .surrogate, .privateUse, .unassigned: return .letter
    default: return .letter
    }
  }

  /// Whether the first letter runs to the left: then the whole line does.
  static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        return leftward.contains { $0.contains(scalar.value) }
      default: continue
      }
    }
    return false
  }

  /// Blocks of scripts that run to the left: Hebrew to Arabic Extended-A, presentation forms, ancient scripts,
  /// and those of the supplementary plane from Mende to Arabic signs.
  private static let leftward: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF
  ]
}
