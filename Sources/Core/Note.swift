/// A short message over the screen. Its words are made where it is shown.
public enum Note: Hashable, Sendable {
  case noStations
  case noFavorites
  case favoriteAdded(String)
  case favoriteRemoved(String)
  /// The list is full: nothing is pushed out of it.
  case favoritesFull
  case recentsCleared
  case favoritesCleared
  case noSuchStation(Int)
  case category(String)
  case cannotKeep(Document, reason: String)
}

extension State {
  mutating func show(note: Note) {
    self.note = note
    noteUntil = now + Limits.noteShown
  }
}
