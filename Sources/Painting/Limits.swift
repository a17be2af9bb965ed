/// Every number by which Painting bounds something, in one place.
public enum Limits {
  /// Pixels a side of a canvas.
  public static let canvasSide = 4_096
  /// Scalars of a text that are looked at: more than any panel shows in one place.
  public static let textScalars = 400
  /// Marks on one letter; more belong to no language, and stack over the rows above.
  public static let marksOnLetter = 4
  /// Names that are searched for scripts whose fonts are opened ahead of need.
  public static let namesLookedAt = 2_000
  /// Texts that are kept laid out.
  public static let layoutsKept = 160
  /// Pixels a side, and in all, of a picture's file; what is larger is not decoded.
  public static let pictureSide = 8_192
  public static let picturePixels = 12_000_000
  /// Bytes of a picture's file.
  public static let pictureFileSize = 16 << 20
  /// Bytes of decoded pictures that are kept, and how many names are remembered that have none.
  public static let pictureBytesKept = 4 << 20
  public static let pictureNamesKept = 512
  /// Bytes of shapes that are kept.
  public static let maskBytesKept = 1 << 20
  /// Rectangles that one repaint reports; more are joined.
  public static let damageRects = 12
}
