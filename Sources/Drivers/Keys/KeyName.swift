/// The keys that the radio knows by the kernel's codes. A code says where a key is on the keyboard: letters
/// are those of the US layout whatever is printed there.
public enum KeyName: Hashable, Sendable {
  case up, down, left, right, pageUp, pageDown, home, enter, space, backspace, delete, escape
  case letter(Character)
  /// Of the upper row, a numeric pad or a remote control.
  case digit(Int)
  case plus, minus, slash, comma, period
  case shift, control, alternate, meta

  // Media keys and remote controls.
  case playPause, play, pause, stop, next, previous, forward, rewind
  case volumeUp, volumeDown, mute, channelUp, channelDown
  case homePage, back, menu, favorites, help

  /// Nil: a key that the radio does nothing with.
  public init?(code: Int) {
    guard let name = KeyName.table[code] else { return nil }
    self = name
  }

  private static let table: [Int: KeyName] = {
    var table: [Int: KeyName] = plain
    for (index, code) in (2...11).enumerated() { table[code] = .digit((index + 1) % 10) }
    let pad: [Int] = [82, 79, 80, 81, 75, 76, 77, 71, 72, 73]
    for (digit, code) in pad.enumerated() { table[code] = .digit(digit) }
    for digit in 0...9 { table[0x200 + digit] = .digit(digit) }
    let rows: [(first: Int, letters: String)] = [(16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")]
    for row in rows {
      for (index, letter) in row.letters.enumerated() { table[row.first + index] = .letter(letter) }
    }
    return table
  }()

  private static let plain: [Int: KeyName] = [
    1: .escape, 12: .minus, 13: .plus, 14: .backspace, 28: .enter, 29: .control, 42: .shift, 51: .comma,
    52: .period, 53: .slash,
    54: .shift, 56: .alternate, 57: .space, 74: .minus, 78: .plus, 96: .enter, 97: .control, 98: .slash,
    100: .alternate, 102: .home, 103: .up, 104: .pageUp, 105: .left, 106: .right, 108: .down,
    109: .pageDown, 111: .delete, 113: .mute, 114: .volumeDown, 115: .volumeUp, 125: .meta, 126: .meta,
    127: .menu, 128: .stop, 138: .help, 139: .menu, 156: .favorites, 158: .back, 163: .next,
    164: .playPause, 165: .previous, 166: .stop, 168: .rewind, 172: .homePage, 174: .back, 200: .play,
    201: .pause, 207: .play, 208: .forward, 0x160: .enter, 0x161: .enter, 0x16C: .favorites,
    0x192: .channelUp, 0x193: .channelDown, 0x1B6: .menu
  ]
}
