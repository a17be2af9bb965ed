internal import Core
internal import Formats
internal import Keys
internal import Linux
internal import Speaker

/// `nightstand board --test`: a line for each contact that closes or opens, and for what that comes to, a test
/// picture on the panel and a tone.
final class BoardTest {
  private let board: Board
  private let seconds: Duration?
  private let loop: EventLoop
  private let signals: Signals
  private let start: Instant
  private var controls: Controls
  private var timer: EventLoop.Timer?
  private var picture: PanelTest?
  private var isOver = false

  init(_ board: Board, seconds: Duration?) throws(SystemError) {
    self.board = board
    self.seconds = seconds
    loop = try EventLoop()
    signals = try Signals()
    start = Instant(MonotonicClock.now())
    controls = Controls(board.controls)
  }

  /// False: none of the board's lines can be read, or there is nothing to test.
  func run() throws(SystemError) -> Bool {
    let say: (String) -> Void = { [unowned self] words in
      Output.line("\(stamp(Instant(MonotonicClock.now()))) \(words)")
    }
    if let panel = board.panel {
      picture = try PanelTest(panel, loop: loop, tell: say)
    } else {
      say("panel: the board has none")
    }
    defer { picture?.close() }
    let sound = try SoundTest(
      device: board.soundDevice,
      output: Speaker(board), loop: loop,
      tell: say)
    defer { sound.close() }
    var hands: BoardControls?
    let lines = try BoardControls(board, loop: loop) { [unowned self] edge, instant in
      take(edge, at: instant)
    } tell: {
      Output.complain("nightstand: \($0)")
    }
    hands = lines
    defer { lines.close() }
    lines.troubles.forEach { Output.complain("nightstand: \($0)") }
    let hasLines = lines.troubles.count < board.inputs.count
    if board.inputs.isEmpty { say("keys and knobs: the board has no lines") }
    let devices = try board.hasInputDevices ? InputDevices(loop: loop) { [unowned self] in take($0) } : nil
    defer { devices?.close() }
    timer = loop.timer { [unowned self] in
      hands?.drain()
      advance()
    }
    try loop.watch(signals.number, for: .readable) { [unowned self] _ in
      if signals.take().contains(where: { $0 == .terminate || $0 == .hangUp }) { isOver = true }
    }
    defer { loop.unwatch(signals.number) }
    let end = seconds.map { start + $0 }
    while !isOver {
      // With nothing to press or look at the tone is all there is.
      if !hasLines, devices == nil, picture?.isThere != true, sound.isOver { break }
      timer?.set(controls.wake?.sinceStart)
      guard Output.flush() else { return true }
      let left = end.map { $0 - Instant(MonotonicClock.now()) }
      if let left, left <= .zero { break }
      try loop.turn(patience: left)
    }
    if board.inputs.isEmpty { return picture?.isThere == true || sound.wasHeard }
    return hasLines
  }

  private func take(_ edge: ControlEdge, at instant: Instant) {
    switch edge {
    case .contact(let id, let isClosed):
      say(line(of: .contact(id)), isClosed ? "closed" : "open", at: instant)
    case .contactReread(let id, let isClosed):
      say(line(of: .contact(id)), isClosed ? "is closed" : "is open", at: instant)
    case .quadrature(let id, let a, let b), .quadratureReread(let id, let a, let b):
      say(line(of: .knobA(id)), "\(a ? "closed" : "open"), B \(b ? "closed" : "open")", at: instant)
    }
    var gestures: [Gesture] = []
    controls.take(edge, at: instant, &gestures)
    gestures.forEach { say($0, at: instant) }
  }

  private func advance() {
    var gestures: [Gesture] = []
    let now = Instant(MonotonicClock.now())
    controls.advance(to: now, &gestures)
    gestures.forEach { say($0, at: now) }
  }

  private func line(of role: Board.Role) -> String {
    guard let input = board.inputs.first(where: { $0.role == role }) else { return "?" }
    return "\(input.line.name) \(BoardSummary.name(of: input, on: board))"
  }

  private func say(_ gesture: Gesture, at instant: Instant) {
    func name(_ id: ContactID) -> String { board.controls.contacts[id.index].name }
    func way(_ isRight: Bool) -> String { isRight ? "right" : "left" }
    switch gesture {
    case .pressed(let id):
      if board.controls.contacts[id.index].actsAtPress { say(name(id), "=> press", at: instant) }
    case .released(let id):
      if !board.controls.contacts[id.index].actsAtPress { say(name(id), "=> short", at: instant) }
    case .held(let id): say(name(id), "=> hold", at: instant)
    case .repeated(let id): say(name(id), "=> again", at: instant)
    case .turned(_, let isRight): say("knob", "=> one click \(way(isRight))", at: instant)
    case .turnedPushed(_, let isRight): say("knob", "=> one click \(way(isRight)) while pushed", at: instant)
    case .twitched: say("knob", "=> that click was the jerk of the push", at: instant)
    case .chordHeld(let index):
      let chord = board.controls.chords[index]
      say("\(name(chord.first)) + \(name(chord.second))", "=> held", at: instant)
    case .stuck(let id): say(name(id), "=> does not open: ignored", at: instant)
    }
  }

  /// What a keyboard, a touch screen or a knob of the kernel's told.
  private func take(_ fact: InputFact) {
    switch fact {
    case .key(let code, true, let at): say("key \(code)", "pressed", at: Instant(at))
    case .key: break
    case .turned(let clicks, let at): say("the kernel's knob", "\(clicks) clicks", at: Instant(at))
    case .touch(let touch):
      guard touch.phase == .down else { return }
      let place = "\(Int(touch.x * 100)) % from the left, \(Int(touch.y * 100)) % from the top"
      say("touch", place, at: Instant(touch.instant))
    case .appeared(let name): say(name, "is there", at: Instant(MonotonicClock.now()))
    case .vanished(let name): say(name, "is gone", at: Instant(MonotonicClock.now()))
    }
  }

  private func say(_ what: String, _ how: String, at instant: Instant) {
    Output.line("\(stamp(instant)) \(what) \(how)")
    picture?.show("\(what) \(how)")
  }

  /// Seconds since the start.
  private func stamp(_ instant: Instant) -> String {
    let milliseconds = max(0, (instant - start).milliseconds)
    let rest = String(milliseconds % 1_000)
    let padding = String(repeating: "0", count: 3 - rest.count)
    return "\(milliseconds / 1_000).\(padding)\(rest)"
  }
}
