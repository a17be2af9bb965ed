/// What `nightstand --version` and the user agent say.
enum Version {
  static let text = "0.1.0"
  /// Without "Mozilla": SHOUTcast 2 sends a client of that name to a web page.
  static let userAgent = "Nightstand/\(text) (internet radio)"
}
