internal import CCairo

/// A shape that is drawn once, as how much of each pixel it covers.
///
/// Cairo finds the edges of a path a little differently when a part of it lies outside what is drawn, so that
/// a picture made of parts would differ from one that is drawn whole. Masks do not; they are faster as well.
final class Mask {
  enum Shape: Hashable {
    case sign(Sign)
    case rounded(radius: Int)
    case frame(radius: Int, thickness: Int)
    case arc(percent: Int, thickness: Int)
  }

  let surface: OpaquePointer

  fileprivate init(_ key: MaskCache.Key, isOneBit: Bool) {
    surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(key.width), Int32(key.height))
    let cairo: OpaquePointer = cairo_create(surface)
    cairo_set_antialias(cairo, isOneBit ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_GRAY)
    let width = Double(key.width)
    let height = Double(key.height)
    switch key.shape {
    case .sign(let sign):
      cairo_scale(cairo, width / 20, height / 20)
      SignPaths(cairo: cairo).draw(sign)
    case .rounded(let radius):
      // Without gray a round corner is a ragged one.
      SignPaths(cairo: cairo).rounded(0, 0, width, height, isOneBit ? 0 : Double(radius))
      cairo_fill(cairo)
    case .frame(let radius, let thickness):
      let half = Double(thickness) / 2
      SignPaths(cairo: cairo).rounded(
        half, half, width - 2 * half, height - 2 * half, isOneBit ? 0 : max(0, Double(radius) - half))
      cairo_set_line_width(cairo, Double(thickness))
      cairo_stroke(cairo)
    case .arc(let percent, let thickness):
      cairo_set_line_width(cairo, Double(thickness))
      cairo_arc(
        cairo, width / 2, height / 2, (min(width, height) - Double(thickness)) / 2, -.pi / 2,
        -.pi / 2 + 2 * .pi * Double(min(percent, 100)) / 100)
      cairo_stroke(cairo)
    }
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
  }

  deinit { cairo_surface_destroy(surface) }
}

/// The masks that were used last.
final class MaskCache {
  struct Key: Hashable {
    var shape: Mask.Shape
    var width: Int
    var height: Int
  }

  private let isOneBit: Bool
  private var masks: [Key: Mask] = [:]
  private var bytes = 0

  init(isOneBit: Bool) { self.isOneBit = isOneBit }

  func mask(_ shape: Mask.Shape, _ rect: PixelRect) -> Mask {
    let key = Key(shape: shape, width: rect.width, height: rect.height)
    if let mask = masks[key] { return mask }
    bytes += rect.width * rect.height
    if bytes > Limits.maskBytesKept {
      masks = [:]
      bytes = rect.width * rect.height
    }
    let mask = Mask(key, isOneBit: isOneBit)
    masks[key] = mask
    return mask
  }
}
