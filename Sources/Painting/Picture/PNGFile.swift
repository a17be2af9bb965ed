internal import CPng

/// Writes PNG files.
public enum PNGFile {
  /// - Parameters:
  ///   - samples: 1 or 3 bytes a pixel (gray, or red, green and blue), without gaps.
  /// - Returns: the file's bytes, or nil where libpng failed (no memory).
  public static func encode(width: Int, height: Int, isGray: Bool, samples: [UInt8]) -> [UInt8]? {
    precondition(samples.count == width * height * (isGray ? 1 : 3))
    guard DrawingLibraries.failure() == nil else { return nil }
    var image = cpng_image()
    defer { png_image_free(&image) }
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = isGray ? cpng_format_gray : cpng_format_rgb
    var size = 0
    guard png_image_write_to_memory(&image, nil, &size, 0, samples, 0, nil) != 0 else { return nil }
    var file = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&image, &file, &size, 0, samples, 0, nil) != 0 else { return nil }
    return Array(file.prefix(size))
  }
}
