/// What the radio keeps over a power cut. There are these few only, so the memory that waits for the disk is
/// bounded.
public enum StoreDocument: String, CaseIterable, Sendable {
  case recents = "recentSites.plist"
  case favorites = "favoriteSites.plist"
  case state = "state.plist"
  case loudness = "learnedLoudness.plist"
  /// The station list as it was when it last loaded: used when the next one does not.
  case lastGoodList = "lastGoodSites.plist"

  /// In bytes: the lists have 20 entries or at most some thousands, a station list may have 100,000.
  public var sizeMax: Int { self == .lastGoodList ? 64 << 20 : 4 << 20 }

  /// Where the house has no other name for it (`StoreNames`).
  public var fileName: String { rawValue }

  /// As a person would say it: "cannot keep …".
  public var spokenName: String {
    switch self {
    case .recents: "recents"
    case .favorites: "favorites"
    case .state: "volume and station"
    case .loudness: "how loud stations are"
    case .lastGoodList: "the station list"
    }
  }
}
