/// Bytes from a terminal become keys (ECMA-48 control sequences, as xterm, rxvt, VTE, tmux and the Linux console
/// send them). A sequence may be split over any number of reads. What is not known is swallowed whole, so that
/// no rest of it acts as a key. It keeps a bounded number of bytes whatever arrives.
public struct TerminalKeys: Sendable {
  private enum State {
    case ground
    case escape
    /// After `ESC [`: the bytes before the final one.
    case control([UInt8])
    /// After `ESC [ [`: the Linux console's function keys have one byte more.
    case console
    /// After `ESC O`, perhaps with a modifier's digit.
    case single
    /// In a string that nobody here reads (OSC, DCS, …), with the number of its bytes.
    case string(count: Int, endsByEscape: Bool)
    /// In a UTF-8 character.
    case character(value: UInt32, minimum: UInt32, left: Int)
  }

  /// Longer control sequences are swallowed without being looked at, and after `stringMax` bytes nothing is a
  /// sequence any more.
  static let controlMax = 32
  static let stringMax = 4_096

  private var state = State.ground
  private var swallowed = 0

  public init() {}

  /// Whether more bytes are waited for. Then `flush` is due 50 ms after the last ones: an Esc that stands alone
  /// is the Esc key.
  public var isPending: Bool {
    if case .ground = state { return false }
    return true
  }

  /// Nothing more came.
  public mutating func flush() -> [TerminalKey] {
    defer { state = .ground }
    if case .escape = state { return [.escape] }
    return []
  }

  /// At most two keys for each byte.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    for byte in bytes { take(byte, &keys) }
    return keys
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    switch state {
    case .ground: takeOnGround(byte, &keys)
    case .escape: takeAfterEscape(byte, &keys)
    case .control(let parameters): takeInControl(byte, parameters, &keys)
    case .console: state = .ground
    case .single: takeInSingle(byte, &keys)
    case .string(let count, let endsByEscape): takeInString(byte, count, endsByEscape)
    case .character(let value, let minimum, let left): takeInCharacter(byte, value, minimum, left, &keys)
    }
  }

  private mutating func takeOnGround(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x03: keys.append(.interrupt)
    case 0x04: keys.append(.endOfInput)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x09: keys.append(.tab)
    case 0x0A, 0x0D: keys.append(.enter)
    case 0x0C: keys.append(.redraw)
    case 0x1A: keys.append(.suspend)
    case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xDF: state = .character(value: UInt32(byte & 0x1F), minimum: 0x80, left: 1)
    case 0xE0...0xEF: state = .character(value: UInt32(byte & 0x0F), minimum: 0x800, left: 2)
    case 0xF0...0xF4: state = .character(value: UInt32(byte & 0x07), minimum: 0x10000, left: 3)
    default: break
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    switch byte {
    case UInt8(ascii: "["):
      swallowed = 0
      state = .control([])
    case UInt8(ascii: "O"):
      swallowed = 0
      state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(count: 0, endsByEscape: false)
    case 0x1B:
      // The key was pressed again before the first one was told apart.
      keys.append(.escape)
    case 0x00...0x1F, 0x7F:
      keys.append(.escape)
      state = .ground
      takeOnGround(byte, &keys)
    default:
      // Alt with a key: nothing here. The rest of a longer character is of no use on the ground.
      state = .ground
    }
  }

  private mutating func takeInControl(_ byte: UInt8, _ parameters: [UInt8], _ keys: inout [TerminalKey]) {
    swallowed += 1
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty && swallowed == 1: state = .console
    case 0x20...0x3F:
      if swallowed > TerminalKeys.stringMax {
        state = .ground
      } else if parameters.count < TerminalKeys.controlMax {
        state = .control(parameters + [byte])
      }
    case 0x40...0x7E:
      state = .ground
      if parameters.count < TerminalKeys.controlMax, let key = TerminalKeys.key(parameters, final: byte) {
        keys.append(key)
      }
    default:
      // Broken off: this byte begins something new.
      state = .ground
      takeOnGround(byte, &keys)
    }
  }

  private mutating func takeInSingle(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    swallowed += 1
    switch byte {
    case 0x30...0x39 where swallowed < 4: break
    case 0x20...0x7E:
      state = .ground
      if byte == UInt8(ascii: "M") { keys.append(.enter) }
      if let key = TerminalKeys.letterKey(byte) { keys.append(key) }
    default:
      state = .ground
      takeOnGround(byte, &keys)
    }
  }

  private mutating func takeInString(_ byte: UInt8, _ count: Int, _ endsByEscape: Bool) {
    // BEL or ST (ESC \) end it; CAN and SUB break it off.
    if byte == 0x07 || byte == 0x18 || byte == 0x1A || (endsByEscape && byte == UInt8(ascii: "\\"))
      || count >= TerminalKeys.stringMax
    {
      state = .ground
    } else {
      state = .string(count: count + 1, endsByEscape: byte == 0x1B)
    }
  }

  private mutating func takeInCharacter(
    _ byte: UInt8, _ value: UInt32, _ minimum: UInt32, _ left: Int, _ keys: inout [TerminalKey]
  ) {
    guard byte & 0xC0 == 0x80 else {
      state = .ground
      takeOnGround(byte, &keys)
      return
    }
    let value = value << 6 | UInt32(byte & 0x3F)
    guard left == 1 else {
      state = .character(value: value, minimum: minimum, left: left - 1)
      return
    }
    state = .ground
    // Overlong forms, surrogates and the second set of control characters are no keys.
    guard value >= max(minimum, 0xA0), let scalar = Unicode.Scalar(value) else { return }
    keys.append(.character(Character(scalar)))
  }

  private static func key(_ parameters: [UInt8], final: UInt8) -> TerminalKey? {
    // Reports and private sequences begin with one of < = > ?, and keys have no intermediate bytes.
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    guard final == UInt8(ascii: "~") else { return letterKey(final) }
    let first = parameters.prefix { $0 != UInt8(ascii: ";") }
    switch String(decoding: first, as: UTF8.self) {
    case "1", "7": return .home
    case "3": return .delete
    case "4", "8": return .end
    case "5": return .pageUp
    case "6": return .pageDown
    // 2 is Insert, 11 and up are function keys, 200 and 201 the brackets around what is pasted.
    default: return nil
    }
  }

  private static func letterKey(_ byte: UInt8) -> TerminalKey? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }
}
