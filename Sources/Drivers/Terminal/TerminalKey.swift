/// A key, as far as a terminal tells keys apart. Shift, Alt and Control with an arrow or paging key count as the
/// key itself.
public enum TerminalKey: Hashable, Sendable {
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, backspace, delete, tab, escape
  /// Ctrl-C.
  case interrupt
  /// Ctrl-Z.
  case suspend
  /// Ctrl-D.
  case endOfInput
  /// Ctrl-L: draw everything anew.
  case redraw
  /// A printable character; the space bar is one too.
  case character(Character)
}
