internal import Core
internal import Keys

/// What the keys of a keyboard, a numeric pad or a remote control mean: the same as in the terminal
/// (`DeskKeys`), and what is printed on media keys.
enum KeyboardKeys {
  /// - Parameter isShifted: whether a shift key is down.
  static func action(of key: KeyName, isShifted: Bool) -> Action? {
    switch key {
    case .up: .step(-1)
    case .down: .step(1)
    case .left: .sideways(-1)
    case .right: .sideways(1)
    case .previous, .channelDown: .stationPrevious
    case .next, .channelUp: .stationNext
    case .pageUp, .rewind: .categoryPrevious
    case .pageDown, .forward: .categoryNext
    case .enter: .push
    case .backspace, .delete, .escape, .back: .back
    case .home, .homePage: .player
    case .space, .playPause: .playPause
    case .play: .play
    case .pause, .stop: .pause
    case .plus, .volumeUp: .volumeUp
    case .minus, .volumeDown: .volumeDown
    case .mute: .mute
    case .favorites: .favoriteNext
    case .menu: .options
    case .help: .help
    case .slash: isShifted ? .help : nil
    // Where < and > are printed on a US keyboard.
    case .comma: isShifted ? .page(-1) : nil
    case .period: isShifted ? .page(1) : nil
    case .digit(let digit): .digit(digit)
    case .letter(let letter): action(of: letter, isShifted: isShifted)
    case .shift, .control, .alternate, .meta: nil
    }
  }

  private static func action(of letter: Character, isShifted: Bool) -> Action? {
    switch letter {
    case "f": isShifted ? .favorite : .favoriteNext
    case "h": .player
    case "m": .mute
    case "o": .options
    default: nil
    }
  }
}
