internal import Core
internal import Scene

/// Times the silence that nobody wished for, by its reasons.
struct SilenceNote {
  struct Entry {
    var since: Instant
    var reason: String
  }

  private var current: Entry?

  /// The silence that ended with this state: over, or going on for another reason. Nil: none did.
  mutating func follow(_ before: State?, _ state: State) -> Entry? {
    let reason = reason(before, state)
    guard reason != current?.reason else { return nil }
    defer { current = reason.map { Entry(since: state.now, reason: $0) } }
    return current
  }

  /// What is under way is over.
  mutating func end() -> Entry? {
    defer { current = nil }
    return current
  }

  /// Nil: there is sound, or none is wanted.
  private func reason(_ before: State?, _ state: State) -> String? {
    let playback = state.playback
    switch playback.phase {
    case .stopped, .paused: return nil
    case .playing: return silentOutput(state)
    case .waiting(let failure, _), .failed(let failure): return Phrases.english.reason(for: failure)
    case .connecting, .buffering:
      // The station before is heard.
      if playback.outgoing != nil { return silentOutput(state) }
      if let failure = playback.lastFailure { return Phrases.english.reason(for: failure) }
      if before?.playback.phase == .playing, before?.playback.session == playback.session {
        return "the stream comes too slowly"
      }
      let isSame =
        before?.playback.session == playback.session && before?.playback.outgoing == nil
      return isSame ? current?.reason ?? "connecting" : "connecting"
    }
  }

  private func silentOutput(_ state: State) -> String? {
    if case .silent(let reason) = state.output { reason } else { nil }
  }
}
