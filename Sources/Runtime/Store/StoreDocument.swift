/// What the radio keeps over a power cut. There are these few only, so the memory that waits for the disk is
/// bounded.
public enum StoreDocument: String, CaseIterable, Sendable {
  case recents = "recentSites.plist"
  case favorites = "favoriteSites.plist"
  case state = "state.plist"

  /// In bytes; the lists have 20 entries and at most a few hundred.
  public static let sizeMax = 4 << 20

  public var fileName: String { rawValue }

  /// As a person would say it: "cannot keep …".
  public var spokenName: String {
    switch self {
    case .recents: "recents"
    case .favorites: "favorites"
    case .state: "volume and station"
    }
  }
}
