public import Core
public import Scene

/// Paints scenes on a canvas, and only what has changed.
///
/// A scene becomes a page, a list of elements; the page is compared with the one that is on the canvas, and the
/// rectangles in which they differ are drawn anew. One thread uses a painter; pictures are decoded elsewhere
/// and handed in.
public final class Painter {
  public let shape: PanelShape
  public let canvas: Canvas

  /// What a repaint came to.
  public struct Outcome: Hashable, Sendable {
    /// What changed on the canvas; nothing lies outside it.
    public var damage: [PixelRect]
    /// When something moves next, though the scene stays as it is. Nil: nothing does.
    public var nextFrame: Instant?
    /// Pictures to be found and handed in by `supply`. The same ones are asked for until then.
    public var wanted: [PictureRequest]
  }

  /// The night palette: red on black.
  public var isNight = false

  private let hasTouch: Bool
  private let hasStar: Bool
  private let metrics: Metrics
  private let shaper: TextShaper
  private let pictures = PictureCache()
  private let masks: MaskCache
  private var page: Page?
  /// What was laid out last: only what moves in it changes while the scene stays.
  private var laidOut: (scene: Scene, sketch: Sketch)?
  private var targets = Targets()
  private var palette: Palette
  private var marquee = Marquee()
  private var warming = FontWarming([])

  /// - Parameters:
  ///   - hasTouch: wide panels have a bar to touch.
  ///   - hasStar: there is a key ★, which is named where it helps.
  public init(_ shape: PanelShape, format: Canvas.Format, hasTouch: Bool = false, hasStar: Bool = true) {
    self.shape = shape
    self.hasTouch = hasTouch
    self.hasStar = hasStar
    canvas = Canvas(format: shape.isOneBit ? .xrgb32 : format, width: shape.width, height: shape.height)
    metrics = Metrics(shape)
    shaper = TextShaper(isOneBit: shape.isOneBit)
    masks = MaskCache(isOneBit: shape.isOneBit)
    palette = shape.isOneBit ? .oneBit : .day
  }

  /// What scenes for this panel are made for.
  public var panel: ScenePanel {
    let layout = metrics.layout
    if layout == .tiny {
      let style = TinyStyle(metrics)
      return ScenePanel(
        layout: layout, rows: style.rows, sheetRows: max(1, shape.height / style.row), hasTouch: hasTouch,
        hasStar: hasStar)
    }
    let head = layout == .wide ? metrics.px(56) : headHeight
    let bar = layout == .wide && hasTouch ? metrics.px(64) : 0
    return ScenePanel(
      layout: layout, rows: max(1, (shape.height - head - bar) / RowStyle.list(metrics).height),
      sheetRows: max(1, shape.height / RowStyle.sheet(metrics).height), hasTouch: hasTouch,
      hasStar: hasStar)
  }

  /// The scene of `state` as this panel shows it. The state has to know the panel's layout (`Event.laidOut`).
  public func scene(of state: State, phrases: Phrases = .english) -> Scene {
    Scene(of: state, phrases: phrases, panel: panel)
  }

  /// Brings the canvas from what it shows to `scene`.
  /// - Parameter now: moves texts that are too long for their places.
  public func paint(_ scene: Scene, at now: Instant) -> Outcome {
    let sketch = laidOut?.scene == scene ? laidOut!.sketch : sketch(of: scene)
    laidOut = (scene, sketch)
    targets = sketch.targets
    return show(sketch.page, at: now)
  }

  /// What could be touched if `scene` were painted.
  public func targets(of scene: Scene) -> Targets { sketch(of: scene).targets }

  /// What is at the pixel (`x`, `y`) of what was painted last; nil: nothing that could be touched.
  public func hit(_ x: Int, _ y: Int) -> Hit? { targets.hit(x, y) }

  func sketch(of scene: Scene) -> Sketch {
    var sketch = Sketch(metrics, shaper: shaper)
    switch metrics.layout {
    case .tiny: sketch.tiny(scene)
    case .wide:
      sketch.wide(scene)
      if !scene.hidesVolume { sketch.overlay(of: scene) }
    case .compact:
      compact(scene, &sketch)
      sketch.overlay(of: scene)
    }
    if scene.isRightToLeft {
      sketch.page.elements = sketch.page.elements.map { $0.mirrored(in: metrics.panel) }
      sketch.targets = sketch.targets.mirrored(in: metrics.panel)
    }
    return sketch
  }

  /// The picture of the first frame, before anything is loaded.
  /// - Parameter picture: the house's own; nil: the radio's icon and name.
  public func paintStart(_ picture: Picture? = nil) -> Outcome {
    targets = Targets()
    var sketch = Sketch(metrics, shaper: shaper)
    if let picture {
      let panel = metrics.panel
      // No station has this name: a name with a slash is looked for nowhere.
      let request = PictureRequest(name: "/", width: panel.width, height: panel.height, isFine: false)
      pictures.put(picture.scaled(toFit: panel.width, panel.height), for: request)
      sketch.page.elements = [.picture(request, panel, isThere: true)]
    } else {
      sketch.start()
    }
    return show(sketch.page, at: .start)
  }

  /// The picture by which a panel is tried out.
  /// - Parameter echo: the latest input.
  public func paintTestCard(echo: String) -> Outcome {
    targets = Targets()
    var sketch = Sketch(metrics, shaper: shaper)
    sketch.testCard(echo: echo)
    return show(sketch.page, at: .start)
  }

  /// The answer to a request: a picture, or nil where there is none. Shown with the next paint.
  public func supply(_ picture: Picture?, for request: PictureRequest) { pictures.put(picture, for: request) }

  /// The pictures on disk may be others now.
  public func forgetPictures() { pictures.removeAll() }

  /// What was on the panel is lost: the next paint draws all of it.
  public func invalidate() { page = nil }

  /// What will be shown, so that `warm` opens its fonts.
  public func expect(_ names: some Sequence<String>) { warming = FontWarming(names) }

  /// Draws letters of one more font where nobody sees them, so that it is open before it is needed: the first
  /// letters of a script cost some milliseconds. To be called after the first sound, once a turn.
  /// - Returns: whether there are more.
  public func warm() -> Bool {
    guard let next = warming.next() else { return false }
    let scratch = Canvas(format: .rgb565, width: 64, height: 32)
    let box = PixelRect(0, 0, 64, 32)
    var page = Page()
    page.elements.append(
      .text(TextRun(text: next.text, size: metrics.text(20), isBold: next.isBold, box: box)))
    brush(scratch).draw(page, in: box)
    return !warming.isOver
  }

  private func brush(_ canvas: Canvas) -> Brush {
    Brush(cairo: canvas.context, palette: palette, shaper: shaper, pictures: pictures, masks: masks)
  }

  private var headHeight: Int { max(metrics.px(32), metrics.text(18) * 3 / 2) }

  private func compact(_ scene: Scene, _ sketch: inout Sketch) {
    let panel = metrics.panel
    sketch.head(Sketch.Head(of: scene), in: PixelRect(0, 0, panel.width, headHeight))
    let area = PixelRect(0, headHeight, panel.width, panel.height - headHeight)
    switch scene.body {
    case .list(let list): sketch.rows(of: list, in: area, style: .list(metrics))
    case .player(let face): sketch.player(face, in: area)
    }
  }

  private func show(_ laidOut: Page, at now: Instant) -> Outcome {
    var next = laidOut
    var wanted: [PictureRequest] = []
    marquee.begin()
    for (index, element) in next.elements.enumerated() {
      switch element {
      case .text(var run) where run.motion == .mayScroll:
        let width = shaper.width(of: run.text, size: run.size, isBold: run.isBold, isTabular: run.isTabular)
        run.motion =
          width > run.box.width ? .moved(marquee.distance(of: run, width: width, at: now)) : .still
        // At rest it says by "…" that there is more.
        if run.motion == .moved(0) { run.motion = .still }
        next.elements[index] = .text(run)
      case .picture(let request, let rect, _):
        if !request.name.isEmpty, !pictures.knows(request) { wanted.append(request) }
        next.elements[index] = .picture(request, rect, isThere: pictures[request] != nil)
      default: break
      }
    }
    marquee.end()
    let wantedPalette: Palette = shape.isOneBit ? .oneBit : isNight ? .night : .day
    if wantedPalette != palette { page = nil }
    palette = wantedPalette
    let panel = metrics.panel
    let damage = page.map { next.damage(against: $0, panel: panel) } ?? [panel]
    let brush = Brush(
      cairo: canvas.context, palette: palette, shaper: shaper, pictures: pictures, masks: masks)
    for rect in damage { brush.draw(next, in: rect) }
    page = next
    return Outcome(damage: damage, nextFrame: marquee.nextFrame, wanted: wanted)
  }
}
