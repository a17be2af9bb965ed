internal import Core
internal import Formats
internal import Linux

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
