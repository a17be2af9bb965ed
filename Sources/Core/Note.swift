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
  /// By what is printed on it: its line has been closed for longer than a finger would.
  case keyStuck(String)
  case told(String)
  case listRefused(reason: String)
  case listNotKept(reason: String)
  case cannotKeep(Document, reason: String)

  /// A person has to know it: it is shown for its whole time.
  var isNews: Bool {
    switch self {
    case .told, .keyStuck, .listRefused, .listNotKept: true
    default: false
    }
  }
}

extension State {
  /// What a person has to know is shown for its whole time: others that come meanwhile wait.
  mutating func tell(_ news: Note) {
    if note?.isNews == true {
      if untold.count < Limits.notesWaiting { untold.append(news) }
    } else {
      show(note: news)
    }
  }

  mutating func advanceNotes() {
    guard let until = noteUntil, until <= now else { return }
    note = nil
    noteUntil = nil
    if !untold.isEmpty { show(note: untold.removeFirst()) }
  }

  mutating func show(note: Note) {
    self.note = note
    noteUntil = now + Limits.noteShown
  }
}
