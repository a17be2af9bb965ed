/// What a color means. Nothing is drawn in a color that is not here.
enum Ink: Hashable, Sendable {
  case background, text, secondary, line
  /// The focus of the knob and what stands on it: the one accent.
  case focus, onFocus
  /// What can be done; what is so.
  case can, isSo
  case trouble
  /// The ground of what lies over a screen.
  case over
  /// Red, green and blue as they are: of the test picture alone.
  case pure(UInt32)
}

struct Color: Hashable, Sendable {
  var red: Double
  var green: Double
  var blue: Double

  init(_ hex: UInt32) {
    red = Double(hex >> 16 & 0xFF) / 255
    green = Double(hex >> 8 & 0xFF) / 255
    blue = Double(hex & 0xFF) / 255
  }
}

/// The colors of day, of night, and of panels that have only two.
enum Palette: Hashable, Sendable {
  case day, night, oneBit

  subscript(_ ink: Ink) -> Color {
    switch self {
    case .day:
      switch ink {
      case .background: Color(0x101418)
      case .text: Color(0xF2F0EA)
      case .secondary: Color(0xA3ACB4)
      case .line: Color(0x3A424A)
      case .focus: Color(0xFFB000)
      case .onFocus: Color(0x101418)
      case .can: Color(0x45C274)
      case .isSo: Color(0x6AA6FF)
      case .trouble: Color(0xFF7A6B)
      case .over: Color(0x000000)
      case .pure(let hex): Color(hex)
      }
    // Red alone: it leaves the eye its night sight. Shapes tell what colors tell by day.
    case .night:
      switch ink {
      case .background, .onFocus, .over: Color(0x000000)
      case .text, .focus, .can, .isSo, .trouble: Color(0xC23A26)
      case .secondary: Color(0x9A2E1F)
      case .line: Color(0x3A120C)
      case .pure(let hex): Color(hex)
      }
    case .oneBit:
      switch ink {
      case .background, .onFocus, .over: Color(0x000000)
      // Becomes black or white on its way to the panel.
      case .pure(let hex): Color(hex)
      default: Color(0xFFFFFF)
      }
    }
  }
}
