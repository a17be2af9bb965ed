internal import CCairo

/// Pixels in memory that Cairo draws into, in a layout that panels can take as it is.
///
/// Prevents: a surface that outlives its memory, a context that outlives its surface, and a reader that sees
/// pixels which Cairo still holds back.
public final class Canvas {
  public enum Format: Hashable, Sendable {
    /// 16 bits a pixel, native byte order: 5 red, 6 green, 5 blue from the highest bit down.
    case rgb565
    /// 32 bits a pixel, native byte order: 8 unused, 8 red, 8 green, 8 blue from the highest bit down.
    case xrgb32

    public var bytesPerPixel: Int { self == .rgb565 ? 2 : 4 }
    var cairo: cairo_format_t { self == .rgb565 ? CAIRO_FORMAT_RGB16_565 : CAIRO_FORMAT_RGB24 }
  }

  public let format: Format
  public let width: Int
  public let height: Int
  /// Bytes from a row to the next.
  public let stride: Int
  private let memory: UnsafeMutableRawPointer
  private let surface: OpaquePointer
  let context: OpaquePointer

  /// Black. `width` and `height` in pixels, 1 … `Limits.canvasSide`.
  public init(format: Format, width: Int, height: Int) {
    let sides = 1...Limits.canvasSide
    precondition(sides.contains(width) && sides.contains(height))
    DrawingLibraries.require()
    self.format = format
    self.width = width
    self.height = height
    stride = Int(cairo_format_stride_for_width(format.cairo, Int32(width)))
    memory = .allocate(byteCount: stride * height, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: stride * height)
    surface = cairo_image_surface_create_for_data(
      memory.assumingMemoryBound(to: UInt8.self), format.cairo, Int32(width), Int32(height), Int32(stride))
    context = cairo_create(surface)
    // Cairo answers a failed allocation with an object that does nothing: the screen would stay black.
    precondition(cairo_status(context) == CAIRO_STATUS_SUCCESS)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
    memory.deallocate()
  }

  /// All rows, `stride` bytes each, the topmost first.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cairo_surface_flush(surface)
    return try body(UnsafeRawBufferPointer(start: memory, count: stride * height))
  }

  /// Red, green and blue of each pixel, 8 bits each, without gaps: for files and tests.
  public var rgb: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 3) { bytes, count in
      withPixels { pixels in
        for y in 0..<height {
          for x in 0..<width {
            let (red, green, blue) = color(of: pixels, x: x, y: y)
            bytes[count] = red
            bytes[count + 1] = green
            bytes[count + 2] = blue
            count += 3
          }
        }
      }
    }
  }

  private func color(of pixels: UnsafeRawBufferPointer, x: Int, y: Int) -> (UInt8, UInt8, UInt8) {
    switch format {
    case .xrgb32:
      let pixel = pixels.loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self)
      return (
        UInt8(truncatingIfNeeded: pixel >> 16), UInt8(truncatingIfNeeded: pixel >> 8),
        UInt8(truncatingIfNeeded: pixel)
      )
    case .rgb565:
      let pixel = pixels.loadUnaligned(fromByteOffset: y * stride + x * 2, as: UInt16.self)
      let (red, green, blue) = (pixel >> 11, pixel >> 5 & 0x3F, pixel & 0x1F)
      return (UInt8(red << 3 | red >> 2), UInt8(green << 2 | green >> 4), UInt8(blue << 3 | blue >> 2))
    }
  }
}
