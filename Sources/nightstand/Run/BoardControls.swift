internal import Buttons
internal import Core
internal import Formats
internal import Linux

/// The lines of a board, as edges of its contacts and knobs.
final class BoardControls {
  typealias Report = (ControlEdge, Instant) -> Void

  /// What is wrong with lines, a sentence each.
  private(set) var troubles: [String]
  /// Lines that could not be had, by the board's names.
  let missingLines: Set<String>
  private let buttons: Buttons
  private let inputs: [Board.Input]
  private let loop: EventLoop
  private let report: Report
  private let tell: (String) -> Void
  private var watched: [Int32] = []
  /// The levels of the two lines of each knob.
  private var knobs: [KnobID: (a: Bool, b: Bool)] = [:]

  /// - Parameters:
  ///   - report: called on the loop for each edge, in the order in which they happened.
  ///   - tell: called when a line is lost later on.
  init(
    _ board: Board, loop: EventLoop, report: @escaping Report, tell: @escaping (String) -> Void
  ) throws(SystemError) {
    inputs = board.inputs
    buttons = Buttons(inputs.map { Buttons.Wanted($0.line) }, labels: board.chips)
    troubles = buttons.troubles.map(\.description)
    missingLines = Set(board.inputs.map(\.line.name))
      .subtracting(buttons.held.map { board.inputs[$0].line.name })
    self.loop = loop
    self.report = report
    self.tell = tell
    for number in buttons.numbers {
      try loop.watch(number, for: .readable) { [unowned self] _ in drain() }
      watched.append(number)
    }
    // From here on the kernel keeps what happens.
    reread(buttons.levels())
  }

  /// Reports all that the kernel has kept. It does not wait.
  func drain() {
    let news = buttons.drain()
    let gaps = Dictionary(news.gaps.map { ($0.edge.line, $0.lostAfter) }) { first, _ in first }
    for edge in news.edges {
      switch inputs[edge.line].role {
      case .contact(let id): report(.contact(id, isClosed: edge.isActive), Instant(edge.instant))
      case .knobA(let id), .knobB(let id):
        // What comes after a loss would be taken together with a level of the other line that is not of its
        // time.
        if let lost = lostAfter(of: id, gaps), edge.instant > lost { continue }
        set(edge)
        guard let level = knobs[id] else { continue }
        report(.quadrature(id, a: level.a, b: level.b), Instant(edge.instant))
      }
    }
    if !news.gaps.isEmpty {
      let lines = Set(news.gaps.map(\.edge.line))
      let knobs = Set(lines.compactMap { knob(of: $0) })
      reread(
        buttons.levels().filter { edge in
          lines.contains(edge.line) || knob(of: edge.line).map(knobs.contains) == true
        })
    }
    for lost in news.lost {
      loop.unwatch(lost.number)
      watched.removeAll { $0 == lost.number }
      tell(lost.error.description)
    }
  }

  func close() {
    watched.forEach(loop.unwatch)
    watched = []
  }

  private func knob(of line: Int) -> KnobID? {
    switch inputs[line].role {
    case .knobA(let id), .knobB(let id): id
    case .contact: nil
    }
  }

  private func lostAfter(of knob: KnobID, _ gaps: [Int: Duration]) -> Duration? {
    gaps.filter { self.knob(of: $0.key) == knob }.map(\.value).min()
  }

  private func set(_ edge: Buttons.Edge) {
    switch inputs[edge.line].role {
    case .knobA(let id): knobs[id, default: (false, false)].a = edge.isActive
    case .knobB(let id): knobs[id, default: (false, false)].b = edge.isActive
    case .contact: break
    }
  }

  private func reread(_ levels: [Buttons.Edge]) {
    var turned: Set<KnobID> = []
    for level in levels {
      set(level)
      if case .contact(let id) = inputs[level.line].role {
        report(.contactReread(id, isClosed: level.isActive), Instant(level.instant))
      } else if let id = knob(of: level.line) {
        turned.insert(id)
      }
    }
    let now = Instant(MonotonicClock.now())
    for id in turned.sorted(by: { $0.index < $1.index }) {
      guard let level = knobs[id] else { continue }
      report(.quadratureReread(id, a: level.a, b: level.b), now)
    }
  }
}

extension Buttons.Wanted {
  init(_ line: Board.Line) {
    let pull: Buttons.Pull =
      switch line.pull {
      case .up: .up
      case .down: .down
      case .none: .none
      case .asIs: .asIs
      }
    self.init(name: line.name, pull: pull, isActiveLow: line.isActiveLow)
  }
}
