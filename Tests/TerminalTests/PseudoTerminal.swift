import Glibc
import Linux

/// A pseudo terminal: the side that a terminal program has is ours, the other one is for what is tested.
final class PseudoTerminal {
  let master: Int32
  let path: String
  private let slave: Int32

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // As posix_openpt, unlockpt and ptsname do it, which Glibc's headers hide from Swift.
    master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
    else { throw SystemError("/dev/ptmx") }
    path = "/dev/pts/\(number)"
    // Kept open, so that the terminal lives on (and keeps its modes) when the program has ended.
    slave = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    resize(columns: columns, rows: rows)
  }

  deinit {
    if slave >= 0 { Glibc.close(slave) }
    Glibc.close(master)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// The modes, as numbers that can be compared.
  var modes: [UInt32] {
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0 else { return [] }
    let codes = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt32($0) } }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + codes
  }

  func type(_ text: String) {
    var bytes = Array(text.utf8)
    _ = write(master, &bytes, bytes.count)
  }

  /// What was written within the next moment; waits up to `patience` for the first byte.
  func output(patience: Int32 = 200) -> [UInt8] {
    var all: [UInt8] = []
    var wait = patience
    while true {
      var poll = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, wait) > 0, poll.revents & Int16(POLLIN) != 0 else { return all }
      var buffer = [UInt8](repeating: 0, count: 8_192)
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return all }
      all += buffer[..<count]
      wait = 20
    }
  }

  /// Collects output until it contains `text`; nil after 20 s.
  func output(until text: String) -> String? {
    var all: [UInt8] = []
    for _ in 0..<100 {
      all += output()
      let read = String(decoding: all, as: UTF8.self)
      if read.contains(text) { return read }
    }
    return nil
  }
}
