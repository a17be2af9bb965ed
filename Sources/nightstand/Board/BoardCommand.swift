internal import Core
internal import Formats
internal import Linux

/// `nightstand board`: what a board's file says, and what its lines do.
struct BoardCommand {
  let options: BoardOptions

  /// The exit code.
  func perform() -> Int32 {
    do {
      let (board, findings) = try BoardFolder.read(options.board)
      findings.kept.forEach { Output.complain("\($0)") }
      let status: Int32 = findings.errorCount > 0 ? 1 : 0
      switch options.mode {
      case .summary:
        Output.text(BoardSummary.text(of: board))
        BoardHardware.missing(of: board).forEach(Output.line)
      case .bootConfig: Output.text(BoardSummary.bootConfig(of: board))
      case .test: return try BoardTest(board, seconds: options.seconds).run() ? status : 1
      case .learn: return try BoardLesson(board, seconds: options.seconds).run() ? 0 : 1
      }
      return status
    } catch {
      Output.complain("nightstand: \(error)")
      return 1
    }
  }
}

/// A board in words.
enum BoardSummary {
  static func text(of board: Board) -> String {
    var rows: [(String, String)] = [("board", board.name)]
    if !board.inputs.isEmpty {
      rows.append(("chip", board.chips.isEmpty ? "any" : board.chips.joined(separator: ", ")))
    }
    for input in board.inputs { rows.append((input.line.name, name(of: input, on: board))) }
    for output in Board.Output.allCases {
      if let line = board.outputs[output] { rows.append((line.name, output.rawValue)) }
    }
    if let panel = board.panel {
      rows.append(("panel", "\(panel.device), \(panel.layout.rawValue), turned by \(panel.rotation)°"))
    }
    let mixer = board.soundMixer.map { ", volume by \($0)" } ?? ""
    rows.append(("sound", board.soundDevice + mixer + (board.soundMono ? ", one loudspeaker" : "")))
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { $0 + String(repeating: " ", count: width - $0.count) + $1 + "\n" }.joined()
  }

  /// What hangs on an input line: "CATEGORY", "knob A".
  static func name(of input: Board.Input, on board: Board) -> String {
    switch input.role {
    case .contact(let id): board.controls.contacts[id.index].name
    case .knobA(let id): "knob\(id.index > 0 ? " \(id.index)" : "") A"
    case .knobB(let id): "knob\(id.index > 0 ? " \(id.index)" : "") B"
    }
  }

  static func bootConfig(of board: Board) -> String {
    (["# Nightstand: the board \(board.name)"] + board.bootConfig).map { $0 + "\n" }.joined()
  }
}
