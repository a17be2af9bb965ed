/// Every limit of a transfer, in one place.
enum FetchLimits {
  /// Stations with 12 hops are known; a loop of 20 ends within a second or two.
  static let redirectCount = 20
  /// From the look-up of the name to the end of the TLS handshake.
  static let connectMilliseconds = 10_000
  /// Of all responses of a transfer, redirects included.
  static let headBytes = 128 * 1_024
  static let headFields = 1_000
  /// An error page is worth no more.
  static let errorBodyBytes = 64 * 1_024
  /// Idle connections that are kept for a next request to the same server.
  static let idleConnectionCount = 4
  /// Not longer: the network may have gone and come back meanwhile, and a dead connection looks like a live one.
  static let idleConnectionSeconds = 10
}

/// What every transfer of a `Fetch` has in common.
struct FetchDefaults {
  var userAgent: String
  var extraAuthorities: String?
  /// The environment's `no_proxy`, and this machine itself.
  var directHosts: String
  /// By which time certificates are judged, in seconds since 1970; nil: by the system's clock. Asked for each
  /// connection.
  var certificateTime: () -> Int64?
}
