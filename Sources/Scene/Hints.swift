internal import Core

extension Phrases {
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
    case .radio: return keys([("↑↓", .keyRow), ("Esc", .keyBack)])
    case .help: return keys([("Esc", .keyBack)])
    }
  }

  private func keys(_ keys: [(cap: String, does: Phrase)]) -> String {
    keys.map { "\($0.cap) \(self[$0.does])" }.joined(separator: "   ")
  }

  /// The Keys screen: what each key means, in two columns.
  var keyLines: [String] {
    let keys: [(caps: String, means: String)] = [
      ("↑ ↓", self[.meansMove]), ("Enter", self[.meansChoose]), ("Esc, Backspace", self[.meansBack]),
      (self[.keySpace], self[.meansPlayPause]), ("← →", self[.meansStation]),
      ("PgUp PgDn", self[.meansCategory]), ("< >", self[.meansPage]), ("f", self[.meansNextFavorite]),
      ("F", self[.meansFavorite]), ("+ -", self[.meansVolume]), ("m", self[.mute]),
      ("Home, h", self[.player]), ("o", self[.meansOptions]), ("0 … 9", self[.meansNumber]),
      ("q, Ctrl-C", self[.meansQuit])
    ]
    let width = (keys.map { CellWidth.of($0.caps) }.max() ?? 0) + 2
    return keys.map { CellWidth.pad($0.caps, to: width) + $0.means }
  }
}
