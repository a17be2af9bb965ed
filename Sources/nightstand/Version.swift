/// What `nightstand --version` and the user agent say.
enum Version {
  static let text = "0.1.0"
}
