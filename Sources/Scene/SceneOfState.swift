public import Core

extension Scene {
  /// In English, for a panel that is not wide, with a keyboard.
  /// - Parameter capacity: how many rows of a list fit on the panel.
  public init(of state: State, capacity: Int) { self.init(of: state, panel: .terminal(rows: capacity)) }

  public init(of state: State, phrases: Phrases = .english, panel: ScenePanel) {
    self = SceneMaker(state: state, phrases: phrases, panel: panel).scene
  }
}

/// Makes the scene of a state: what is shown where.
struct SceneMaker {
  let state: State
  let phrases: Phrases
  let panel: ScenePanel

  var scene: Scene {
    let look = state.browse
    let isOver = [.options, .confirm].contains(look.screen)
    let under = isOver ? look.under : look.screen
    let body = body(of: under)
    let badges = badges(of: under, body)
    let place = badges.first { $0.kind == .place || $0.kind == .volume }?.text ?? ""
    var isSilent = false
    if case .silent = state.output { isSilent = true }
    let overlay = overlay
    return Scene(
      screen: look.screen, layout: panel.layout, isRightToLeft: phrases.language.isRightToLeft,
      title: title(of: under), place: place, badges: badges, headAction: headAction, body: body,
      companion: companion(of: under), tabs: tabs(under), overlay: overlay?.overlay,
      overlayText: overlay?.text ?? "",
      answers: look.screen == .confirm ? [phrases[.no], phrases[.yes]] : [],
      hint: panel.hasKeyboard ? phrases.hint(for: state) : "", isSilent: isSilent)
  }

  private func title(of screen: Screen) -> String {
    let catalogue = state.catalogue
    switch screen {
    case .stations:
      let index = state.browse.category
      return catalogue.categories.indices.contains(index)
        ? catalogue.categories[index].name : phrases.title(of: .stations)
    case .player where state.playback.station != nil:
      return phrases.name(of: state.playback.list, in: catalogue)
    default: return phrases.title(of: screen)
    }
  }

  private func badges(of screen: Screen, _ body: Scene.Body) -> [Scene.Badge] {
    var badges: [Scene.Badge] = []
    if screen == .player {
      let volume = state.volume
      let text =
        volume.isMuted ? phrases[.muted] : phrases(.volume, ["percent": String(volume.percent)])
      badges.append(Scene.Badge(kind: .volume, text: text))
    }
    if case .list(let list) = body, [.stations, .recents, .favorites, .categories].contains(screen),
      let index = list.rows.firstIndex(where: \.isFocused)
    {
      let values: KeyValuePairs = ["row": String(list.first + index + 1), "count": String(list.count)]
      badges.append(Scene.Badge(kind: .place, text: phrases(.place, values)))
    }
    if case .silent = state.output { badges.append(Scene.Badge(kind: .noSound, text: phrases[.noSound])) }
    return badges
  }

  private var headAction: Scene.HeadAction? {
    guard panel.layout == .wide, state.headQuestion != nil else { return nil }
    return Scene.HeadAction(text: phrases[.clear], isFocused: state.browse.focus < 0)
  }

  /// Home and Settings have no place for it: their rows are short, and what plays stands beside them too.
  private func companion(of screen: Screen) -> Scene.Body? {
    guard panel.layout == .wide else { return nil }
    switch screen {
    case .player:
      guard state.playback.station != nil else { return nil }
      return .list(stationRows(state.playback.list, focus: nil, around: rowOfWhatPlays ?? 0))
    case .home, .categories, .stations, .recents, .favorites, .settings: return .player(face)
    case .radio, .help, .options, .confirm: return nil
    }
  }

  private var rowOfWhatPlays: Int? {
    guard let station = state.playback.station else { return nil }
    return state.stations(of: state.playback.list).firstIndex { $0.isSame(as: station) }
  }

  private func tabs(_ current: Screen) -> [Scene.Tab] {
    guard panel.layout == .wide, panel.hasTouch else { return [] }
    let screens: [(Screen, Phrase)] = [
      (.categories, .categories), (.recents, .recents), (.favorites, .favorites), (.settings, .settings),
      (.home, .more)
    ]
    return screens.map { screen, phrase in
      let isCurrent =
        screen == current || (screen == .categories && current == .stations)
        || (screen == .settings && current == .radio)
      return Scene.Tab(screen: screen, text: phrases[phrase], isCurrent: isCurrent)
    }
  }

  private var overlay: (overlay: Scene.Overlay, text: String)? {
    if state.browse.screen == .confirm, let question = state.browse.question {
      let text = phrases.question(question)
      return (.question(text, isYesFocused: state.browse.focus == 1), text)
    }
    if state.browse.screen == .options {
      let rows = panel.sheetRows ?? panel.rows
      return (.sheet(choices(state.optionChoices, focus: state.browse.focus, rows: rows)), "")
    }
    if let number = state.typedNumber {
      return (.number(String(number)), phrases(.stationNumber, ["number": String(number)]))
    }
    if let letter = state.letter { return (.letter(String(letter)), String(letter)) }
    let volume = state.volume
    if state.isVolumeShown {
      return (
        .volume(percent: volume.percent, isMuted: volume.isMuted, maximum: volume.maximum),
        phrases.volume(volume)
      )
    }
    if let note = state.note {
      let text = phrases.note(note, in: state, panel)
      return (.note(text, isTrouble: note.isTrouble), text)
    }
    return nil
  }

  var face: Scene.PlayerFace {
    let volume = Scene.Level(
      percent: state.volume.percent, isMuted: state.volume.isMuted, maximum: state.volume.maximum,
      text: phrases.volume(state.volume))
    let isWanted = state.playback.isWanted
    let play = Scene.Button(
      kind: isWanted ? .pause : .play, text: phrases[isWanted ? .pause : .play],
      key: panel.hasKeyboard ? phrases[.keySpace] : "")
    let favoriteKey = panel.hasKeyboard ? "F" : panel.hasStar ? phrases[.holdStar] : ""
    guard let station = state.playback.station else {
      return Scene.PlayerFace(
        category: "", station: phrases[.nothingChosen], logo: nil,
        status: Scene.Status(kind: .idle, text: ""), title: "", details: "", isFavorite: false,
        showsPause: false, bufferingPercent: nil, playButton: play,
        favoriteButton: Scene.Button(kind: .add, text: phrases[.add], key: favoriteKey), volume: volume)
    }
    var percent: Int?
    if case .buffering(let filled) = state.playback.phase { percent = filled }
    let isFavorite = state.favorites.contains(station)
    return Scene.PlayerFace(
      category: phrases.name(of: state.playback.list, in: state.catalogue), station: station.name,
      logo: station.logo, status: phrases.status(of: state), title: state.playback.title ?? "",
      details: phrases.details(of: state.playback), isFavorite: isFavorite, showsPause: isWanted,
      bufferingPercent: percent, playButton: play,
      favoriteButton: Scene.Button(
        kind: isFavorite ? .remove : .add, text: phrases[isFavorite ? .remove : .add], key: favoriteKey),
      volume: volume)
  }
}

extension Note {
  fileprivate var isTrouble: Bool {
    switch self {
    case .noStations, .favoritesFull, .noSuchStation, .keyStuck, .told, .listRefused, .listNotKept,
      .cannotKeep:
      true
    default: false
    }
  }
}
