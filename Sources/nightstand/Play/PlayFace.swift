internal import Core
internal import Runtime
internal import Scene

/// What `play` says to a person: a line for each change that matters.
final class PlayFace: Face {
  private let write: (String) -> Void
  private var said: [String: String] = [:]
  private var waitsUntil: Instant?

  init(write: @escaping (String) -> Void) { self.write = write }

  func show(_ state: State) {
    let playback = state.playback
    if let name = playback.info?.name { say("name", "Station: \(name)") }
    if playback.format != nil { say("format", "Stream: " + Phrases.english.details(of: playback)) }
    switch playback.phase {
    // The percentages would be a line each; a second of buffering is not worth one.
    case .buffering: break
    case .stopped: break
    case .waiting(_, let until):
      // Once for each failure, not for each second of the count-down.
      guard until != waitsUntil else { break }
      waitsUntil = until
      said["status"] = nil
      say("status", Phrases.english.status(of: state).text)
    case .connecting, .playing, .paused, .failed: say("status", Phrases.english.status(of: state).text)
    }
    if let title = playback.title { say("title", "Title: \(title)") }
  }

  private func say(_ subject: String, _ line: String) {
    guard said[subject] != line else { return }
    said[subject] = line
    write(line)
  }
}
