/// An order to the runtime. Orders of one turn are performed by kind: sound, network, store.
public enum Effect: Hashable, Sendable {
  /// Opens the station and lets it sound when `cushion` of it is decoded.
  case startSession(SessionID, Station, cushion: Duration)
  /// Opens the station beside the session that is heard to its end; `soundSession` lets it sound.
  case prepareSession(SessionID, Station, cushion: Duration)
  /// Opens a station that may be chosen next. It gathers unheard, at the speed of the air, until `soundSession`.
  case warmSession(SessionID, Station, cushion: Duration)
  case soundSession(SessionID)
  /// Fades it out, closes it, forgets it; no report of it is of interest any more.
  case stopSession(SessionID)
  /// Fades it out and holds it; `resumeSession` goes on where it was.
  case pauseSession(SessionID)
  case resumeSession(SessionID)
  /// What a session has to gather before it sounds again.
  case setCushion(SessionID, Duration)
  case setVolume(percent: Int, isMuted: Bool)
  /// The document changed. The runtime takes its content from the state.
  case save(Document)
  /// Calls with `Event.woke` at this instant; it replaces what was asked for before. Nil: not needed.
  case wake(at: Instant?)
  case quit
}
