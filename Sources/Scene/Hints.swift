internal import Core

extension Phrases {
  /// The keys that matter on `screen`, for the last line.
  static func hint(for screen: Screen) -> String {
    switch screen {
    case .home, .settings, .options: "↑↓ row   Enter choose   Esc back   ? keys"
    case .categories: "↑↓ row   Enter open   Esc home   Space play/pause   ? keys"
    case .stations: "↑↓ row   Enter play   F favorite   Esc categories   ? keys"
    case .recents, .favorites: "↑↓ row   Enter play   F favorite   o options   Esc home   ? keys"
    case .player: "←→ station   PgUp/PgDn category   ↑↓ volume   Enter list   ? keys"
    case .confirm: "↑↓ No or Yes   Enter choose   Esc back"
    case .radio, .help: "Esc back"
    }
  }

  /// The Keys screen.
  static let keys = [
    "Up, Down        row in a list, volume on Player",
    "Enter           choose: open, play, accept",
    "Esc, Backspace  one step back",
    "Space           play or pause",
    "Left, Right     previous, next station",
    "PgUp, PgDn      previous, next category",
    "f               next favorite",
    "F               add to favorites, or remove",
    "+ -             louder, softer",
    "m               mute",
    "Home, h         Player",
    "o               options: what can be done here",
    "digits          a station by its number in the list",
    "q, Ctrl-C       quit"
  ]
}
