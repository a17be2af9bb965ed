/// What has to be confirmed. The focus stands on No.
public enum Question: Hashable, Sendable {
  case clearRecents, clearFavorites
}

/// A setting that is changed in its row.
public enum Setting: Hashable, Sendable {
  case language
}

/// What a row of Home, Settings or Options leads to.
public enum Choice: Hashable, Sendable {
  case open(Screen)
  case perform(Action)
  case ask(Question)
  case edit(Setting)
  /// The knob goes from letter to letter.
  case jump
}

extension State {
  public static let homeChoices: [Choice] = [
    .open(.categories), .open(.recents), .open(.favorites), .open(.player), .open(.settings)
  ]

  public var settingsChoices: [Choice] {
    let language: [Choice] = languages.count > 1 ? [.edit(.language)] : []
    return language + [.ask(.clearRecents), .ask(.clearFavorites), .open(.radio)]
  }

  /// What can be done on the screen that Options stand over. All that has no key of its own is here, so that
  /// no board needs a key for it.
  public var optionChoices: [Choice] {
    // A list with nothing in it has nothing to be done about.
    let hasRow = focusedStation != nil
    return switch browse.under {
    case .stations: (hasRow ? [.perform(.favorite), .jump] : []) + [.open(.home)]
    case .recents:
      (hasRow ? [.perform(.favorite), .perform(.remove), .ask(.clearRecents), .jump] : []) + [.open(.home)]
    case .favorites:
      (hasRow ? [.perform(.remove), .ask(.clearFavorites), .jump] : []) + [.open(.home)]
    case .player:
      [
        .perform(.stationPrevious), .perform(.stationNext), .perform(.categoryPrevious),
        .perform(.categoryNext), .perform(.favorite), .perform(.mute), .open(.radio), .open(.home)
      ]
    case .home: [.open(.player)]
    default: [.open(.home), .open(.player)]
    }
  }
}

extension State {
  /// What `Action.favorite` would do: remove the station that it is about, or add it.
  public var favoriteWouldBeRemoved: Bool {
    (focusedStation ?? playback.station).map { favorites.contains($0) } ?? false
  }
}
