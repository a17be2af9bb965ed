internal import CPanel
internal import Glibc
public import Linux

/// The virtual terminal that is shown on the panel: its text, its cursor and its blanking are off as long as
/// it is held, and put back by `close`, at a crash by a signal handler, and after SIGKILL by whoever shows
/// text there next (the kernel lets go of the switching by itself). It prevents: a blinking cursor, the
/// kernel's messages and a login prompt in the picture, and a picture over another terminal that somebody
/// wants to see.
public final class PanelConsole {
  public enum Change: Hashable, Sendable {
    /// Another terminal is shown: nothing may be drawn.
    case left
    /// Ours is shown again: everything has to be drawn anew.
    case returned
  }

  /// Of /dev/ttyN.
  public let terminal: Int
  public private(set) var isShown = true

  private let descriptor: Descriptor
  private let switches: WakeEvent
  private let ownsSwitching: Bool
  private var isHeld = true

  // setterm(1): blanking and power saving after 0 minutes, which is never; the cursor.
  private static let takeSequence = "\u{1B}[9;0]\u{1B}[14;0]\u{1B}[?25l"
  private static let restoreSequence = "\u{1B}[?25h"

  /// One at a time in a process.
  /// - Parameters:
  ///   - path: of the terminal; nil: the one that is shown now.
  ///   - switches: rung when `take` is to be called.
  public init(path: String?, switches: WakeEvent = WakeEvent()) throws(SystemError) {
    if let path {
      descriptor = try Descriptor.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
      terminal = Int(path.drop { !$0.isNumber }) ?? 0
    } else {
      let shown = try PanelConsole.shown()
      descriptor = try Descriptor.open("/dev/tty\(shown)", O_RDWR | O_NOCTTY | O_NONBLOCK)
      terminal = shown
    }
    self.switches = switches
    let tty = descriptor.number
    PanelConsole.write(PanelConsole.takeSequence, to: tty)
    let restore = PanelConsole.restoreSequence
    var code = cpanel_arm(tty, restore, Int32(restore.utf8.count))
    guard code == 0 else { throw SystemError("sigaction", code: code) }
    code = cpanel_set_graphics(tty, 1)
    guard code == 0 else {
      cpanel_disarm()
      PanelConsole.write(restore, to: tty)
      throw SystemError("KDSETMODE", code: code)
    }
    // Without this the kernel refuses to show another terminal as long as ours is in graphics mode.
    ownsSwitching = cpanel_own_switching(tty, switches.number) == 0
    if let shown = try? PanelConsole.shown() { isShown = shown == terminal }
  }

  deinit { close() }

  /// For `EventLoop.watch`: readable when `take` is to be called.
  public var number: Int32 { switches.number }

  /// What happened to the screen since the last call, in order. Lets the other terminal be shown.
  public func take() -> [Change] {
    switches.clear()
    guard isHeld, ownsSwitching else { return [] }
    let bits = cpanel_take_switches()
    var changes: [Change] = []
    if bits & Int32(cpanel_switch_away) != 0 {
      isShown = false
      changes.append(.left)
      _ = cpanel_agree_to_leave(descriptor.number)
    }
    if bits & Int32(cpanel_switch_back) != 0 {
      _ = cpanel_agree_to_return(descriptor.number)
      // A program on the other terminal may have put ours into text mode.
      _ = cpanel_set_graphics(descriptor.number, 1)
      isShown = true
      changes.append(.returned)
    }
    return changes
  }

  /// Gives the terminal back as a text terminal, whatever it was before: a run that was killed may have left
  /// it in graphics mode.
  public func close() {
    guard isHeld else { return }
    isHeld = false
    let tty = descriptor.number
    if ownsSwitching { _ = cpanel_disown_switching(tty) }
    _ = cpanel_set_graphics(tty, 0)
    PanelConsole.write(PanelConsole.restoreSequence, to: tty)
    cpanel_disarm()
  }

  /// The N of the /dev/ttyN that is shown.
  public static func shown() throws(SystemError) -> Int {
    let master = try Descriptor.open("/dev/tty0", O_RDONLY | O_NOCTTY | O_NONBLOCK)
    let number = cpanel_active_console(master.number)
    guard number > 0 else { throw SystemError("VT_GETSTATE", code: -number) }
    return Int(number)
  }

  /// A terminal that takes nothing has no cursor to be hidden either.
  private static func write(_ sequence: String, to tty: Int32) {
    let bytes = Array(sequence.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(tty, $0.baseAddress, $0.count) }
  }
}
