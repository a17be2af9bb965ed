/// What the Keys screen explains, in its order: a row each, since no panel has room for all at once.
public enum KeyHelp: Hashable, Sendable, CaseIterable {
  case move, choose, back, playPause, station, category, page, nextFavorite, favorite, volume, mute, player
  case options, number, quit
}
