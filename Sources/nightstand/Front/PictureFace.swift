internal import Core
internal import Linux
internal import Painting
internal import Runtime
internal import Scene

/// The radio as a picture: paints what changed and hands it to whoever presents it, a panel or a folder of
/// files.
final class PictureFace: Face {
  typealias Present = (_ canvas: Canvas, _ damage: [PixelRect]) -> Void

  /// Between two scripts whose fonts are opened ahead of need, so that a key finds the loop free.
  private static let warmPause = Duration.milliseconds(200)

  let painter: Painter
  private let loop: EventLoop
  private unowned let radio: Radio
  private let book: PhraseBook
  private let present: Present
  private var pictures: PictureWorker?
  private var frameTimer: EventLoop.Timer?
  private var warmTimer: EventLoop.Timer?
  private var shown: Scene?
  private var isWarm = false

  init(
    _ painter: Painter, logos: LogoShelf, loop: EventLoop, radio: Radio, book: PhraseBook,
    present: @escaping Present
  ) {
    self.painter = painter
    self.loop = loop
    self.radio = radio
    self.book = book
    self.present = present
    frameTimer = loop.timer { [unowned self] in repaint() }
    warmTimer = loop.timer { [unowned self] in warm() }
    // Without a thread for them there are no pictures, and the radio plays.
    pictures = try? PictureWorker(logos, loop: loop) { [unowned self] answer in
      painter.supply(answer.picture, for: answer.request)
      repaint()
    }
    radio.submit(.laidOut(painter.panel.layout))
  }

  func close() {
    pictures?.close()
    pictures = nil
    frameTimer.map(loop.remove)
    warmTimer.map(loop.remove)
  }

  func show(_ state: State) {
    let scene = painter.scene(of: state, phrases: book.phrases(in: state.language))
    if !isWarm, case .playing = state.playback.phase {
      isWarm = true
      warmTimer?.set(MonotonicClock.now() + PictureFace.warmPause)
    }
    guard scene != shown else { return }
    shown = scene
    repaint()
  }

  /// What is at a place of the picture.
  func hit(_ place: TouchPoint) -> Hit? {
    func pixel(_ share: Double, _ side: Int) -> Int { min(Int(max(share, 0) * Double(side)), side - 1) }
    return painter.hit(pixel(place.x, painter.shape.width), pixel(place.y, painter.shape.height))
  }

  /// The house's own picture, or the radio's, until there is a scene.
  func showStart(_ picture: Picture?) {
    let outcome = painter.paintStart(picture)
    present(painter.canvas, outcome.damage)
  }

  /// What was presented is lost.
  func redrawAll() {
    painter.invalidate()
    repaint()
  }

  private func repaint() {
    guard let shown else { return }
    let outcome = painter.paint(shown, at: Instant(MonotonicClock.now()))
    for request in outcome.wanted { pictures?.ask(for: request) }
    frameTimer?.set(outcome.nextFrame?.sinceStart)
    if !outcome.damage.isEmpty { present(painter.canvas, outcome.damage) }
  }

  private func warm() {
    if painter.warm() { warmTimer?.set(MonotonicClock.now() + PictureFace.warmPause) }
  }
}
