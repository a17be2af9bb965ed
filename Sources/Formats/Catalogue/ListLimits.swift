/// How much a station list may hold.
public enum ListLimits {
  public static let stationCountMax = 200_000
  public static let categoryCountMax = 10_000
  /// In characters, of a station's or a category's name.
  public static let nameLengthMax = 500
  public static let alternateCountMax = 16
  /// In dB, up and down.
  public static let gainMax = 24.0
  /// In bytes.
  public static let userAgentLengthMax = 200
  /// In bytes, of a picture's name: what a file system takes.
  public static let logoSizeMax = 255
}
