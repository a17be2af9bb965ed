internal import CCairo

/// A decoded picture: blue, green, red, alpha, a byte each, colors multiplied by alpha.
public struct Picture: Hashable, Sendable {
  public let width: Int
  public let height: Int
  let bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4)
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// A surface to read from, while `body` runs.
  func withSurface(_ body: (OpaquePointer) -> Void) {
    bytes.withUnsafeBytes { buffer in
      // Cairo wants memory that it could write; a source is only read.
      let memory = UnsafeMutablePointer(mutating: buffer.baseAddress!.assumingMemoryBound(to: UInt8.self))
      guard
        let surface = cairo_image_surface_create_for_data(
          memory, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
      else { return }
      body(surface)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
  }

  /// As large as fits into `width` × `height` pixels, in its own proportions.
  func scaled(toFit width: Int, _ height: Int) -> Picture {
    let factor = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
    let newWidth = max(1, min(width, Int((Double(self.width) * factor).rounded())))
    let newHeight = max(1, min(height, Int((Double(self.height) * factor).rounded())))
    guard newWidth != self.width || newHeight != self.height else { return self }
    var target = [UInt8](repeating: 0, count: newWidth * newHeight * 4)
    target.withUnsafeMutableBytes { buffer in
      let memory = buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)
      guard
        let surface = cairo_image_surface_create_for_data(
          memory, CAIRO_FORMAT_ARGB32, Int32(newWidth), Int32(newHeight), Int32(newWidth * 4)),
        let cairo = cairo_create(surface)
      else { return }
      cairo_scale(cairo, Double(newWidth) / Double(self.width), Double(newHeight) / Double(self.height))
      withSurface { source in
        cairo_set_source_surface(cairo, source, 0, 0)
        // GOOD averages all pixels that fall on one when it makes smaller; the edge is not mixed with nothing.
        cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        cairo_paint(cairo)
        cairo_set_source_rgb(cairo, 0, 0, 0)
      }
      cairo_destroy(cairo)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    return Picture(width: newWidth, height: newHeight, bytes: target)
  }
}

/// A picture by the name that the station list gives it, in the size in which it is shown.
public struct PictureRequest: Hashable, Sendable {
  public var name: String
  /// The box in pixels.
  public var width: Int
  public var height: Int
  /// A picture of twice the size is to be preferred.
  public var isFine: Bool

  /// The radio's icon, or the house's. No station's picture has this name: one with a slash is looked for
  /// nowhere.
  public static let icon = "/Icon"

  public init(name: String, width: Int, height: Int, isFine: Bool) {
    self.name = name
    self.width = width
    self.height = height
    self.isFine = isFine
  }
}
