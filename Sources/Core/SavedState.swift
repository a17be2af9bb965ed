/// What the radio knows after a power cut beside recents and favorites.
public struct SavedState: Hashable, Sendable {
  /// 0 … 100.
  public var volume: Int?
  public var isMuted: Bool
  /// The station that was chosen last, and the name of the category that it was chosen from.
  public var station: Station?
  public var categoryName: String?
  /// It was chosen from the favorites, or from the recents; nil: from a category.
  public var keptList: KeptList?
  /// Whether the person wanted sound when this was written (`resumeAtStart` = asBefore).
  public var wasPlaying: Bool
  /// Milliseconds of sound to gather before a station starts, by link, for those that ran dry.
  public var cushions: [String: Int]
  /// The language that was chosen on the panel (BCP 47); nil: the house's.
  public var language: String?
  /// This radio's name.
  public var room: String?
  /// When this was written, in seconds since 1970.
  public var time: Int64?

  public init(
    volume: Int? = nil, isMuted: Bool = false, station: Station? = nil, categoryName: String? = nil,
    keptList: KeptList? = nil, wasPlaying: Bool = false, cushions: [String: Int] = [:],
    language: String? = nil, room: String? = nil, time: Int64? = nil
  ) {
    self.volume = volume
    self.isMuted = isMuted
    self.station = station
    self.categoryName = categoryName
    self.keptList = keptList
    self.wasPlaying = wasPlaying
    self.cushions = cushions
    self.language = language
    self.room = room
    self.time = time
  }
}

/// The lists that the radio itself keeps.
public enum KeptList: String, Hashable, Sendable, CaseIterable { case recents, favorites }

/// The house's wishes (`settings.plist`) that this version follows.
public struct HouseSettings: Hashable, Sendable {
  public enum ResumeAtStart: String, Sendable { case asBefore, never, always }
  /// What turning the knob does on Player.
  public enum PlayerKnob: String, Sendable { case volume, station }

  public var resumeAtStart = ResumeAtStart.asBefore
  /// 0 … 100; nil: as it was.
  public var startVolume: Int?
  /// 0 … 100: no knob, key or script goes above it.
  public var maximumVolume = 100
  public var playerKnob = PlayerKnob.volume
  /// The stations beside the one that plays are opened in advance.
  public var warmsNeighbors = true
  /// BCP 47; the one that is shown until another is chosen on the panel.
  public var language: String?
  /// Of what the house put on the radio, shown in This radio.
  public var revision: String?
  /// Names of the lists in the state folder, without a folder.
  public var stationsFile = "categorizedSites.plist"
  public var recentsFile = "recentSites.plist"
  public var favoritesFile = "favoriteSites.plist"
  /// Whether stations are brought to one loudness.
  public var levelsLoudness = true
  /// How long a key is down until it counts as held.
  public var holdTime = Limits.holdTime

  public init() {}
}
