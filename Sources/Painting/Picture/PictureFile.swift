internal import CJpeg
internal import CPng

/// Decodes the files of pictures, PNG and JPEG. Pure: any thread may call it.
///
/// Prevents: a small file that unfolds to gigabytes. The header is read first, and what is too large is not
/// decoded.
public enum PictureFile {
  public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither PNG nor JPEG.
    case unknown
    case tooLarge(width: Int, height: Int)
    /// More bytes than `Limits.pictureFileSize`.
    case tooManyBytes
    /// The library's words.
    case damaged(String)
    /// The decoder cannot be opened; the dynamic linker's words.
    case noLibrary(String)

    public var description: String {
      switch self {
      case .unknown: "neither PNG nor JPEG"
      case .tooLarge(let width, let height): "\(width)×\(height) pixels are too many"
      case .tooManyBytes: "the file is too large"
      case .damaged(let words), .noLibrary(let words): words
      }
    }
  }

  /// The picture in `file`, as large as fits into `width` × `height` pixels.
  public static func decode(_ file: [UInt8], toFit width: Int, _ height: Int) throws(Refusal) -> Picture {
    precondition(width > 0 && height > 0 && width <= Limits.canvasSide && height <= Limits.canvasSide)
    guard file.count <= Limits.pictureFileSize else { throw .tooManyBytes }
    if let words = DrawingLibraries.failure() { throw .noLibrary(words) }
    let whole =
      if file.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
        try png(file)
      } else if file.starts(with: [0xFF, 0xD8]) {
        try jpeg(file, width: width, height: height)
      } else {
        throw Refusal.unknown
      }
    return whole.scaled(toFit: width, height)
  }

  private static func check(_ width: Int, _ height: Int) throws(Refusal) {
    guard width > 0, height > 0 else { throw .damaged("no pixels") }
    guard width <= Limits.pictureSide, height <= Limits.pictureSide, width * height <= Limits.picturePixels
    else { throw .tooLarge(width: width, height: height) }
  }

  private static func png(_ file: [UInt8]) throws(Refusal) -> Picture {
    var image = cpng_image()
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, file, file.count) != 0 else {
      throw .damaged(words(of: image))
    }
    let width = Int(image.width)
    let height = Int(image.height)
    try check(width, height)
    image.format = cpng_format_bgra
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    guard png_image_finish_read(&image, nil, &bytes, Int32(width * 4), nil) != 0 else {
      throw .damaged(words(of: image))
    }
    bytes.withUnsafeMutableBufferPointer { pixels in
      for start in stride(from: 0, to: pixels.count, by: 4) {
        let alpha = Int(pixels[start + 3])
        guard alpha != 255 else { continue }
        for channel in start..<start + 3 {
          pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 127) / 255)
        }
      }
    }
    return Picture(width: width, height: height, bytes: bytes)
  }

  private static func words(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func jpeg(_ file: [UInt8], width: Int, height: Int) throws(Refusal) -> Picture {
    if let words = DrawingLibraries.jpegFailure() { throw .noLibrary(words) }
    guard let handle = tjInitDecompress() else { throw .damaged("no decoder") }
    defer { tjDestroy(handle) }
    var fullWidth: Int32 = 0
    var fullHeight: Int32 = 0
    var sampling: Int32 = 0
    var space: Int32 = 0
    let size = CUnsignedLong(file.count)
    guard tjDecompressHeader3(handle, file, size, &fullWidth, &fullHeight, &sampling, &space) == 0 else {
      throw .damaged(String(cString: tjGetErrorStr2(handle)))
    }
    try check(Int(fullWidth), Int(fullHeight))
    // The decoder makes halves, quarters and eighths for less than the whole costs.
    var shrink: Int32 = 1
    while shrink < 8, Int(fullWidth / (shrink * 2)) >= width, Int(fullHeight / (shrink * 2)) >= height {
      shrink *= 2
    }
    let newWidth = (fullWidth + shrink - 1) / shrink
    let newHeight = (fullHeight + shrink - 1) / shrink
    var bytes = [UInt8](repeating: 0, count: Int(newWidth) * Int(newHeight) * 4)
    // A progressive file may hold thousands of passes over all pixels: 500 are the library's limit.
    let flags = Int32(TJFLAG_LIMITSCANS)
    let code = tjDecompress2(
      handle, file, size, &bytes, newWidth, 0, newHeight, Int32(TJPF_BGRA.rawValue), flags)
    // What is cut off in mid-picture is a warning: the upper part is there, the rest is gray.
    guard code == 0 || tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
      throw .damaged(String(cString: tjGetErrorStr2(handle)))
    }
    return Picture(width: Int(newWidth), height: Int(newHeight), bytes: bytes)
  }
}
