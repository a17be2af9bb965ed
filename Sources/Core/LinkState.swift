/// What way from this radio to the internet there is, as far as the machine itself can know.
public enum LinkState: Hashable, Sendable {
  /// An address and a route.
  case ready
  /// An address, but no route that leads out of the house.
  case noRoute
  /// Connected, but without an address.
  case noAddress
  /// Wi-Fi is all there is, and it is not connected.
  case noWiFi
  /// No cable is plugged in, and no Wi-Fi is connected.
  case noNetwork
}

extension State {
  /// `failure`, told by its cause where that is the network itself.
  func explained(_ failure: StreamFailure) -> StreamFailure {
    guard let link else { return failure }
    let trouble: StreamFailure
    switch link {
    // There is a route, but what should pass it on does not answer.
    case .ready: return failure == .networkUnreachable ? .noInternet : failure
    case .noRoute: trouble = .noInternet
    case .noAddress: trouble = .noAddress
    case .noWiFi: trouble = .noWiFi
    case .noNetwork: trouble = .networkUnreachable
    }
    switch failure {
    case .nameNotFound, .networkUnreachable, .noWiFi, .noAddress, .noInternet: return trouble
    // A server in the house answers without a route.
    case .noAnswer, .stalled, .connectionLost: return link == .noRoute ? failure : trouble
    default: return failure
    }
  }

  /// The network changed.
  mutating func follow(_ link: LinkState, appeared: Bool, _ effects: inout [Effect]) {
    self.link = link
    if case .waiting(let failure, let until) = playback.phase {
      playback.phase = .waiting(explained(failure), until: until)
    }
    if appeared { tryAtOnce(&effects) { $0 != .clipEnded } }
  }

  /// Certificates that were judged by the wrong time are judged anew.
  mutating func clockWasSet(_ effects: inout [Effect]) {
    tryAtOnce(&effects) {
      switch $0 {
      case .clockNotSet, .certificateNotYetValid, .certificate: true
      default: false
      }
    }
  }

  /// What waits is tried now, and its pauses begin with the shortest, since name servers come later than routes.
  /// What was begun in vain is begun anew.
  private mutating func tryAtOnce(
    _ effects: inout [Effect], where mayHelp: (StreamFailure) -> Bool
  ) {
    switch playback.phase {
    case .waiting(let failure, _):
      guard mayHelp(failure) else { return }
      playback.forgetFailures()
      startSession(&effects)
    case .connecting, .buffering:
      guard let since = playback.silentSince, since + Limits.staleSilence <= now,
        mayHelp(playback.lastFailure ?? .noAnswer)
      else { return }
      endSession(&effects)
      playback.forgetFailures()
      startSession(&effects)
    case .playing:
      guard let relief = playback.relief, mayHelp(playback.lastFailure ?? .noAnswer) else { return }
      if let session = relief.session {
        guard relief.phase == .connecting, relief.since + Limits.staleSilence <= now else { return }
        effects.append(.stopSession(session))
      }
      playback.forgetFailures()
      startRelief(&effects)
    case .stopped, .paused, .failed: break
    }
  }
}
