/// The whole radio as a value. `handle` is the only way to change it: an event goes in, orders come out, and
/// the same events at the same instants give the same night again.
public struct State: Hashable, Sendable {
  public internal(set) var now: Instant
  public internal(set) var catalogue: Catalogue
  public internal(set) var recents: SiteList
  public internal(set) var favorites: SiteList
  public let settings: HouseSettings
  public internal(set) var volume: Volume
  public internal(set) var playback = Playback()
  public internal(set) var warmth = Warmth()
  public internal(set) var browse = Browse()
  public internal(set) var cushions: Cushions
  public internal(set) var loudness: LearnedLoudness
  /// Nil until the output has told.
  public internal(set) var output: OutputReport?
  public internal(set) var note: Note?
  /// The volume bar is shown.
  public internal(set) var isVolumeShown = false
  /// A station number while it is typed.
  public internal(set) var typedNumber: Int?
  /// The letter that the focus has jumped to, while it is shown.
  public internal(set) var letter: Character?
  /// The languages that the screen can have, English among them.
  public let languages: [Language]
  /// The one that was chosen on the panel (BCP 47); nil: the house's.
  public internal(set) var chosenLanguage: String?
  /// This radio's name, for a house with several.
  public internal(set) var room: String?
  /// Of the program.
  public let version: String?
  /// Nil until it is told.
  public internal(set) var network: NetworkReport?
  /// Nil until it is told.
  public internal(set) var link: LinkState?
  /// What comes over the network is paid for by its amount.
  public internal(set) var isMetered = false
  public internal(set) var layout = Layout.compact
  /// What a hand does to the keys and knobs of the board.
  public internal(set) var controls: Controls

  var noteUntil: Instant?
  /// Notes that wait for the one on the screen.
  var untold: [Note] = []
  var volumeShownUntil: Instant?
  var typedUntil: Instant?
  var letterUntil: Instant?
  var rise = VolumeRise()
  /// Where the volume is still on its way to.
  var volumeGoal: Int?
  var lastClick: LastClick?
  var heldClicks = HeldClicks()
  /// The link last chosen in each category, by the category's name.
  var lastHeard: [String: String] = [:]
  var jitter: Jitter
  var wake: Instant?

  /// - Parameters:
  ///   - recents, favorites: newest first.
  ///   - loudness: of stations that were heard before.
  ///   - languages: those that the screen can have beside English.
  ///   - version: of the program, as This radio shows it.
  ///   - controls: the keys and knobs of the board.
  ///   - seed: for the jitter of pauses.
  public init(
    catalogue: Catalogue, saved: SavedState = SavedState(), recents: [Station] = [],
    favorites: [Station] = [], loudness: LearnedLoudness = LearnedLoudness(),
    settings: HouseSettings = HouseSettings(), languages: [Language] = [], version: String? = nil,
    controls: ControlMap = ControlMap(), seed: UInt64 = 0, now: Instant = .start
  ) {
    self.now = now
    self.catalogue = catalogue
    self.recents = SiteList(recents, limit: Limits.recents)
    self.favorites = SiteList(favorites, limit: Limits.favorites)
    self.settings = settings
    volume = Volume(
      percent: settings.startVolume ?? saved.volume ?? Limits.volumeAtFirst, isMuted: saved.isMuted,
      maximum: settings.maximumVolume)
    cushions = Cushions(saved.cushions)
    self.loudness = loudness
    jitter = Jitter(seed: seed)
    self.controls = Controls(controls, holdTime: settings.holdTime)
    wasPlaying = saved.wasPlaying
    self.languages = [.english] + languages.filter { $0.code != Language.english.code }
    self.version = version
    chosenLanguage = saved.language
    room = saved.room
    restore(saved)
  }

  private let wasPlaying: Bool

  /// What `state.plist` has to hold now.
  public var saved: SavedState {
    var categoryName: String?
    var keptList: KeptList?
    switch playback.list {
    case .category(let index):
      if catalogue.categories.indices.contains(index) { categoryName = catalogue.categories[index].name }
    case .recents: keptList = .recents
    case .favorites: keptList = .favorites
    }
    return SavedState(
      volume: volume.percent, isMuted: volume.isMuted, station: playback.station, categoryName: categoryName,
      keptList: playback.station == nil ? nil : keptList, wasPlaying: playback.isWanted,
      cushions: cushions.byLink, language: chosenLanguage, room: room)
  }

  /// The language of the screen: the one chosen on the panel, else the house's, else English. One that the
  /// radio does not have is English too.
  public var language: Language {
    [chosenLanguage, settings.language].compactMap(\.self).lazy
      .compactMap { code in languages.first { $0.code.lowercased() == code.lowercased() } }
      .first ?? .english
  }

  private mutating func restore(_ saved: SavedState) {
    guard let station = saved.station else { return }
    playback.station = station
    guard let name = saved.categoryName,
      let index = catalogue.categories.firstIndex(where: { $0.name == name })
    else {
      let isFavorite = saved.keptList.map { $0 == .favorites } ?? favorites.contains(station)
      playback.list = isFavorite ? .favorites : .recents
      return
    }
    playback.list = .category(index)
    browse.lastCategory = index
    lastHeard[name] = station.link
    // The list may name the station anew (another logo, another alternate): the list is right.
    if let known = catalogue.categories[index].stations.first(where: { $0.isSame(as: station) }) {
      playback.station = known
    }
  }

  /// Takes `event`, which happened at `instant`, and appends what has to be done about it.
  public mutating func handle(_ event: Event, at instant: Instant, _ effects: inout [Effect]) {
    now = max(now, instant)
    if case .control(let edge) = event {
      // Judged by its own instant. What only time has decided since waits: the next edge may be as late.
      feel(edge, at: instant, &effects)
    } else {
      advanceControls(&effects)
    }
    switch event {
    case .started: start(&effects)
    case .action(let action):
      lastClick = nil
      perform(action, &effects)
    case .control: break
    case .stream(let session, let report): hear(report, of: session, &effects)
    case .output(let report): output = report
    case .stored(.saved): break
    // What the radio has learned by itself is nobody's loss.
    case .stored(.failed(.loudness, _)): break
    case .stored(.failed(let document, let reason)): show(note: .cannotKeep(document, reason: reason))
    case .noted(let words): tell(.told(words))
    case .listRefused(let reason): tell(.listRefused(reason: reason))
    case .listNotKept(let reason): tell(.listNotKept(reason: reason))
    case .network(let report): network = report
    case .link(let link, let appeared): follow(link, appeared: appeared, &effects)
    case .metered(let isMetered): self.isMetered = isMetered
    case .clockSet: clockWasSet(&effects)
    case .laidOut(let layout): self.layout = layout
    case .woke: break
    }
    advance(&effects)
    let wakes = [
      playbackWake, warmthWake, noteUntil, volumeShownUntil, typedUntil, letterUntil, volumeWake,
      controls.wake, heldClicks.until
    ]
    let next = wakes.compactMap(\.self).min()
    if next != wake {
      wake = next
      effects.append(.wake(at: next))
    }
  }

  private mutating func start(_ effects: inout [Effect]) {
    effects.append(.setVolume(percent: volume.percent, isMuted: volume.isMuted))
    warmth.earliest = now + Limits.warmAtFirst
    let resumes =
      switch settings.resumeAtStart {
      case .asBefore: wasPlaying
      case .always: true
      case .never: false
      }
    guard playback.station != nil else {
      // Nothing was ever played: the first thing to see is what there is.
      browse.screen = .categories
      return
    }
    if resumes { startSession(&effects) }
  }

  private mutating func advance(_ effects: inout [Effect]) {
    if let until = typedUntil, until <= now { tuneTyped(&effects) }
    advanceNotes()
    if let until = volumeShownUntil, until <= now {
      isVolumeShown = false
      volumeShownUntil = nil
    }
    if let until = letterUntil, until <= now || rowName(0) == nil { endJump() }
    advanceVolume(&effects)
    letGoOfClicks(&effects)
    // What came meanwhile may have made the list shorter.
    keepFocusInside()
    advancePlayback(&effects)
    advanceWarmth(&effects)
  }
}
