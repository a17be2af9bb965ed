internal import Core
internal import Formats
internal import Linux
internal import Painting
internal import Runtime

/// What the radio shows beside a terminal: the board's panel, and frames for those who work on the design.
final class Front {
  private var panel: PanelFront?
  private var frames: PictureFace?

  init(
    _ board: Board, missingLines: Set<String>, frames folder: String?, stations: String?, stateFolder: String,
    book: PhraseBook,
    host: RadioHost
  ) throws(SystemError) {
    guard board.panel != nil || folder != nil else { return }
    if let words = DrawingLibraries.failure() {
      host.radio.submit(.noted("Nothing can be drawn: \(words)"))
      return
    }
    let logos = LogoShelf(besides: stations, stateFolder: stateFolder)
    let shape = Front.usualShape(of: board)
    // Frames without a panel are those of the usual one.
    let hasStar = board.panel == nil || board.hasStar(without: missingLines)
    if let folder {
      let files = FrameFolder(folder)
      let painter = Painter(shape, format: .rgb565, hasTouch: board.hasTouch, hasStar: hasStar)
      let face = PictureFace(painter, logos: logos, loop: host.loop, radio: host.radio, book: book) {
        canvas, _ in files.write(canvas)
      }
      frames = face
      host.radio.add(face)
    }
    if let wanted = board.panel {
      let front = try PanelFront(
        wanted, hasTouch: board.hasTouch, hasStar: hasStar, loop: host.loop, radio: host.radio, book: book,
        logos: logos,
        startPicture: StartPicture.read(for: shape, stateFolder: stateFolder))
      panel = front
      host.radio.add(front)
    }
  }

  /// Called with the size of the picture, now and whenever it changes.
  func followSize(_ body: @escaping (_ width: Int, _ height: Int) -> Void) { panel?.onSize = body }

  /// What is at a place of the picture: of the panel's, or of the frames' where the board has none.
  func hit(_ place: TouchPoint) -> Hit? {
    guard let panel else { return frames?.hit(place) }
    return panel.hit(place)
  }

  func close() {
    frames?.close()
    panel?.close()
  }

  /// What a panel of this class has, before it is there.
  private static func usualShape(of board: Board) -> PanelShape {
    switch board.panel?.layout ?? .small {
    case .tiny: PanelShape(width: 128, height: 64, isOneBit: true)
    case .small: PanelShape(width: 320, height: 240)
    case .large: PanelShape(width: 800, height: 480)
    }
  }
}
