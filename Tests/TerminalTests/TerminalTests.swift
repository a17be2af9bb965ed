import Glibc
import Linux
import Support
import Testing

@testable import Terminal

/// Signal handlers and the one armed terminal are the process's: one test at a time.
@Suite(.serialized) struct TerminalTests {
  @Test func takesAndGivesBack() throws {
    let pseudo = try PseudoTerminal(columns: 40, rows: 10)
    let before = pseudo.modes
    let emulator = TerminalEmulator(columns: 40, rows: 10)
    let terminal = try Terminal(path: pseudo.path)
    #expect(pseudo.modes != before)
    #expect(terminal.size == .init(columns: 40, rows: 10))
    #expect(terminal.show([TerminalLine("hello"), TerminalLine("电台", .inverse, isFilled: true)]) == .shown)
    emulator.feed(pseudo.output())
    #expect(emulator.lines.prefix(2) == ["hello", "电台"])
    #expect(emulator.isAlternate && !emulator.isCursorShown)
    #expect(terminal.show([TerminalLine("hello"), TerminalLine("电台", .inverse, isFilled: true)]) == .shown)
    #expect(pseudo.output(patience: 20) == [], "nothing changed, nothing written")
    terminal.close()
    terminal.close()
    emulator.feed(pseudo.output())
    #expect(!emulator.isAlternate && emulator.isCursorShown && emulator.wraps)
    #expect(emulator.oddities == [])
    #expect(pseudo.modes == before)
    #expect(terminal.show([TerminalLine("late")]) == .shown)
    #expect(pseudo.output(patience: 20) == [], "not ours any more")
  }

  @Test func readsKeys() throws {
    let pseudo = try PseudoTerminal()
    let terminal = try Terminal(path: pseudo.path)
    #expect(terminal.keys() == .keys([]))
    pseudo.type("\u{1B}[A \u{03}\u{1A}\r\u{13}ü")
    #expect(
      terminal.keys() == .keys([.up, .character(" "), .interrupt, .suspend, .enter, .character("ü")]),
      "also what a terminal in its usual modes would act upon itself")
    pseudo.type("\u{1B}")
    #expect(terminal.keys() == .keys([]))
    #expect(terminal.isKeyPending)
    #expect(terminal.flushKeys() == [.escape])
    terminal.close()
  }

  @Test func resize() throws {
    let pseudo = try PseudoTerminal(columns: 40, rows: 10)
    let terminal = try Terminal(path: pseudo.path)
    _ = terminal.show([TerminalLine("a line that is longer than twenty cells")])
    _ = pseudo.output()
    pseudo.resize(columns: 20, rows: 5)
    #expect(terminal.sizeChanged() == .init(columns: 20, rows: 5))
    let emulator = TerminalEmulator(columns: 20, rows: 5)
    #expect(terminal.show([TerminalLine("a line that is longer than twenty cells")]) == .shown)
    emulator.feed(pseudo.output())
    #expect(emulator.lines == ["a line that is longe", "", "", "", ""])
    pseudo.resize(columns: 0, rows: 0)
    #expect(terminal.sizeChanged() == Terminal.fallbackSize)
    terminal.close()
  }

  /// Nobody reads: the loop goes on, memory stays bounded, and when somebody reads again the newest lines are
  /// what is seen.
  @Test func terminalThatTakesNothing() throws {
    let pseudo = try PseudoTerminal(columns: 80, rows: 24)
    let before = pseudo.modes
    let terminal = try Terminal(path: pseudo.path)
    let emulator = TerminalEmulator(columns: 80, rows: 24)
    func lines(_ round: Int) -> [TerminalLine] {
      (0..<24).map { TerminalLine("round \(round) line \($0) " + String(repeating: "x", count: 40)) }
    }
    let start = MonotonicClock.now()
    var drawing = Terminal.Drawing.shown
    for round in 0..<2_000 { drawing = terminal.show(lines(round)) }
    #expect(drawing == .waiting)
    #expect(MonotonicClock.now() - start < .seconds(60))
    for _ in 0..<1_000 where drawing == .waiting {
      emulator.feed(pseudo.output(patience: 50))
      drawing = terminal.writable()
    }
    #expect(drawing == .shown)
    emulator.feed(pseudo.output())
    #expect(emulator.lines[23].hasPrefix("round 1999 line 23 x"))
    #expect(emulator.lines[0].hasPrefix("round 1999 line 0 x"))
    #expect(emulator.oddities == [])
    // It is given back also when nothing is read.
    for round in 0..<2_000 { drawing = terminal.show(lines(round)) }
    #expect(drawing == .waiting)
    terminal.close()
    #expect(pseudo.modes == before)
    #expect(MonotonicClock.now() - start < .seconds(60))
  }

  @Test func terminalThatIsGone() throws {
    var pseudo: PseudoTerminal? = try PseudoTerminal()
    let terminal = try Terminal(path: pseudo!.path)
    _ = terminal.show([TerminalLine("x")])
    pseudo = nil
    #expect(terminal.keys() == .gone)
    #expect(terminal.show([TerminalLine("y")]) == .gone)
    #expect(try terminal.resume() == .gone)
    terminal.close()
    let second = try PseudoTerminal()
    let other = try Terminal(path: second.path)
    other.close()
  }

  @Test func noTerminal() {
    #expect(throws: SystemError("open", code: ENOTTY)) { _ = try Terminal(path: "/dev/null") }
    #expect(throws: SystemError("open", code: ENOENT)) { _ = try Terminal(path: "/dev/nosuchtty") }
  }

  static let crashes: [(String, ChildProgram.End)] = {
    #if arch(x86_64)
      let trap = ChildProgram.End.signal(SIGILL)
    #else
      let trap = ChildProgram.End.signal(SIGTRAP)
    #endif
    return [
      ("abort", .signal(SIGABRT)), ("precondition", trap), ("index", trap), ("thread", .signal(SIGABRT)),
      ("segmentation", .signal(SIGSEGV)), ("overflow", .signal(SIGSEGV))
    ]
  }()

  @Test(arguments: crashes) func crash(way: String, end: ChildProgram.End) throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let program = try ChildProgram(way, on: pseudo)
    let output = try #require(pseudo.output(until: "?1049l"))
    #expect(program.end() == end, "the crash is still a crash")
    #expect(output.contains("ready"))
    #expect(output.hasSuffix(Terminal.restoreSequence))
    #expect(pseudo.modes == before)
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func ordinaryEnd(signal: Int32) throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let program = try ChildProgram("wait", on: pseudo)
    #expect(pseudo.output(until: "a bar") != nil)
    #expect(pseudo.modes != before)
    program.send(signal)
    #expect(program.end() == .exit(3))
    #expect(String(decoding: pseudo.output(), as: UTF8.self).hasSuffix(Terminal.restoreSequence))
    #expect(pseudo.modes == before)
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT])
  func signalFromOutside(signal: Int32) throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let program = try ChildProgram("kill", on: pseudo)
    #expect(pseudo.output(until: "a bar") != nil)
    program.send(signal)
    #expect(program.end() == .signal(signal))
    #expect(String(decoding: pseudo.output(), as: UTF8.self).hasSuffix(Terminal.restoreSequence))
    #expect(pseudo.modes == before)
  }

  /// The leader of a session has no shell that could let it go on: Ctrl-Z changes nothing for good.
  @Test func suspendWithoutJobControl() throws {
    let pseudo = try PseudoTerminal()
    let program = try ChildProgram("suspend", on: pseudo)
    let output = try #require(pseudo.output(until: "back"))
    #expect(output.contains(Terminal.restoreSequence + Terminal.enterSequence))
    pseudo.type("q")
    #expect(program.end() == .exit(4))
  }

  @Test func suspendUnderAShell() throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let shell = try ChildProgram("shell", on: pseudo)
    let output = try #require(pseudo.output(until: "back"))
    #expect(output.contains(Terminal.restoreSequence + Terminal.enterSequence))
    #expect(pseudo.modes != before)
    pseudo.type("q")
    #expect(shell.end() == .exit(0))
    #expect(pseudo.modes == before)
  }
}
