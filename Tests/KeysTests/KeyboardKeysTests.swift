import Core
import Testing

@testable import Keys
@testable import nightstand

@Suite struct KeyboardKeysTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var code: Int
    var action: Action?
    var isShifted = false
    var testDescription: String { name }

    init(_ name: String, _ code: Int, _ action: Action?, isShifted: Bool = false) {
      self.name = name
      self.code = code
      self.action = action
      self.isShifted = isShifted
    }
  }

  /// By the names and numbers of linux/input-event-codes.h.
  static let rows: [Row] = [
    Row("KEY_UP", 103, .step(-1)), Row("KEY_DOWN", 108, .step(1)), Row("KEY_LEFT", 105, .sideways(-1)),
    Row("KEY_RIGHT", 106, .sideways(1)), Row("KEY_PAGEUP", 104, .categoryPrevious),
    Row("KEY_PAGEDOWN", 109, .categoryNext), Row("KEY_ENTER", 28, .push), Row("KEY_KPENTER", 96, .push),
    Row("KEY_O", 24, .options), Row("KEY_SPACE", 57, .playPause), Row("KEY_BACKSPACE", 14, .back),
    Row("KEY_ESC", 1, .back), Row("KEY_HOME", 102, .player), Row("KEY_H", 35, .player),
    Row("KEY_F", 33, .favoriteNext), Row("Shift KEY_F", 33, .favorite, isShifted: true),
    Row("KEY_EQUAL", 13, .volumeUp), Row("Shift KEY_EQUAL", 13, .volumeUp, isShifted: true),
    Row("KEY_KPPLUS", 78, .volumeUp), Row("KEY_MINUS", 12, .volumeDown), Row("KEY_KPMINUS", 74, .volumeDown),
    Row("KEY_M", 50, .mute), Row("Shift KEY_SLASH", 53, .help, isShifted: true), Row("KEY_SLASH", 53, nil),
    Row("KEY_COMMA", 51, nil), Row("Shift KEY_COMMA", 51, .page(-1), isShifted: true),
    Row("KEY_DOT", 52, nil),
    Row("Shift KEY_DOT", 52, .page(1), isShifted: true),
    Row("KEY_1", 2, .digit(1)), Row("KEY_9", 10, .digit(9)), Row("KEY_0", 11, .digit(0)),
    Row("KEY_KP0", 82, .digit(0)), Row("KEY_KP1", 79, .digit(1)), Row("KEY_KP2", 80, .digit(2)),
    Row("KEY_KP3", 81, .digit(3)), Row("KEY_KP4", 75, .digit(4)), Row("KEY_KP5", 76, .digit(5)),
    Row("KEY_KP6", 77, .digit(6)), Row("KEY_KP7", 71, .digit(7)), Row("KEY_KP8", 72, .digit(8)),
    Row("KEY_KP9", 73, .digit(9)), Row("KEY_NUMERIC_0", 0x200, .digit(0)),
    Row("KEY_NUMERIC_9", 0x209, .digit(9)),
    Row("KEY_PLAYPAUSE", 164, .playPause), Row("KEY_NEXTSONG", 163, .stationNext),
    Row("KEY_PREVIOUSSONG", 165, .stationPrevious), Row("KEY_VOLUMEUP", 115, .volumeUp),
    Row("KEY_VOLUMEDOWN", 114, .volumeDown), Row("KEY_MUTE", 113, .mute), Row("KEY_STOPCD", 166, .pause),
    Row("KEY_PLAYCD", 200, .play), Row("KEY_PAUSECD", 201, .pause), Row("KEY_PLAY", 207, .play),
    Row("KEY_HOMEPAGE", 172, .player), Row("KEY_BACK", 158, .back), Row("KEY_MENU", 139, .options),
    Row("KEY_OK", 0x160, .push), Row("KEY_CHANNELUP", 0x192, .stationNext),
    Row("KEY_CHANNELDOWN", 0x193, .stationPrevious), Row("KEY_FASTFORWARD", 208, .categoryNext),
    Row("KEY_REWIND", 168, .categoryPrevious), Row("KEY_BOOKMARKS", 156, .favoriteNext),
    Row("KEY_HELP", 138, .help), Row("KEY_LEFTSHIFT", 42, nil), Row("KEY_LEFTCTRL", 29, nil),
    Row("KEY_Q", 16, nil), Row("KEY_TAB", 15, nil), Row("KEY_POWER", 116, nil), Row("BTN_LEFT", 0x110, nil),
    Row("no such key", 9_999, nil), Row("negative", -1, nil)
  ]

  @Test(arguments: rows)
  func aKeyMeansTheSameAsInTheTerminal(_ row: Row) {
    let action = KeyName(code: row.code).flatMap { KeyboardKeys.action(of: $0, isShifted: row.isShifted) }
    #expect(action == row.action)
  }

  @Test func lettersAreWhereTheyAreOnTheKeyboard() {
    let letters = "qwertyuiopasdfghjklzxcvbnm"
    let codes = Array(16...25) + Array(30...38) + Array(44...50)
    for (letter, code) in zip(letters, codes) { #expect(KeyName(code: code) == .letter(letter)) }
  }

  @Test func modifiersOfAllKeyboardsCount() {
    var held = HeldKeys()
    #expect(!held.isShifted)
    held.take(54, isPressed: true)
    held.take(42, isPressed: true)
    held.take(54, isPressed: false)
    #expect(held.isShifted)
    #expect(!held.isForeign)
    held.take(29, isPressed: true)
    #expect(held.isForeign)
    held.take(29, isPressed: false)
    held.take(42, isPressed: false)
    #expect(!held.isForeign)
    #expect(!held.isShifted)
  }
}
