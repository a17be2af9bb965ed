/// Where the person is looking. Looking never changes the sound.
public struct Browse: Hashable, Sendable {
  public internal(set) var screen = Screen.player
  /// The category whose stations Stations shows.
  public internal(set) var category = 0
  /// What Confirm asks.
  public internal(set) var question: Question?
  /// The screen that Options, Help or Confirm stand over.
  public internal(set) var under = Screen.player

  /// The category that was heard last.
  var lastCategory = 0
  private var focuses: [Screen: Int] = [:]
  /// Each category remembers its own row.
  private var stationFocuses: [Int: Int] = [:]
  /// For going round the end of a list.
  var lastTurn: Instant?

  public init() {}

  /// The focused row of the screen, from 0.
  public var focus: Int {
    get { screen == .stations ? stationFocuses[category] ?? 0 : focuses[screen] ?? 0 }
    set {
      if screen == .stations { stationFocuses[category] = newValue } else { focuses[screen] = newValue }
    }
  }
}

/// What has to be confirmed. The focus stands on No.
public enum Question: Hashable, Sendable {
  case clearRecents, clearFavorites
}

/// What a row of Home, Settings or Options leads to.
public enum Choice: Hashable, Sendable {
  case open(Screen)
  case perform(Action)
  case ask(Question)
}

extension State {
  public static let homeChoices: [Choice] = [
    .open(.categories), .open(.recents), .open(.favorites), .open(.player), .open(.settings)
  ]
  public static let settingsChoices: [Choice] = [.ask(.clearRecents), .ask(.clearFavorites), .open(.radio)]

  /// What can be done on the screen that Options stand over.
  public var optionChoices: [Choice] {
    switch browse.under {
    case .stations: [.perform(.favorite), .open(.home)]
    case .recents: [.perform(.favorite), .perform(.remove), .ask(.clearRecents), .open(.home)]
    case .favorites: [.perform(.remove), .ask(.clearFavorites), .open(.home)]
    case .player:
      [
        .perform(.stationPrevious), .perform(.stationNext), .perform(.categoryPrevious),
        .perform(.categoryNext), .perform(.favorite), .perform(.mute), .open(.radio), .open(.home)
      ]
    default: [.open(.home), .open(.player)]
    }
  }

  /// How many rows the knob can go through on the present screen.
  public var rowCount: Int {
    switch browse.screen {
    case .home: State.homeChoices.count
    case .categories: catalogue.categories.count
    case .stations: stations(of: .category(browse.category)).count
    case .recents: recents.stations.count
    case .favorites: favorites.stations.count
    case .settings: State.settingsChoices.count
    case .options: optionChoices.count
    case .confirm: 2
    case .player, .radio, .help: 0
    }
  }

  /// The list that the present screen shows, or that Options stand over.
  var shownList: StationList? {
    switch browse.screen == .options ? browse.under : browse.screen {
    case .stations: .category(browse.category)
    case .recents: .recents
    case .favorites: .favorites
    default: nil
    }
  }

  /// The station in the focused row, where the screen shows stations.
  var focusedStation: Station? {
    guard let list = shownList else { return nil }
    var look = browse
    if look.screen == .options { look.screen = look.under }
    let stations = stations(of: list)
    return stations.indices.contains(look.focus) ? stations[look.focus] : nil
  }

  mutating func turn(_ clicks: Int, _ effects: inout [Effect]) {
    guard rowCount > 0 else {
      if browse.screen == .player { setVolume(volume.percent + clicks * Limits.volumeStep, &effects) }
      return
    }
    let rested = browse.lastTurn.map { now - $0 >= Limits.wrapRest } ?? true
    browse.lastTurn = now
    let wanted = browse.focus + clicks
    if (0..<rowCount).contains(wanted) {
      browse.focus = wanted
    } else if rested && abs(clicks) == 1 {
      browse.focus = clicks > 0 ? 0 : rowCount - 1
    } else {
      browse.focus = clicks > 0 ? rowCount - 1 : 0
    }
  }

  mutating func push(_ effects: inout [Effect]) {
    let row = browse.focus
    switch browse.screen {
    case .home: choose(State.homeChoices[min(row, State.homeChoices.count - 1)], &effects)
    case .settings: choose(State.settingsChoices[min(row, State.settingsChoices.count - 1)], &effects)
    case .options:
      let choices = optionChoices
      browse.screen = browse.under
      choose(choices[min(row, choices.count - 1)], &effects)
    case .categories:
      guard catalogue.categories.indices.contains(row) else { return }
      browse.category = row
      browse.screen = .stations
      focusOnWhatPlays()
    case .stations, .recents, .favorites:
      guard let list = shownList, let station = focusedStation else { return }
      // What plays already goes on: choosing it is going to look at it.
      let plays = playback.station?.isSame(as: station) == true && playback.isWanted
      if !plays || playback.phase.isFailed { choose(station, from: list, &effects) }
      browse.screen = .player
    case .player: openListOfWhatPlays()
    case .confirm: answer(&effects)
    case .radio, .help: back()
    }
  }

  private mutating func choose(_ choice: Choice, _ effects: inout [Effect]) {
    switch choice {
    case .open(let screen): show(screen)
    case .perform(let action): perform(action, &effects)
    case .ask(let question):
      openOver(.confirm)
      browse.question = question
    }
  }

  private mutating func answer(_ effects: inout [Effect]) {
    let question = browse.question
    let isYes = browse.focus == 1
    back()
    guard isYes, let question else { return }
    switch question {
    case .clearRecents: clear(.recents, &effects)
    case .clearFavorites: clear(.favorites, &effects)
    }
  }

  mutating func back() {
    switch browse.screen {
    case .options, .help, .confirm:
      browse.screen = browse.under
      browse.question = nil
    case .stations: browse.screen = .categories
    case .categories, .recents, .favorites, .settings, .player: browse.screen = .home
    case .radio: browse.screen = .settings
    case .home: browse.screen = .player
    }
  }

  mutating func show(_ screen: Screen) {
    browse.question = nil
    if screen == .stations, case .category(let index) = playback.list { browse.category = index }
    browse.screen = screen
    if screen == .stations { focusOnWhatPlays() }
    keepFocusInside()
  }

  mutating func openOver(_ screen: Screen) {
    if ![.options, .help, .confirm].contains(browse.screen) { browse.under = browse.screen }
    browse.screen = screen
    browse.focus = 0
  }

  mutating func openOptions() { browse.screen == .options ? back() : openOver(.options) }

  private mutating func openListOfWhatPlays() {
    switch playback.list {
    case .category(let index):
      guard playback.station != nil else { return show(.categories) }
      browse.category = index
      browse.screen = .stations
    case .recents: browse.screen = .recents
    case .favorites: browse.screen = .favorites
    }
    focusOnWhatPlays()
    keepFocusInside()
  }

  private mutating func focusOnWhatPlays() {
    guard let station = playback.station, let list = shownList,
      let row = stations(of: list).firstIndex(where: { $0.isSame(as: station) })
    else { return }
    browse.focus = row
  }

  /// A list became shorter: the focus stays on it.
  mutating func keepFocusInside() { browse.focus = max(0, min(browse.focus, rowCount - 1)) }
}

extension Playback.Phase {
  var isFailed: Bool {
    if case .failed = self { return true }
    return false
  }
}
