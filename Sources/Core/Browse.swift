/// Where the person is looking. Looking never changes the sound.
public struct Browse: Hashable, Sendable {
  public internal(set) var screen = Screen.player {
    // What is half done on a screen ends with it, without effect.
    didSet {
      guard screen != oldValue else { return }
      edit = nil
      isJumping = false
    }
  }
  /// The category whose stations Stations shows.
  public internal(set) var category = 0
  /// What Confirm asks.
  public internal(set) var question: Question?
  /// The screen that Options, Help or Confirm stand over.
  public internal(set) var under = Screen.player
  /// The value that the knob changes in the focused row.
  public internal(set) var edit: Edit?
  /// The knob goes from letter to letter, by the wish of the person (Options, Jump to letter).
  public internal(set) var isJumping = false

  /// The category that was heard last.
  var lastCategory = 0
  private var focuses: [Screen: Int] = [:]
  /// Each category remembers its own row.
  private var stationFocuses: [Int: Int] = [:]
  var pace = Pace()
  /// Where BACK leads from a screen that can be reached from anywhere.
  var cameFrom: [Screen: Screen] = [:]

  public init() {}

  /// The focused row of the screen, from 0; -1: the action in the head.
  public var focus: Int {
    get { screen == .stations ? stationFocuses[category] ?? 0 : focuses[screen] ?? 0 }
    set {
      if screen == .stations { stationFocuses[category] = newValue } else { focuses[screen] = newValue }
    }
  }

  /// Whether the list that is shown was looked through before.
  var remembersRow: Bool { screen == .stations ? stationFocuses[category] != nil : focuses[screen] != nil }
}

/// A value that is being changed, as it would be if it were accepted now.
public enum Edit: Hashable, Sendable {
  /// By its place in `State.languages`.
  case language(Int)
}

extension State {
  /// How many rows the knob can go through on the present screen.
  public var rowCount: Int {
    switch browse.screen {
    case .home: State.homeChoices.count
    case .categories: catalogue.categories.count
    case .stations: stations(of: .category(browse.category)).count
    case .recents: recents.stations.count
    case .favorites: favorites.stations.count
    case .settings: settingsChoices.count
    case .radio: radioFacts.count
    case .options: optionChoices.count
    case .confirm: 2
    case .help: KeyHelp.allCases.count
    case .player: 0
    }
  }

  /// The list that the present screen shows, or that Options and Confirm stand over.
  public var shownList: StationList? {
    switch [.options, .confirm].contains(browse.screen) ? browse.under : browse.screen {
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
    if [.options, .confirm].contains(look.screen) { look.screen = look.under }
    let stations = stations(of: list)
    return stations.indices.contains(look.focus) ? stations[look.focus] : nil
  }

  /// What the head of the present screen offers beside its title: wide panels have room for it.
  public var headQuestion: Question? {
    guard layout == .wide, rowCount > 0 else { return nil }
    return switch browse.screen {
    case .recents: .clearRecents
    case .favorites: .clearFavorites
    default: nil
    }
  }

  var firstFocus: Int { headQuestion == nil ? 0 : -1 }

  mutating func push(_ effects: inout [Effect]) {
    let row = browse.focus
    if row < 0, let question = headQuestion { return choose(.ask(question), &effects) }
    switch browse.screen {
    case .home: choose(State.homeChoices[min(row, State.homeChoices.count - 1)], &effects)
    case .settings: choose(settingsChoices[min(row, settingsChoices.count - 1)], &effects)
    case .options:
      let choices = optionChoices
      browse.screen = browse.under
      choose(choices[min(row, choices.count - 1)], &effects)
    case .categories:
      guard catalogue.categories.indices.contains(row) else { return }
      browse.category = row
      browse.screen = .stations
      if !browse.remembersRow { focusOnWhatPlays() }
    case .stations, .recents, .favorites:
      guard let list = shownList, let station = focusedStation else { return }
      // What plays already goes on: choosing it is going to look at it.
      let plays = playback.station?.isSame(as: station) == true && playback.isWanted
      if !plays || playback.phase.isFailed { choose(station, from: list, &effects) }
      browse.screen = .player
    case .player: openListOfWhatPlays()
    case .confirm: answer(&effects)
    case .help: back()
    case .radio: break
    }
  }

  private mutating func choose(_ choice: Choice, _ effects: inout [Effect]) {
    switch choice {
    case .open(let screen): show(screen)
    case .perform(let action): perform(action, &effects)
    case .ask(let question):
      openOver(.confirm)
      browse.question = question
    case .edit(.language):
      browse.edit = .language(languages.firstIndex(of: language) ?? 0)
    case .jump:
      browse.isJumping = true
      showLetter(for: Limits.jumpShown)
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
    case .categories, .recents, .favorites, .settings: browse.screen = .home
    case .player: show(.home)
    // Once: BACK from there leads up again, and must not go to and fro between two screens for ever.
    case .radio: browse.screen = browse.cameFrom.removeValue(forKey: .radio) ?? .settings
    case .home: browse.screen = browse.cameFrom.removeValue(forKey: .home) ?? .player
    }
  }

  mutating func show(_ screen: Screen) {
    browse.question = nil
    let isOver = [.options, .help, .confirm].contains(browse.screen)
    let from = isOver ? browse.under : browse.screen
    if [.home, .radio].contains(screen), from != screen { browse.cameFrom[screen] = from }
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
  mutating func keepFocusInside() {
    let focus = max(firstFocus, min(browse.focus, rowCount - 1))
    if focus != browse.focus { browse.focus = focus }
  }
}

extension Playback.Phase {
  var isFailed: Bool {
    if case .failed = self { return true }
    return false
  }
}
