public import Core

/// What a finger hits.
public enum Hit: Hashable, Sendable {
  /// A row, by its number in the whole list, from 0: of the list that is in front, or of the sheet over it.
  case row(Int)
  /// A row of the list that stands beside what plays.
  case companionRow(Int)
  /// The value that is being changed.
  case value
  /// The arrow beside that value: 1 for the next, -1 for the one before.
  case arrow(Int)
  /// An answer to a question.
  case answer(isYes: Bool)
  /// What stands in the head: Clear.
  case headAction
  /// The buttons of what plays.
  case playPause, favorite
  case tab(Screen)
  /// Beside the sheet that lies over the screen.
  case outside
  /// A place on the volume bar, 0 … 100.
  case volume(Int)
}

/// What can be touched on a page, and where.
public struct Targets: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case hit(Hit)
    /// The bar of the volume lies from `x` and is so wide; it fills from there, or towards there.
    case volume(x: Int, width: Int, fillsLeftward: Bool)
    /// It lies over others, and does nothing.
    case cover
  }

  struct Area: Hashable, Sendable {
    var rect: PixelRect
    var kind: Kind
  }

  /// In the order in which they were drawn: the last that holds a point lies uppermost.
  var areas: [Area] = []

  /// What is at the pixel (`x`, `y`); nil: nothing that could be touched.
  public func hit(_ x: Int, _ y: Int) -> Hit? {
    guard let area = areas.last(where: { $0.rect.contains(x, y) }) else { return nil }
    switch area.kind {
    case .hit(let hit): return hit
    case .cover: return nil
    case .volume(let left, let width, let fillsLeftward):
      let filled = fillsLeftward ? left + width - 1 - x : x - left
      let last = max(1, width - 1)
      return .volume((min(max(filled, 0), last) * 100 + last / 2) / last)
    }
  }

  /// What can be touched at all, each with a pixel where it can, in the middle if that is free: for tests and
  /// searches. The volume bar counts once.
  public var all: [(hit: Hit, x: Int, y: Int)] {
    areas.indices.compactMap { index in
      let rect = areas[index].rect
      let y = rect.y + rect.height / 2
      let places = [4, 2, 6, 1, 7].map { rect.x + rect.width * $0 / 8 }
      guard let x = places.first(where: { x in areas.lastIndex { $0.rect.contains(x, y) } == index }) else {
        return nil
      }
      return hit(x, y).map { ($0, x, y) }
    }
  }

  /// As they are on a screen whose language runs to the left.
  func mirrored(in panel: PixelRect) -> Targets {
    Targets(
      areas: areas.map { area in
        var kind = area.kind
        if case .volume(let x, let width, let fillsLeftward) = kind {
          let bar = PixelRect(x, 0, width, 1).mirrored(in: panel)
          kind = .volume(x: bar.x, width: width, fillsLeftward: !fillsLeftward)
        }
        return Area(rect: area.rect.mirrored(in: panel), kind: kind)
      })
  }
}

extension Sketch {
  /// What a finger needs on a wide panel, each way, in pixels of the drawing board.
  static let touchSide = 60

  /// `rect` can be touched. On wide panels it is made as large as a finger, within the panel.
  mutating func target(_ rect: PixelRect, _ hit: Hit) { add(.hit(hit), grown(rect)) }

  /// Rows of a list: next to each other, none may take from its neighbor.
  mutating func targetRow(_ rect: PixelRect, _ hit: Hit) { add(.hit(hit), rect) }

  /// - Parameter strip: from its top to its end the finger means the bar; nil: the bar stands alone.
  mutating func targetVolume(_ bar: PixelRect, in strip: PixelRect? = nil) {
    // A little beside either end: it is the whole way to silence, and to the loudest.
    var wide = bar.inset(-px(10), 0)
    if let strip { (wide.y, wide.height) = (strip.y, strip.height) }
    add(.volume(x: bar.x, width: bar.width, fillsLeftward: false), grown(wide))
  }

  /// What lies below `rect` is out of reach.
  mutating func cover(_ rect: PixelRect) { add(.cover, rect) }

  private mutating func add(_ kind: Targets.Kind, _ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    targets.areas.append(Targets.Area(rect: rect, kind: kind))
  }

  private func grown(_ rect: PixelRect) -> PixelRect {
    guard metrics.layout == .wide else { return rect }
    let side = px(Sketch.touchSide)
    let dx = max(0, side - rect.width)
    let dy = max(0, side - rect.height)
    var grown = PixelRect(rect.x - dx / 2, rect.y - dy / 2, rect.width + dx, rect.height + dy)
    // At an edge it grows inward.
    grown.x = min(max(grown.x, 0), max(0, panel.maxX - grown.width))
    grown.y = min(max(grown.y, 0), max(0, panel.maxY - grown.height))
    return grown
  }
}
