/// A canvas in memory, as the painter leaves it: little-endian pixels, line by line.
public struct PanelPicture {
  public enum Format: Hashable, Sendable {
    /// 2 bytes a pixel.
    case rgb565
    /// 4 bytes a pixel; the highest one is not looked at.
    case xrgb8888

    /// Of a pixel.
    public var byteCount: Int { self == .rgb565 ? 2 : 4 }
  }

  public let pixels: UnsafeRawPointer
  /// In pixels.
  public let width: Int
  public let height: Int
  /// Bytes from one line to the next.
  public let stride: Int
  public let format: Format

  /// `pixels` must stay readable for `height` lines of `stride` bytes as long as the picture is used.
  public init(_ pixels: UnsafeRawPointer, width: Int, height: Int, stride: Int, format: Format) {
    precondition(width >= 0 && height >= 0 && stride >= width * format.byteCount)
    self.pixels = pixels
    self.width = width
    self.height = height
    self.stride = stride
    self.format = format
  }
}
