internal import Core
internal import Linux
internal import Runtime

/// The desk without a terminal: a line of JSON for each change on standard output, an action a line on standard
/// input.
final class DeskScript {
  private let input = LineInput(0)
  private let output = LineOutput(1)
  private let loop: EventLoop
  private unowned let radio: Radio
  private let time: any Timekeeping
  private var lines: JSONLines?
  private var isInputFile = false

  init(loop: EventLoop, radio: Radio, time: any Timekeeping, start: Instant) {
    self.loop = loop
    self.radio = radio
    self.time = time
    let lines = JSONLines(start: start, tellsScreens: true) { [unowned self] in take(output.write($0)) }
    self.lines = lines
    radio.add(lines)
    do throws(SystemError) {
      try loop.watch(input.number, for: .readable) { [unowned self] _ in readOnce() }
    } catch {
      // epoll does not watch regular files, which are always ready: a line is taken each turn.
      isInputFile = true
    }
  }

  /// Why the lines could not be written.
  var failure: SystemError? { output.failure }

  /// A script in a file goes on without waiting.
  var isReady: Bool { isInputFile && !input.isAtEnd }

  func readIfReady() { if isReady { readOnce() } }

  func tell(_ event: String, _ message: String) { lines?.tell(event, message: message, at: time.now) }

  func tell(_ turns: TurnMeter.Report) { lines?.tell(turns, at: time.now) }

  func close() {
    lines?.close(at: time.now)
    if !isInputFile { loop.unwatch(input.number) }
    loop.unwatch(output.number)
  }

  private func readOnce() {
    for line in input.read() {
      switch line {
      case .text(let text): perform(text)
      case .tooLong: tell("error", "a line of more than \(LineInput.lengthMax) bytes is no action")
      }
    }
    if input.isAtEnd && !isInputFile { loop.unwatch(input.number) }
  }

  private func perform(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    guard let action = Action(line: text) else {
      let given = "“\(text.prefix(80))”"
      let words =
        Action.form(of: text).map { "\(given) is not of the form “\($0)”, or out of its range" }
        ?? "\(given) is no action"
      return tell("error", "\(words): see nightstand run --actions")
    }
    radio.submit(.action(action))
    // Each line is an action of its own, as if there was time between them.
    radio.turn()
  }

  private func take(_ state: LineOutput.State) {
    switch state {
    case .written: loop.unwatch(output.number)
    case .waiting:
      try? loop.watch(output.number, for: .writable) { [unowned self] _ in take(output.flush()) }
    case .gone:
      loop.unwatch(output.number)
      radio.submit(.action(.quit))
    }
  }
}
