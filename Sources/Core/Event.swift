/// A fact that reached the radio. Core learns of the world by these alone.
public enum Event: Hashable, Sendable {
  /// Everything is loaded and wired; what happens at start happens now.
  case started
  case action(Action)
  /// A line of the board changed, or was read; the instant is the kernel's.
  case control(ControlEdge)
  case stream(SessionID, StreamReport)
  case output(OutputReport)
  case stored(StoreReport)
  /// Something that a person has to know, in plain words: a list that was refused, a file that was repaired.
  case noted(String)
  /// The station list was refused, and the last good one is used.
  case listRefused(reason: String)
  /// The station list plays, but it cannot be kept as the last good one.
  case listNotKept(reason: String)
  /// What the network is like; told now and then while it is looked at.
  case network(NetworkReport)
  /// What way to the internet there is: told at the start and at each change. `appeared`: an address, a route or
  /// a name server is new.
  case link(LinkState, appeared: Bool)
  /// Whether what comes over the network is paid for by its amount; it is not until this is told.
  case metered(Bool)
  /// The clock was set, by a time server or a hand.
  case clockSet
  /// How the panel is laid out; told at the start, and when the size of a terminal changes.
  case laidOut(Layout)
  /// An instant that was asked for by `Effect.wake(at:)` has come.
  case woke
}

/// What the sound card tells.
public enum OutputReport: Hashable, Sendable {
  /// Samples reach this device.
  case opened(device: String)
  /// Samples go nowhere, in real time, until a device opens; the reason is in plain words.
  case silent(reason: String)
}

/// What the store tells.
public enum StoreReport: Hashable, Sendable {
  case saved(Document)
  case failed(Document, reason: String)
}

/// The files in which the radio keeps what a person did.
public enum Document: String, Hashable, Sendable, CaseIterable {
  case recents, favorites, state, loudness
}
