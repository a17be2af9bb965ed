/// Which list a station was chosen from: next and previous follow it.
public enum StationList: Hashable, Sendable {
  /// By the category's index in the catalogue.
  case category(Int)
  case recents
  case favorites
}

/// What plays, or should.
public struct Playback: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case stopped
    case connecting
    /// 0 … 100 of the cushion.
    case buffering(percent: Int)
    /// Only while samples reach the output.
    case playing
    case paused
    case waiting(StreamFailure, until: Instant)
    /// No retry can help; the person may try again.
    case failed(StreamFailure)
  }

  public internal(set) var phase = Phase.stopped
  public internal(set) var station: Station?
  public internal(set) var list = StationList.category(0)
  /// Nil: nothing is open.
  public internal(set) var session: SessionID?
  /// What the station says is on the air; nil: nothing yet.
  public internal(set) var title: String?
  public internal(set) var info: StreamInfo?
  public internal(set) var format: StreamFormat?
  /// By how much the server's clock is faster than the card's, in millionths; nil: not known yet.
  public internal(set) var serverPPM: Int?
  /// The failure that is being retried, until there is sound again.
  public internal(set) var lastFailure: StreamFailure?
  /// Failures in a row, without enough sound between them.
  public internal(set) var failures = 0
  /// The first of them was followed by a try at once, in the place of the shortest pause.
  var hasTriedAtOnce = false

  /// What will follow the session that is heard to its end, its stream having broken off; nil: it has not.
  public internal(set) var relief: Relief?
  /// What is heard until the station that was chosen sounds; nil: nothing.
  public internal(set) var outgoing: Outgoing?

  var sessionsStarted = 0
  /// Since when this session sounds without a break; nil: it does not.
  var soundingSince: Instant?
  /// Sound of this session before that.
  var soundedBefore = Duration.zero
  /// Since when sound is wanted and there is none; nil: there is, or none is wanted.
  public internal(set) var silentSince: Instant?
  var pausedSince: Instant?

  public init() {}

  /// It is well again, or anew: the next pause is the shortest.
  mutating func forgetFailures() {
    failures = 0
    hasTriedAtOnce = false
  }

  /// Whether the person wants sound: what `resumeAtStart` = asBefore goes by.
  public var isWanted: Bool {
    switch phase {
    case .stopped, .paused: false
    case .connecting, .buffering, .playing, .waiting, .failed: true
    }
  }
}

extension State {
  /// Plays `station` from its start, whatever played before.
  mutating func choose(_ station: Station, from list: StationList, _ effects: inout [Effect]) {
    leave(for: station, &effects)
    forgetWishes()
    playback.station = station
    playback.list = list
    playback.forgetFailures()
    playback.lastFailure = nil
    playback.title = nil
    if case .category(let index) = list {
      browse.lastCategory = index
      lastHeard[catalogue.categories[index].name] = station.link
    }
    startSession(&effects)
    effects.append(.save(.state))
  }

  mutating func startSession(_ effects: inout [Effect]) {
    guard let station = playback.station else { return }
    let neighbor = takeNeighbor(station)
    if neighbor == nil { playback.sessionsStarted += 1 }
    let session = neighbor?.session ?? SessionID(playback.sessionsStarted)
    playback.session = session
    playback.info = neighbor?.info
    playback.format = neighbor?.format
    playback.serverPPM = nil
    if let neighbor { playback.title = neighbor.title }
    playback.soundingSince = nil
    playback.soundedBefore = .zero
    playback.silentSince = now
    playback.pausedSince = nil
    playback.phase = neighbor?.info == nil ? .connecting : .buffering(percent: 0)
    effects.append(
      neighbor != nil
        ? .soundSession(session)
        : .startSession(session, station, cushion: cushions.cushion(for: station)))
  }

  mutating func endSession(_ effects: inout [Effect]) {
    dropRelief(&effects)
    dropOutgoing(&effects)
    guard let session = playback.session else { return }
    effects.append(.stopSession(session))
    playback.session = nil
    playback.soundingSince = nil
    playback.silentSince = nil
    playback.pausedSince = nil
  }

  mutating func playPause(_ effects: inout [Effect]) {
    playback.isWanted && !playback.phase.isFailed ? pause(&effects) : play(&effects)
  }

  mutating func play(_ effects: inout [Effect]) {
    switch playback.phase {
    case .connecting, .buffering, .playing: return
    case .paused:
      if let session = playback.session {
        playback.pausedSince = nil
        playback.silentSince = now
        // "Playing" again only when the output says so.
        playback.phase = .buffering(percent: 100)
        effects.append(.resumeSession(session))
        effects.append(.save(.state))
        return
      }
    case .stopped, .waiting, .failed: break
    }
    guard playback.station != nil else {
      playFirst(&effects)
      return
    }
    endSession(&effects)
    playback.forgetFailures()
    startSession(&effects)
    effects.append(.save(.state))
  }

  mutating func pause(_ effects: inout [Effect]) {
    switch playback.phase {
    case .stopped, .paused, .failed: return
    case .playing, .buffering:
      if playback.relief != nil {
        // There is nothing to hold: the rest of a broken stream is worth no wait.
        endSession(&effects)
      } else if let session = playback.session {
        countSound()
        dropOutgoing(&effects)
        effects.append(.pauseSession(session))
        playback.pausedSince = now
      }
    case .connecting, .waiting: endSession(&effects)
    }
    playback.silentSince = nil
    playback.phase = .paused
    effects.append(.save(.state))
  }

  private mutating func playFirst(_ effects: inout [Effect]) {
    guard let first = catalogue.categories.first?.stations.first else {
      show(note: .noStations)
      return
    }
    choose(first, from: .category(0), &effects)
  }

  /// A report of the session that is open; of others nothing is believed.
  mutating func hear(_ report: StreamReport, of session: SessionID, _ effects: inout [Effect]) {
    guard session == playback.session, let station = playback.station else {
      if playback.relief?.session == session {
        hearRelief(report, &effects)
      } else if playback.outgoing?.session == session {
        hearOutgoing(report, &effects)
      } else {
        hearNeighbor(report, of: session, &effects)
      }
      return
    }
    switch report {
    case .connected(let info):
      playback.info = info
      if playback.phase == .connecting { playback.phase = .buffering(percent: 0) }
    case .receivingTag:
      if playback.phase == .connecting { playback.phase = .buffering(percent: 0) }
      if playback.silentSince != nil { playback.silentSince = now }
    case .format(let format): playback.format = format
    case .title(let title): playback.title = title.isEmpty ? nil : title
    case .clock(let ppm): playback.serverPPM = ppm
    case .loudness(let heard): learn(heard, of: station, &effects)
    case .buffering(let percent):
      switch playback.phase {
      case .connecting, .buffering: playback.phase = .buffering(percent: min(max(percent, 0), 100))
      case .stopped, .playing, .paused, .waiting, .failed: break
      }
    case .sounding:
      guard playback.phase != .paused else { return }
      dropOutgoing(&effects)
      playback.phase = .playing
      if playback.relief == nil { playback.lastFailure = nil }
      playback.silentSince = nil
      playback.soundingSince = playback.soundingSince ?? now
      remember(station, &effects)
    case .starved:
      countSound()
      guard playback.phase != .paused else { return }
      playback.phase = .buffering(percent: 0)
      playback.silentSince = now
      cushions.double(for: station)
      effects.append(.setCushion(session, cushions.cushion(for: station)))
      effects.append(.save(.state))
    case .ending(let failure, let left): prepareRelief(after: failure, left: left)
    case .failed(let failure):
      if playback.relief == nil { fail(failure, &effects) } else { handOver(&effects) }
    }
  }

  private mutating func remember(_ station: Station, _ effects: inout [Effect]) {
    guard recents.stations.first != station else { return }
    recents.putFirst(station)
    effects.append(.save(.recents))
  }

  mutating func countSound() {
    guard let since = playback.soundingSince else { return }
    playback.soundedBefore += now - since
    playback.soundingSince = nil
  }

  /// What is due by now.
  mutating func advancePlayback(_ effects: inout [Effect]) {
    if case .waiting(_, let until) = playback.phase, until <= now { startSession(&effects) }
    if case .waiting(_, let until) = playback.relief?.phase, until <= now { startRelief(&effects) }
    if let until = playback.outgoing?.until, until <= now { dropOutgoing(&effects) }
    if let since = playback.silentSince, since + Limits.silenceMax <= now { fail(.stalled, &effects) }
    if let since = playback.pausedSince, since + Limits.pauseKept <= now {
      endSession(&effects)
      playback.pausedSince = nil
    }
  }

  var playbackWake: Instant? {
    var wakes: [Instant] = []
    if case .waiting(_, let until) = playback.phase {
      // The count-down on the screen changes when a whole second is left.
      let left = (until - now).secondsRoundedUp
      wakes.append(left > 1 ? until + .seconds(1 - left) : until)
    }
    if case .waiting(_, let until) = playback.relief?.phase { wakes.append(until) }
    if let until = playback.outgoing?.until { wakes.append(until) }
    if let since = playback.silentSince { wakes.append(since + Limits.silenceMax) }
    if let since = playback.pausedSince { wakes.append(since + Limits.pauseKept) }
    return wakes.min()
  }
}

extension StreamFailure {
  /// Whether trying again can help while the link stays as it is.
  public var mayPass: Bool {
    switch self {
    case .linkNotUsable, .formatNotYet: false
    default: true
    }
  }
}
