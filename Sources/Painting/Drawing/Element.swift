/// One thing on the screen. A page is a list of these, the lowest first; two pages are compared element by
/// element to find what has to be drawn again.
enum Element: Hashable, Sendable {
  case fill(PixelRect, Ink, radius: Int)
  /// A line along the inner edge of the rectangle.
  case frame(PixelRect, Ink, radius: Int, thickness: Int)
  case text(TextRun)
  case sign(Sign, PixelRect, Ink)
  /// So much of a circle, from the top, clockwise, on a circle of `ground`.
  case arc(PixelRect, percent: Int, Ink, ground: Ink, thickness: Int)
  /// The picture, or the sign for a missing one. `isThere` makes the element another one when it has come.
  case picture(PictureRequest, PixelRect, isThere: Bool)
  /// Darkens what lies below.
  case shade(PixelRect)

  /// Nothing is drawn outside.
  var bounds: PixelRect {
    switch self {
    case .fill(let rect, _, _), .frame(let rect, _, _, _), .sign(_, let rect, _), .arc(let rect, _, _, _, _),
      .picture(_, let rect, _), .shade(let rect):
      rect
    case .text(let run): run.box
    }
  }
}

extension Element {
  /// As it is on a screen whose language runs to the left.
  func mirrored(in panel: PixelRect) -> Element {
    switch self {
    case .fill(let rect, let ink, let radius): return .fill(rect.mirrored(in: panel), ink, radius: radius)
    case .frame(let rect, let ink, let radius, let thickness):
      return .frame(rect.mirrored(in: panel), ink, radius: radius, thickness: thickness)
    case .text(var run):
      run.box = run.box.mirrored(in: panel)
      switch run.alignment {
      case .start where !DisplayText.isRightToLeft(run.text): run.alignment = .right
      case .start, .center: break
      case .right: run.alignment = .left
      case .left: run.alignment = .right
      }
      return .text(run)
    case .sign(let sign, let rect, let ink):
      let turned: Sign = sign == .forward ? .backward : sign == .backward ? .forward : sign
      return .sign(turned, rect.mirrored(in: panel), ink)
    case .arc(let rect, let percent, let ink, let ground, let thickness):
      return .arc(
        rect.mirrored(in: panel), percent: percent, ink, ground: ground, thickness: thickness)
    case .picture(let request, let rect, let isThere):
      return .picture(request, rect.mirrored(in: panel), isThere: isThere)
    case .shade(let rect): return .shade(rect.mirrored(in: panel))
    }
  }
}

/// All that is on a screen, the lowest first.
struct Page: Hashable, Sendable {
  var elements: [Element] = []

  /// The rectangles in which `self` and `other` differ, at most `Limits.damageRects`.
  func damage(against other: Page, panel: PixelRect) -> [PixelRect] {
    // A frame of a text that moves: all else stands where it stood, which is found out without hashing.
    if elements.count == other.elements.count {
      let pairs = zip(elements, other.elements).filter { $0 != $1 }
      if pairs.count <= Limits.damageRects { return rects(around: pairs.flatMap { [$0, $1] }, panel) }
    }
    let mine = Set(elements)
    let others = Set(other.elements)
    let common = elements.filter(others.contains)
    // What stayed lies in the same order, or what is above has changed as well: then all is drawn again.
    guard common == other.elements.filter(mine.contains) else { return [panel] }
    return rects(
      around: elements.filter { !others.contains($0) } + other.elements.filter { !mine.contains($0) }, panel)
  }

  private func rects(around changed: [Element], _ panel: PixelRect) -> [PixelRect] {
    var rects: [PixelRect] = []
    for element in changed {
      var rect = element.bounds.intersection(panel)
      guard !rect.isEmpty else { continue }
      while let index = rects.firstIndex(where: { $0.meets(rect) }) {
        rect = rect.union(rects.remove(at: index))
      }
      rects.append(rect)
    }
    if rects.count > Limits.damageRects { rects = [rects.reduce(PixelRect(0, 0, 0, 0)) { $0.union($1) }] }
    return rects.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }
}
