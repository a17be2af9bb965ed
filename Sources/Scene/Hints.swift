internal import Core

extension Phrases {
  /// Between two keys of the last line.
  static let keyGap = "   "

  /// The keys that matter on `screen`, for the last line.
  func hint(for state: State) -> String {
    if state.browse.edit != nil {
      return keys([("↑↓", .keyChange), ("Enter", .keyAccept), ("Esc", .keyBack)])
    }
    let all: (String, Phrase) = ("?", .keyKeys)
    switch state.browse.screen {
    case .home, .settings, .options:
      return keys([("↑↓", .keyRow), ("Enter", .keyChoose), ("Esc", .keyBack), all])
    case .categories:
      return keys([
        ("↑↓", .keyRow), ("Enter", .keyOpen), ("Esc", .keyHome), (self[.keySpace], .keyPlayPause), all
      ])
    case .stations:
      return keys([
        ("↑↓", .keyRow), ("Enter", .keyPlay), ("F", .keyFavorite), ("Esc", .keyCategories), all
      ])
    case .recents, .favorites:
      return keys([
        ("↑↓", .keyRow), ("Enter", .keyPlay), ("F", .keyFavorite), ("o", .keyOptions), ("Esc", .keyHome), all
      ])
    case .player:
      let turns: Phrase = state.settings.playerKnob == .station ? .keyStation : .keyVolume
      return keys([
        ("←→", .keyStation), ("PgUp/PgDn", .keyCategory), ("↑↓", turns), ("Enter", .keyList), all
      ])
    case .confirm: return keys([("↑↓", .keyNoOrYes), ("Enter", .keyChoose), ("Esc", .keyBack)])
    case .radio, .help: return keys([("↑↓", .keyRow), ("Esc", .keyBack)])
    }
  }

  private func keys(_ keys: [(cap: String, does: Phrase)]) -> String {
    keys.map { "\($0.cap) \(self[$0.does])" }.joined(separator: Phrases.keyGap)
  }

  /// A row of the Keys screen: what is printed on the keys, and what they mean.
  func key(_ help: KeyHelp) -> (caps: String, meaning: String) {
    switch help {
    case .move: ("↑ ↓", self[.meansMove])
    case .choose: ("Enter", self[.meansChoose])
    case .back: ("Esc, Backspace", self[.meansBack])
    case .playPause: (self[.keySpace], self[.meansPlayPause])
    case .station: ("← →", self[.meansStation])
    case .category: ("PgUp PgDn", self[.meansCategory])
    case .page: ("< >", self[.meansPage])
    case .nextFavorite: ("f", self[.meansNextFavorite])
    case .favorite: ("F", self[.meansFavorite])
    case .volume: ("+ -", self[.meansVolume])
    case .mute: ("m", self[.mute])
    case .player: ("Home, h", self[.player])
    case .options: ("o", self[.meansOptions])
    case .number: ("0 … 9", self[.meansNumber])
    case .quit: ("q, Ctrl-C", self[.meansQuit])
    }
  }
}
