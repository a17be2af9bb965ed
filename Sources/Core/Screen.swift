/// The screens of the radio, by the names that `open` and `show` take.
public enum Screen: String, Hashable, Sendable, CaseIterable {
  case home, categories, stations, player, recents, favorites, settings, radio, options, confirm, help

  /// Those that can be opened from anywhere; the others stand over a screen.
  public static let openable: [Screen] = [
    .home, .categories, .stations, .player, .recents, .favorites, .settings, .radio
  ]
}
