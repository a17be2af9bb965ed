internal import Core
internal import Formats
internal import Linux

/// `nightstand board --test`: a line for each contact that closes or opens, and for what that comes to.
final class BoardTest {
  private let board: Board
  private let seconds: Duration?
  private let loop: EventLoop
  private let signals: Signals
  private let start: Instant
  private var controls: Controls
  private var timer: EventLoop.Timer?
  private var isOver = false

  init(_ board: Board, seconds: Duration?) throws(SystemError) {
    self.board = board
    self.seconds = seconds
    loop = try EventLoop()
    signals = try Signals()
    start = Instant(MonotonicClock.now())
    controls = Controls(board.controls)
  }

  /// False: there is nothing to test.
  func run() throws(SystemError) -> Bool {
    var hands: BoardControls?
    let lines = try BoardControls(board, loop: loop) { [unowned self] edge, instant in
      take(edge, at: instant)
    } tell: {
      Output.complain("nightstand: \($0)")
    }
    hands = lines
    defer { lines.close() }
    lines.troubles.forEach { Output.complain("nightstand: \($0)") }
    guard lines.troubles.count < board.inputs.count else {
      if board.inputs.isEmpty { Output.complain("nightstand: the board \(board.name) has no lines") }
      return false
    }
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
      timer?.set(controls.wake?.sinceStart)
      guard Output.flush() else { return true }
      let left = end.map { $0 - Instant(MonotonicClock.now()) }
      if let left, left <= .zero { break }
      try loop.turn(patience: left)
    }
    return true
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

  private func say(_ what: String, _ how: String, at instant: Instant) {
    let milliseconds = max(0, (instant - start).milliseconds)
    let rest = String(milliseconds % 1_000)
    let padding = String(repeating: "0", count: 3 - rest.count)
    Output.line("\(milliseconds / 1_000).\(padding)\(rest) \(what) \(how)")
  }
}

/// `nightstand board --learn`: the board's first knob is turned right by ten clicks, and its lines for the
/// file are printed.
final class BoardLesson {
  private let board: Board
  private let seconds: Duration
  private let loop: EventLoop
  private var lesson = KnobLesson()
  private var lastChange: Duration?

  /// The hand has stopped turning.
  private static let rest = Duration.seconds(2)

  init(_ board: Board, seconds: Duration?) throws(SystemError) {
    self.board = board
    self.seconds = seconds ?? .seconds(60)
    loop = try EventLoop()
  }

  /// False: nothing was learned.
  func run() throws(SystemError) -> Bool {
    guard !board.controls.knobs.isEmpty else {
      Output.complain("nightstand: the board \(board.name) has no knob: name its lines in Knob0 first")
      return false
    }
    let lines = try BoardControls(board, loop: loop) { [unowned self] edge, _ in
      take(edge)
    } tell: {
      Output.complain("nightstand: \($0)")
    }
    defer { lines.close() }
    lines.troubles.forEach { Output.complain("nightstand: \($0)") }
    Output.complain("Turn the knob to the right by \(KnobLesson.clicks) clicks, then let go.")
    let end = MonotonicClock.now() + seconds
    while true {
      let now = MonotonicClock.now()
      if let lastChange, now - lastChange >= BoardLesson.rest, lesson.changeCount >= KnobLesson.clicks {
        break
      }
      guard now < end else { break }
      try loop.turn(patience: min(end - now, .milliseconds(200)))
    }
    guard let knob = lesson.knob else {
      Output.complain("nightstand: those were not \(KnobLesson.clicks) clicks to one side; please try again")
      return false
    }
    Output.text(BoardLesson.text(of: knob))
    return true
  }

  private func take(_ edge: ControlEdge) {
    guard case .quadrature(KnobID(0), let a, let b) = edge else {
      if case .quadratureReread(KnobID(0), let a, let b) = edge { lesson.take(a: a, b: b) }
      return
    }
    lesson.take(a: a, b: b)
    lastChange = MonotonicClock.now()
  }

  static func text(of knob: ControlMap.Knob) -> String {
    """
    \t\t<key>knobChangesPerClick</key>
    \t\t<integer>\(knob.changesPerClick)</integer>
    \t\t<key>knobReversed</key>
    \t\t<\(knob.isReversed)/>

    """
  }
}
