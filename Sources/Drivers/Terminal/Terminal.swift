internal import CTerminal
internal import Glibc
public import Linux

/// A terminal in raw mode, with the alternate screen and no cursor, and given back as it was: by `close`, and by
/// a signal handler when this process crashes. It prevents: a shell without echo after a crash, a loop that
/// stands still because nobody reads the terminal (Ctrl-S over ssh, a dead connection), and escape sequences in
/// a station's title.
///
/// The terminal is opened anew, since O_NONBLOCK on standard output would be shared with the shell that started
/// us and stay there. It belongs to the loop; one at a time.
public final class Terminal {
  public struct Size: Hashable, Sendable {
    /// In cells.
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  public enum Drawing: Hashable, Sendable {
    case shown
    /// The terminal takes no more now: watch it for writing and call `writable`. Only the newest lines are kept.
    case waiting
    /// The terminal is no more: the window was closed, the connection is lost.
    case gone
  }

  public enum Input: Hashable, Sendable {
    case keys([TerminalKey])
    case gone
  }

  /// How long an Esc waits for the rest of a sequence.
  public static let escapeDelay = Duration.milliseconds(50)
  /// Where the size is unknown (a serial line).
  public static let fallbackSize = Size(columns: 80, rows: 24)

  static let enterSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
  static let restoreSequence = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let descriptor: Descriptor
  /// As they were when the terminal was taken.
  private var savedModes = termios()
  private var isTaken = false
  private var isGone = false
  private var screen: TerminalScreen
  private var decoder = TerminalKeys()
  private var lines: [TerminalLine] = []
  /// A frame that the terminal has not taken whole.
  private var unsent: ArraySlice<UInt8> = []

  /// The terminal that standard input and output are, or nil where they are none (a pipe, a service) or one
  /// without any abilities.
  public static var standardPath: String? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    if let kind = getenv("TERM"), String(cString: kind) == "dumb" { return nil }
    var name = [CChar](repeating: 0, count: 128)
    if ttyname_r(STDOUT_FILENO, &name, name.count) == 0 {
      let path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      if access(path, R_OK | W_OK) == 0 { return path }
    }
    // Inside a container the name may not exist; the controlling terminal always does.
    return "/dev/tty"
  }

  /// Takes the terminal at `path`.
  public init(path: String) throws(SystemError) {
    descriptor = try Descriptor.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    guard isatty(descriptor.number) == 1 else { throw SystemError("open", code: ENOTTY) }
    let size = Terminal.size(of: descriptor.number)
    screen = TerminalScreen(columns: size.columns, rows: size.rows)
    try take()
  }

  deinit { close() }

  /// For `EventLoop.watch`.
  public var number: Int32 { descriptor.number }

  public var size: Size { Size(columns: screen.columns, rows: screen.rows) }

  // MARK: Drawing

  /// Shows `lines` from the top, writing what changed, in one write(2). Never waits.
  public func show(_ lines: [TerminalLine]) -> Drawing {
    // More than the screen has is not kept either.
    self.lines = Array(lines.prefix(TerminalScreen.rowsMax))
    return draw()
  }

  /// Goes on with what the terminal did not take.
  public func writable() -> Drawing { draw() }

  /// After SIGWINCH: asks for the size; the next `show` draws everything.
  @discardableResult
  public func sizeChanged() -> Size {
    let size = Terminal.size(of: descriptor.number)
    screen.resize(columns: size.columns, rows: size.rows)
    return self.size
  }

  /// Draws everything anew, for instance after another program wrote on the screen.
  @discardableResult
  public func redraw() -> Drawing {
    screen.forget()
    return draw()
  }

  private func draw() -> Drawing {
    guard isTaken, !isGone else { return isGone ? .gone : .shown }
    // What the terminal has begun to take must be finished first, or a sequence would be cut in its middle.
    var result = send()
    if result == .shown {
      unsent = screen.update(lines)[...]
      result = send()
    }
    return result
  }

  private func send() -> Drawing {
    while !unsent.isEmpty {
      let taken: Int?
      do throws(SystemError) { taken = try write(unsent) } catch {
        isGone = true
        unsent = []
        return .gone
      }
      guard let taken else { return .waiting }
      unsent.removeFirst(taken)
    }
    unsent = []
    return .shown
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    let result: Result<Int?, SystemError> = bytes.withUnsafeBytes { buffer in
      do throws(SystemError) { return .success(try descriptor.write(buffer)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  // MARK: Keys

  /// Reads once what was typed.
  public func keys() -> Input {
    guard !isGone else { return .gone }
    var buffer = [UInt8](repeating: 0, count: 512)
    let result: Result<Int?, SystemError> = buffer.withUnsafeMutableBytes { buffer in
      do throws(SystemError) { return .success(try descriptor.read(into: buffer)) } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(nil): return .keys([])
    case .success(let count?) where count > 0: return .keys(decoder.feed(buffer[..<count]))
    // The end of input or EIO: nobody is at the other side any more.
    case .success, .failure:
      isGone = true
      return .gone
    }
  }

  /// Whether `flushKeys` is to be called `escapeDelay` after the last bytes.
  public var isKeyPending: Bool { decoder.isPending }

  public func flushKeys() -> [TerminalKey] { decoder.flush() }

  // MARK: Taking and giving back

  /// For Ctrl-Z: gives the terminal back and stops this process and those started with it, as the terminal
  /// itself would; returns when the shell lets them go on, with everything drawn anew. SIGTSTP must be neither
  /// blocked nor caught. Where nobody could let us go on (no job control) the kernel does not stop us.
  @discardableResult
  public func suspend() throws(SystemError) -> Drawing {
    giveBack()
    // First the others. Then this thread itself: a signal to the process could stop another thread first, and
    // this one would take the terminal again before it stops too.
    let action = signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    signal(SIGTSTP, action)
    raise(SIGTSTP)
    return try resume()
  }

  /// Takes the terminal again, for instance on SIGCONT after a stop that nobody announced (SIGSTOP).
  @discardableResult
  public func resume() throws(SystemError) -> Drawing {
    guard !isGone else { return .gone }
    if isTaken { setRaw() } else { try take() }
    sizeChanged()
    return redraw()
  }

  /// Gives the terminal back as it was. Waits 200 ms at most for a terminal that takes nothing.
  public func close() { giveBack() }

  private func take() throws(SystemError) {
    guard tcgetattr(descriptor.number, &savedModes) == 0 else { throw SystemError("tcgetattr") }
    let restore = Terminal.restoreSequence
    let code = cterminal_arm(descriptor.number, &savedModes, restore, Int32(restore.utf8.count))
    guard code == 0 else { throw SystemError("sigaction", code: code) }
    isTaken = true
    setRaw()
    screen.forget()
    unsent = Array(Terminal.enterSequence.utf8)[...]
    _ = send()
  }

  private func setRaw() {
    var raw = savedModes
    cfmakeraw(&raw)
    // One byte is enough for a read to return. (With VMIN 0 "nothing there" would look like the end.)
    withUnsafeMutableBytes(of: &raw.c_cc) { codes in
      codes[Int(VMIN)] = 1
      codes[Int(VTIME)] = 0
    }
    set(raw)
  }

  private func giveBack() {
    guard isTaken else { return }
    isTaken = false
    if !isGone {
      var restore = Array(Terminal.restoreSequence.utf8)
      // A frame was cut off, perhaps within a sequence: CAN ends that.
      if !unsent.isEmpty { restore.insert(0x18, at: 0) }
      unsent = restore[...]
      if send() == .waiting {
        var poll = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        _ = Glibc.poll(&poll, 1, 200)
        _ = send()
      }
      unsent = []
      // Allowed from the background too: blocked, SIGTTOU does not stop us.
      cterminal_block_background_stop(1)
      set(savedModes)
      cterminal_block_background_stop(0)
    }
    cterminal_disarm()
  }

  private func set(_ modes: termios) {
    var modes = modes
    while tcsetattr(descriptor.number, TCSANOW, &modes) != 0 {
      guard errno == EINTR else {
        isGone = true
        return
      }
    }
  }

  private static func size(of number: Int32) -> Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cterminal_size(number, &columns, &rows) == 0, columns > 0, rows > 0 else { return fallbackSize }
    return Size(columns: Int(columns), rows: Int(rows))
  }
}
