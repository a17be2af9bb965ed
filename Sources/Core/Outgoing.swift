/// The station before, which is heard until the one that was chosen sounds.
public struct Outgoing: Hashable, Sendable {
  public let session: SessionID
  let station: Station
  /// By then it is over in any case: a wrong station under the new name is worse than a silence that is explained.
  let until: Instant
}

extension State {
  /// `station` was chosen. What sounds is heard until that does; a hand that goes on turning does not make it
  /// silent, and does not give it more time either.
  mutating func leave(for station: Station, _ effects: inout [Effect]) {
    var outgoing = playback.outgoing
    if playback.phase == .playing, let session = playback.session, let old = playback.station {
      dropRelief(&effects)
      outgoing = Outgoing(session: session, station: old, until: now + Limits.outgoingMax)
    } else {
      playback.outgoing = nil
      endSession(&effects)
    }
    playback.session = nil
    playback.outgoing = outgoing
    // The same again: never two connections to one station.
    if outgoing?.station.isSame(as: station) == true { dropOutgoing(&effects) }
  }

  mutating func dropOutgoing(_ effects: inout [Effect]) {
    if let session = playback.outgoing?.session { effects.append(.stopSession(session)) }
    playback.outgoing = nil
  }

  /// A report of the station before: only its end matters any more.
  mutating func hearOutgoing(_ report: StreamReport, _ effects: inout [Effect]) {
    switch report {
    case .starved, .failed: dropOutgoing(&effects)
    default: break
    }
  }
}
