/// What `nightstand --version` and the user agent say.
enum Version {
  static let text = "0.1.0"
  /// When this version was made, in seconds since 1970: 2026-12-01. No clock that shows less is believed. A release
  /// sets it anew; it is no compile date, so that the same source gives the same program.
  static let releaseTime: Int64 = 1_796_083_200
  /// Without "Mozilla": SHOUTcast 2 sends a client of that name to a web page.
  static let userAgent = "Nightstand/\(text) (internet radio)"
}
