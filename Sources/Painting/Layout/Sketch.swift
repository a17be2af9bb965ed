internal import Scene

/// A page while it is laid out.
struct Sketch {
  let metrics: Metrics
  let shaper: TextShaper
  var page = Page()
  /// What can be touched.
  var targets = Targets()
  /// What is laid out now is not what the hand is at: all of it steps back.
  var isBack = false
  /// Where a strip along the lower edge may begin without cutting a line of text in two.
  var cuts: [Int] = []
  /// Where the bar to touch begins, which no strip covers; nil: there is none.
  var barTop: Int?

  init(_ metrics: Metrics, shaper: TextShaper) {
    self.metrics = metrics
    self.shaper = shaper
  }

  var panel: PixelRect { metrics.panel }
  func px(_ length: Int) -> Int { metrics.px(length) }

  /// The ink for what matters here.
  var ink: Ink { isBack ? .secondary : .text }

  mutating func fill(_ rect: PixelRect, _ ink: Ink, radius: Int = 0) {
    guard !rect.isEmpty else { return }
    page.elements.append(.fill(rect, ink, radius: radius))
  }

  mutating func frame(_ rect: PixelRect, _ ink: Ink, radius: Int = 0, thickness: Int = 1) {
    guard !rect.isEmpty else { return }
    page.elements.append(.frame(rect, ink, radius: radius, thickness: thickness))
  }

  mutating func sign(_ sign: Sign, _ rect: PixelRect, _ ink: Ink) {
    guard !rect.isEmpty else { return }
    page.elements.append(.sign(sign, rect, ink))
  }

  mutating func text(_ run: TextRun) {
    guard !run.text.isEmpty, !run.box.isEmpty else { return }
    page.elements.append(.text(run))
  }

  func width(_ text: String, size: Int, isBold: Bool = false) -> Int {
    shaper.width(of: text, size: size, isBold: isBold)
  }

  /// How high `run` becomes in a box of its width, in pixels.
  func height(of run: TextRun) -> Int { run.text.isEmpty ? 0 : shaper.shaped(run).height }

  /// A bar that shows `percent`, with a mark at `maximum` where that is below 100.
  mutating func bar(_ rect: PixelRect, percent: Int, maximum: Int = 100, _ barInk: Ink) {
    let radius = metrics.shape.isOneBit ? 0 : rect.height / 2
    if metrics.shape.isOneBit {
      frame(rect, .line)
    } else {
      fill(rect, .line, radius: radius)
    }
    let filled = rect.width * min(max(percent, 0), 100) / 100
    if filled > 0 {
      fill(PixelRect(rect.x, rect.y, max(filled, rect.height), rect.height), barInk, radius: radius)
    }
    guard maximum < 100 else { return }
    let thickness = max(1, rect.height / 6)
    fill(PixelRect(rect.x + rect.width * maximum / 100, rect.y, thickness, rect.height), ink)
  }

  /// The place for a strip along the lower edge that needs `height`, up to the next cut.
  func strip(height: Int) -> PixelRect {
    let bottom = barTop ?? panel.maxY
    let natural = bottom - height
    let cut = cuts.filter { $0 <= natural }.max() ?? natural
    // A cut far above would hide more than half a line of text is worth.
    let top = max(0, natural - cut > height * 3 / 2 ? natural : cut)
    return PixelRect(0, top, panel.width, bottom - top)
  }
}
