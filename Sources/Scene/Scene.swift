public import Core

/// What the screen shows, as a value: the painter and the terminal draw the same one, and two equal scenes
/// need no redraw.
public struct Scene: Hashable, Sendable {
  public var screen: Screen
  /// The head, left.
  public var title: String
  /// The head, right: where in the list the focus stands, or the volume.
  public var place: String
  public var body: Body
  public var overlay: Overlay?
  /// The last line: which keys do what here.
  public var hint: String
  /// True while nothing that plays can be heard for want of a sound card.
  public var isSilent: Bool

  public enum Body: Hashable, Sendable {
    case list(List)
    case player(PlayerFace)
    /// Paragraphs, one a line.
    case text([String])
  }

  /// The rows that fit, out of a list of any length.
  public struct List: Hashable, Sendable {
    public var rows: [Row]
    /// The number of the first row in `rows`, from 0, and of all rows.
    public var first: Int
    public var count: Int
    /// What stands there when there are no rows.
    public var whenEmpty: String
  }

  public struct Row: Hashable, Sendable {
    public enum Mark: Hashable, Sendable { case none, speaker, speakerSounding }

    public var text: String
    public var mark = Mark.none
    public var isFocused = false
    public var isFavorite = false
    /// A row that leads on ends in a disclosure mark.
    public var leadsOn = false
  }

  public struct PlayerFace: Hashable, Sendable {
    public var category: String
    public var station: String
    public var logo: String?
    public var status: Status
    /// What is on the air.
    public var title: String
    /// "MP3 · 44.1 kHz · stereo · 128 kbit/s"
    public var details: String
    public var isFavorite: Bool
    /// The button shows Pause; otherwise Play.
    public var showsPause: Bool
    /// The HUD: 0 … 100 while the cushion fills.
    public var bufferingPercent: Int?
  }

  public struct Status: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case idle, busy, playing, trouble }
    public var kind: Kind
    public var text: String
  }

  public enum Overlay: Hashable, Sendable {
    case volume(percent: Int, isMuted: Bool, maximum: Int)
    case note(String, isTrouble: Bool)
    case number(String)
    /// No stands first.
    case question(String, isYesFocused: Bool)
    case sheet(List)
  }

  /// The one row that has the focus: its number from 1, how many there are, and its text.
  public var focus: (row: Int, count: Int, text: String)? {
    if case .question(_, let isYesFocused) = overlay {
      return (isYesFocused ? 2 : 1, 2, isYesFocused ? Phrases.yes : Phrases.no)
    }
    var list: List?
    if case .list(let shown) = body { list = shown }
    if case .sheet(let shown) = overlay { list = shown }
    guard let list, let index = list.rows.firstIndex(where: \.isFocused) else { return nil }
    return (list.first + index + 1, list.count, list.rows[index].text)
  }

  /// - Parameter capacity: how many rows of a list fit on the panel.
  public init(of state: State, capacity: Int) {
    let look = state.browse
    let isOver = [.options, .confirm].contains(look.screen)
    let under = isOver ? look.under : look.screen
    screen = look.screen
    title = state.title(of: under)
    body = state.body(of: under, capacity: capacity)
    place = under == .player ? Phrases.volume(state.volume) : ""
    if case .list(let list) = body, [.stations, .recents, .favorites, .categories].contains(under),
      list.count > 0
    {
      let focus = list.rows.firstIndex(where: \.isFocused).map { $0 + list.first }
      place = focus.map { Phrases.place($0 + 1, of: list.count) } ?? ""
    }
    overlay = state.overlay(capacity: capacity)
    hint = Phrases.hint(for: look.screen)
    if case .silent = state.output { isSilent = true } else { isSilent = false }
  }
}

extension State {
  fileprivate func title(of screen: Screen) -> String {
    switch screen {
    case .stations:
      catalogue.categories.indices.contains(browse.category)
        ? catalogue.categories[browse.category].name : Phrases.title(of: .stations)
    case .player:
      playback.station == nil ? Phrases.title(of: .player) : Phrases.name(of: playback.list, in: catalogue)
    default: Phrases.title(of: screen)
    }
  }

  fileprivate func body(of screen: Screen, capacity: Int) -> Scene.Body {
    switch screen {
    case .home: .list(choices(State.homeChoices, capacity: capacity))
    case .settings: .list(choices(State.settingsChoices, capacity: capacity))
    case .categories:
      .list(
        list(catalogue.categories.count, capacity: capacity, whenEmpty: Phrases.noStations) {
          Scene.Row(text: catalogue.categories[$0].name, leadsOn: true)
        })
    case .stations:
      .list(stationRows(.category(browse.category), capacity: capacity, whenEmpty: Phrases.noStations))
    case .recents: .list(stationRows(.recents, capacity: capacity, whenEmpty: Phrases.noRecents))
    case .favorites: .list(stationRows(.favorites, capacity: capacity, whenEmpty: Phrases.noFavorites))
    case .player, .options, .confirm: .player(face)
    case .radio: .text(Phrases.diagnostics(of: self))
    case .help: .text(Phrases.keys)
    }
  }

  /// The rows of a list around its focus; building them costs the same however long the list is.
  private func list(
    _ count: Int, focus wanted: Int? = nil, capacity: Int, whenEmpty: String, row: (Int) -> Scene.Row
  ) -> Scene.List {
    let isCovered = browse.screen == .options || browse.screen == .confirm
    let focus = wanted ?? (isCovered ? nil : browse.focus)
    let shown = max(1, min(capacity, count))
    let first = min(max(0, (focus ?? 0) - shown / 2), max(0, count - shown))
    let rows = (first..<min(count, first + shown)).map { index in
      var made = row(index)
      made.isFocused = index == focus
      return made
    }
    return Scene.List(rows: rows, first: first, count: count, whenEmpty: whenEmpty)
  }

  private func stationRows(_ list: StationList, capacity: Int, whenEmpty: String) -> Scene.List {
    let stations = stations(of: list)
    return self.list(stations.count, capacity: capacity, whenEmpty: whenEmpty) { index in
      let station = stations[index]
      let plays = playback.isWanted && playback.station?.isSame(as: station) == true
      return Scene.Row(
        text: station.name, mark: plays ? .speakerSounding : .speaker,
        isFavorite: favorites.contains(station),
        leadsOn: true)
    }
  }

  private func choices(_ choices: [Choice], focus: Int? = nil, capacity: Int) -> Scene.List {
    list(choices.count, focus: focus, capacity: capacity, whenEmpty: "") { index in
      let leadsOn = if case .perform = choices[index] { false } else { true }
      return Scene.Row(text: Phrases.choice(choices[index], in: self), leadsOn: leadsOn)
    }
  }

  fileprivate func overlay(capacity: Int) -> Scene.Overlay? {
    if browse.screen == .confirm, let question = browse.question {
      return .question(Phrases.question(question), isYesFocused: browse.focus == 1)
    }
    if browse.screen == .options {
      return .sheet(choices(optionChoices, focus: browse.focus, capacity: capacity))
    }
    if let typedNumber { return .number(String(typedNumber)) }
    if isVolumeShown {
      return .volume(percent: volume.percent, isMuted: volume.isMuted, maximum: volume.maximum)
    }
    if let note { return .note(Phrases.note(note), isTrouble: note.isTrouble) }
    return nil
  }

  private var face: Scene.PlayerFace {
    guard let station = playback.station else {
      return Scene.PlayerFace(
        category: "", station: Phrases.nothingChosen, logo: nil, status: Scene.Status(kind: .idle, text: ""),
        title: "", details: "", isFavorite: false, showsPause: false, bufferingPercent: nil)
    }
    var percent: Int?
    if case .buffering(let filled) = playback.phase { percent = filled }
    return Scene.PlayerFace(
      category: Phrases.name(of: playback.list, in: catalogue), station: station.name, logo: station.logo,
      status: Phrases.status(of: self), title: playback.title ?? "", details: Phrases.details(of: playback),
      isFavorite: favorites.contains(station), showsPause: playback.isWanted, bufferingPercent: percent)
  }
}

extension Note {
  fileprivate var isTrouble: Bool {
    switch self {
    case .noStations, .favoritesFull, .noSuchStation, .told, .cannotKeep: true
    default: false
    }
  }
}
