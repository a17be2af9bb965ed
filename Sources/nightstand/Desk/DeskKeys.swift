internal import Core
internal import Terminal

/// What the keys of the desk mean: the map that every keyboard gets. Where a board has a key for the same,
/// they are that key.
enum DeskKeys {
  /// What a key asks for. The list of keys on the Keys screen (`Phrases.key`) says the same.
  enum Wish: Equatable {
    case action(Action)
    case suspend
    case redraw
  }

  static func wish(of key: TerminalKey) -> Wish? {
    switch key {
    // A key that is held down repeats itself 30 times a second: that is no hand that turns fast.
    case .up: .action(.step(-1))
    case .down: .action(.step(1))
    case .left: .action(.sideways(-1))
    case .right: .action(.sideways(1))
    case .pageUp: .action(.categoryPrevious)
    case .pageDown: .action(.categoryNext)
    case .enter: .action(.key(.knob))
    case .backspace, .delete, .escape: .action(.key(.back))
    case .home: .action(.player)
    case .interrupt, .endOfInput: .action(.quit)
    case .suspend: .suspend
    case .redraw: .redraw
    case .character(let character): action(of: character).map { .action($0) }
    case .end, .tab: nil
    }
  }

  private static func action(of character: Character) -> Action? {
    switch character {
    case " ": .key(.play)
    case "f": .key(.star)
    case "F": .hold(.star)
    case "h": .player
    case "m": .mute
    case "z": .key(.moon)
    case "Z": .hold(.moon)
    case "o": .hold(.knob)
    case "q": .quit
    case "+", "=": .volumeUp
    case "-": .volumeDown
    case "<": .page(-1)
    case ">": .page(1)
    case "?": .help
    case "0"..."9": character.wholeNumberValue.map { .digit($0) }
    default: nil
    }
  }
}
