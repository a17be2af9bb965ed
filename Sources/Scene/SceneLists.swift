internal import Core

extension SceneMaker {
  func body(of screen: Screen) -> Scene.Body {
    switch screen {
    case .home: .list(choices(State.homeChoices, focus: focus, rows: panel.rows))
    case .settings: .list(choices(state.settingsChoices, focus: focus, rows: panel.rows))
    case .categories:
      .list(
        list(state.catalogue.categories.count, focus: focus, whenEmpty: phrases.noStations(in: state)) {
          Scene.Row(text: state.catalogue.categories[$0].name, leadsOn: true)
        })
    case .stations: .list(stationRows(.category(state.browse.category), focus: focus))
    case .recents: .list(stationRows(.recents, focus: focus))
    case .favorites: .list(stationRows(.favorites, focus: focus))
    case .player, .options, .confirm: .player(face)
    case .radio: .list(facts)
    case .help: .list(keys)
    }
  }

  /// Of the screen below; what is covered has none.
  private var focus: Int? {
    state.browse.screen == .options || state.browse.screen == .confirm ? nil : state.browse.focus
  }

  /// The rows of a list around its focus; building them costs the same however long the list is.
  /// - Parameter around: the row to be shown where none has the focus.
  private func list(
    _ count: Int, focus: Int?, around: Int = 0, rows capacity: Int? = nil, whenEmpty: String,
    row: (Int) -> Scene.Row
  ) -> Scene.List {
    let shown = max(1, min(capacity ?? panel.rows, count))
    let first = min(max(0, (focus ?? around) - shown / 2), max(0, count - shown))
    let rows = (first..<min(count, first + shown)).map { index in
      var made = row(index)
      made.isFocused = index == focus
      return made
    }
    return Scene.List(rows: rows, first: first, count: count, whenEmpty: whenEmpty)
  }

  func stationRows(_ list: StationList, focus: Int?, around: Int = 0) -> Scene.List {
    let stations = state.stations(of: list)
    let whenEmpty =
      switch list {
      case .category: phrases.noStations(in: state)
      case .recents: phrases[.noRecents]
      case .favorites: phrases.noFavorites(panel)
      }
    return self.list(stations.count, focus: focus, around: around, whenEmpty: whenEmpty) { index in
      let station = stations[index]
      let plays = state.playback.isWanted && state.playback.station?.isSame(as: station) == true
      return Scene.Row(
        text: station.name, mark: plays ? .speakerSounding : .speaker,
        isFavorite: state.favorites.contains(station), leadsOn: true)
    }
  }

  func choices(_ choices: [Choice], focus: Int?, rows: Int) -> Scene.List {
    list(choices.count, focus: focus, rows: rows, whenEmpty: "") {
      let choice = choices[$0]
      var made = Scene.Row(text: phrases.choice(choice, in: state))
      switch choice {
      case .open, .ask: made.leadsOn = true
      case .edit(.language):
        made.value = state.language.name
        if case .language(let index) = state.browse.edit {
          made.value = state.languages[index].name
          made.isEditing = true
        }
      case .perform, .jump: break
      }
      return made
    }
  }

  private var keys: Scene.List {
    let keys = KeyHelp.allCases
    return list(keys.count, focus: focus, whenEmpty: "") {
      let (caps, meaning) = phrases.key(keys[$0])
      return Scene.Row(text: caps, value: meaning)
    }
  }

  private var facts: Scene.List {
    let facts = state.radioFacts
    return list(facts.count, focus: focus, whenEmpty: "") {
      let (label, value) = phrases.fact(facts[$0], in: state)
      return Scene.Row(text: label, value: value)
    }
  }
}
