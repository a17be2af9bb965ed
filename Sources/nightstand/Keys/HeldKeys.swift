internal import Keys

/// The modifiers of all keyboards together. Pure.
struct HeldKeys {
  private var codes: Set<Int> = []

  var isShifted: Bool { names.contains(.shift) }

  /// Ctrl, Alt or Meta is down: what is typed is meant for somebody else (Ctrl-Alt-Delete, another terminal).
  var isForeign: Bool { !names.isDisjoint(with: [.control, .alternate, .meta]) }

  mutating func take(_ code: Int, isPressed: Bool) {
    if isPressed { codes.insert(code) } else { codes.remove(code) }
  }

  private var names: Set<KeyName> { Set(codes.compactMap { KeyName(code: $0) }) }
}
