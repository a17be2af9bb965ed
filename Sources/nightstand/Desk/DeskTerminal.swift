internal import Core
internal import Linux
internal import Runtime
internal import Scene
internal import Terminal

/// The desk board: the scene as text in the terminal, and its keys.
final class DeskTerminal: Face {
  private let terminal: Terminal
  private let loop: EventLoop
  private unowned let radio: Radio
  private let book: PhraseBook
  private var escapeTimer: EventLoop.Timer?
  private var shown: Scene?

  init(path: String, loop: EventLoop, radio: Radio, book: PhraseBook) throws(SystemError) {
    terminal = try Terminal(path: path)
    self.loop = loop
    self.radio = radio
    self.book = book
    escapeTimer = loop.timer { [unowned self] in perform(terminal.flushKeys()) }
    try watch(isWaiting: false)
    radio.submit(.laidOut(painter.panel.layout))
  }

  private var painter: TextPainter {
    let size = terminal.size
    return TextPainter(width: size.columns, height: size.rows)
  }

  func show(_ state: State) {
    let painter = painter
    let scene = Scene(of: state, phrases: book.phrases(in: state.language), panel: painter.panel)
    guard scene != shown else { return }
    shown = scene
    take(terminal.show(painter.lines(of: scene).map(line)))
  }

  func sizeChanged() {
    terminal.sizeChanged()
    radio.submit(.laidOut(painter.panel.layout))
    shown = nil
    show(radio.state)
  }

  /// In the foreground again after a stop.
  func resumed() {
    guard let drawing = try? terminal.resume() else { return radio.submit(.action(.quit)) }
    take(drawing)
    sizeChanged()
  }

  func close() {
    loop.unwatch(terminal.number)
    escapeTimer.map(loop.remove)
    terminal.close()
  }

  private func watch(isWaiting: Bool) throws(SystemError) {
    try loop.watch(terminal.number, for: isWaiting ? [.readable, .writable] : .readable) {
      [unowned self] ready in
      if ready.contains(.writable) { take(terminal.writable()) }
      if !ready.isDisjoint(with: [.readable, .failed]) { read() }
    }
  }

  private func take(_ drawing: Terminal.Drawing) {
    switch drawing {
    case .shown: try? watch(isWaiting: false)
    case .waiting: try? watch(isWaiting: true)
    case .gone: radio.submit(.action(.quit))
    }
  }

  private func read() {
    switch terminal.keys() {
    case .keys(let keys):
      perform(keys)
      escapeTimer?.set(terminal.isKeyPending ? MonotonicClock.now() + Terminal.escapeDelay : nil)
    case .gone:
      loop.unwatch(terminal.number)
      radio.submit(.action(.quit))
    }
  }

  private func perform(_ keys: [TerminalKey]) {
    for key in keys {
      switch DeskKeys.wish(of: key) {
      case .action(let action): radio.submit(.action(action))
      case .redraw: take(terminal.redraw())
      case .suspend:
        guard let drawing = try? terminal.suspend() else { return radio.submit(.action(.quit)) }
        take(drawing)
        sizeChanged()
      case nil: break
      }
    }
  }

  private func line(_ line: TextLine) -> TerminalLine {
    TerminalLine(
      line.pieces.map { piece in
        let style: TerminalStyle =
          switch piece.style {
          case .plain: .plain
          case .bold: .bold
          case .dim: .dim
          case .focus: .inverse
          case .can: .accent
          case .isSo: [.accent, .bold]
          case .trouble: .bold
          }
        return TerminalText(piece.text, style)
      })
  }
}
