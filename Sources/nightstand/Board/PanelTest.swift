internal import Formats
internal import Linux
internal import Painting
internal import Panel

/// The test picture on a board's panel, with the latest input on it. It belongs to the loop.
final class PanelTest {
  static let invitation = "Turn, press, touch"

  private let wanted: Board.Panel
  private let loop: EventLoop
  private let panel: Panel
  private var painter: Painter?
  private var echo = PanelTest.invitation

  /// What there is to say about the panel goes to `tell`; a panel that is not there is no reason to end.
  init(
    _ wanted: Board.Panel, loop: EventLoop, tell: @escaping (String) -> Void
  ) throws(SystemError) {
    self.wanted = wanted
    self.loop = loop
    panel = Panel.open(wanted.configuration)
    if let size = panel.size {
      tell("panel \(wanted.device): \(size.width)×\(size.height), the test picture is shown")
    }
    try loop.watch(panel.number, for: .readable) { [unowned self] _ in
      panel.take()
      takeEvents(tell)
    }
    takeEvents(tell)
  }

  var isThere: Bool { panel.size != nil }

  func show(_ echo: String) {
    self.echo = echo
    paint()
  }

  func close() {
    loop.unwatch(panel.number)
    panel.close()
  }

  private func takeEvents(_ tell: (String) -> Void) {
    for event in panel.takeEvents() {
      switch event {
      case .appeared(let width, let height):
        panel.setBacklight(percent: 100)
        if let words = DrawingLibraries.failure() {
          tell("panel \(wanted.device): nothing can be drawn: \(words)")
          continue
        }
        painter = Painter(wanted.shape(width, height), format: .rgb565)
        paint()
      case .gone(let error): tell("panel \(wanted.device): nothing can be shown: \(error)")
      case .redrawAll:
        painter?.invalidate()
        paint()
      case .noConsole: break
      }
    }
  }

  private func paint() {
    guard let painter else { return }
    wanted.present(painter.canvas, painter.paintTestCard(echo: echo).damage, on: panel)
  }
}
