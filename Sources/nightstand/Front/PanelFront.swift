internal import Core
internal import Formats
internal import Linux
internal import Painting
internal import Panel
internal import Runtime

/// The board's panel and what is painted on it. A panel that is not there yet, or goes, is looked for again,
/// and the radio plays on.
final class PanelFront: Face {
  private let wanted: Board.Panel
  private let hasTouch: Bool
  private let hasStar: Bool
  private let panel: Panel
  private let loop: EventLoop
  private unowned let radio: Radio
  private let book: PhraseBook
  private let logos: LogoShelf
  private let startPicture: Picture?
  private var face: PictureFace?
  private var attemptTimer: EventLoop.Timer?
  /// Called with the size of the picture, in pixels, after rotation.
  var onSize: (_ width: Int, _ height: Int) -> Void = { _, _ in } {
    didSet { if let size = panel.size { onSize(size.width, size.height) } }
  }

  init(
    _ wanted: Board.Panel, hasTouch: Bool, hasStar: Bool, loop: EventLoop, radio: Radio, book: PhraseBook,
    logos: LogoShelf,
    startPicture: Picture?
  ) throws(SystemError) {
    self.wanted = wanted
    self.hasTouch = hasTouch
    self.hasStar = hasStar
    self.loop = loop
    self.radio = radio
    self.book = book
    self.logos = logos
    self.startPicture = startPicture
    panel = Panel.open(wanted.configuration)
    attemptTimer = loop.timer { [unowned self] in
      panel.attempt(at: MonotonicClock.now())
      takeEvents()
    }
    try loop.watch(panel.number, for: .readable) { [unowned self] _ in
      panel.take()
      takeEvents()
    }
    takeEvents()
  }

  func close() {
    loop.unwatch(panel.number)
    attemptTimer.map(loop.remove)
    face?.close()
    face = nil
    panel.close()
  }

  func show(_ state: State) { face?.show(state) }

  /// What is at a place of the picture.
  func hit(_ place: TouchPoint) -> Hit? { face?.hit(place) }

  private func takeEvents() {
    for event in panel.takeEvents() {
      switch event {
      case .appeared(let width, let height): appeared(width, height)
      case .gone(let error): radio.submit(.noted("The panel cannot be used: \(error)"))
      case .redrawAll: face?.redrawAll()
      case .noConsole: break
      }
    }
    attemptTimer?.set(panel.nextAttempt)
  }

  private func appeared(_ width: Int, _ height: Int) {
    onSize(width, height)
    panel.setBacklight(percent: 100)
    let shape = wanted.shape(width, height)
    if let face, face.painter.shape == shape { return face.redrawAll() }
    face?.close()
    let painter = Painter(shape, format: .rgb565, hasTouch: hasTouch, hasStar: hasStar)
    let face = PictureFace(painter, logos: logos, loop: loop, radio: radio, book: book) {
      [unowned self] canvas, damage in present(canvas, damage)
    }
    self.face = face
    face.showStart(startPicture)
  }

  private func present(_ canvas: Canvas, _ damage: [PixelRect]) {
    guard wanted.present(canvas, damage, on: panel) == .absent else { return }
    // One that vanished and is there again at once is drawn in the next turn: this one is still drawing.
    if panel.size == nil { takeEvents() } else { attemptTimer?.set(MonotonicClock.now()) }
  }
}
