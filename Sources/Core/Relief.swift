/// What follows a session whose stream broke off, while what was received of it is heard: the next session, or the
/// pause before it. If that one is ready in time nobody hears of it.
public struct Relief: Hashable, Sendable {
  /// Nil: it waits.
  public internal(set) var session: SessionID?
  /// What `Playback` will have when the sound before it is over.
  public internal(set) var phase: Playback.Phase
  var since: Instant
  var title: String?
  var info: StreamInfo?
  var format: StreamFormat?

  init(phase: Playback.Phase, since: Instant) {
    self.phase = phase
    self.since = since
  }
}

extension State {
  /// The stream of the session that is heard broke off; `left` of it will sound.
  mutating func prepareRelief(after failure: StreamFailure, left: Duration) {
    // A recording that ends is no accident, and what cannot pass is told when the sound is over.
    guard playback.relief == nil, failure != .clipEnded, failure.mayPass else { return }
    switch playback.phase {
    case .playing, .buffering: break
    case .stopped, .connecting, .paused, .waiting, .failed: return
    }
    let sounded = playback.soundedBefore + (playback.soundingSince.map { now - $0 } ?? .zero)
    countFailure(failure, sounded: sounded)
    // At once, unless it failed before: pauses are for servers that fail again.
    let isFirst = playback.failures == 1
    if isFirst { playback.hasTriedAtOnce = true }
    let pause = isFirst ? .zero : retryPause()
    let until = now + max(pause, left - Limits.reliefLead)
    playback.relief = Relief(phase: .waiting(explained(failure), until: until), since: now)
  }

  mutating func startRelief(_ effects: inout [Effect]) {
    guard let station = playback.station, playback.relief != nil else { return }
    playback.sessionsStarted += 1
    let session = SessionID(playback.sessionsStarted)
    var relief = Relief(phase: .connecting, since: now)
    relief.session = session
    playback.relief = relief
    effects.append(.prepareSession(session, station, cushion: cushions.cushion(for: station)))
  }

  mutating func dropRelief(_ effects: inout [Effect]) {
    if let session = playback.relief?.session { effects.append(.stopSession(session)) }
    playback.relief = nil
  }

  /// A report of the session that is to follow.
  mutating func hearRelief(_ report: StreamReport, _ effects: inout [Effect]) {
    switch report {
    case .connected(let info):
      playback.relief?.info = info
      playback.relief?.phase = .buffering(percent: 0)
    case .receivingTag: playback.relief?.phase = .buffering(percent: 0)
    case .format(let format): playback.relief?.format = format
    case .title(let title): playback.relief?.title = title.isEmpty ? nil : title
    case .failed(let failure):
      dropRelief(&effects)
      countFailure(failure, sounded: .zero)
      playback.relief = Relief(phase: phase(after: failure), since: now)
    // It is not heard yet, and what it has is heard, even where no more follows.
    case .buffering, .sounding, .starved, .ending, .clock, .loudness: break
    }
  }

  /// The sound of the old session is over: the next one is it now.
  mutating func handOver(_ effects: inout [Effect]) {
    guard let old = playback.session, let relief = playback.relief else { return }
    effects.append(.stopSession(old))
    playback.relief = nil
    playback.session = relief.session
    playback.phase = relief.phase
    playback.soundingSince = nil
    playback.soundedBefore = .zero
    playback.silentSince = relief.session == nil ? nil : now
    guard let session = relief.session else { return }
    playback.info = relief.info
    playback.format = relief.format
    // It is the same station: what was on still is, until another title is heard of.
    playback.title = relief.title ?? playback.title
    effects.append(.soundSession(session))
  }

  /// The session failed, and nothing of it is heard any more.
  mutating func fail(_ failure: StreamFailure, _ effects: inout [Effect]) {
    countSound()
    let sounded = playback.soundedBefore
    let isPaused = playback.phase == .paused
    endSession(&effects)
    // Paused: the held stream is gone, and `play` opens it anew.
    guard !isPaused else { return }
    countFailure(failure, sounded: sounded)
    let isShortClip = failure == .clipEnded && sounded < Limits.clipLength
    playback.phase = phase(after: failure, isShortClip: isShortClip)
  }

  private mutating func countFailure(_ failure: StreamFailure, sounded: Duration) {
    // A clip that is played in full would count as well, and be looped all night.
    let isShortClip = failure == .clipEnded && sounded < Limits.clipLength
    if sounded >= Limits.soundUntilWell && !isShortClip { playback.forgetFailures() }
    playback.lastFailure = explained(failure)
    playback.failures += 1
  }

  private mutating func phase(after failure: StreamFailure, isShortClip: Bool = false) -> Playback.Phase {
    guard failure.mayPass else { return .failed(failure) }
    let pause = retryPause(isShortClip: isShortClip)
    return .waiting(explained(failure), until: now + pause)
  }

  /// Doubles with each failure in a row.
  private mutating func retryPause(isShortClip: Bool = false) -> Duration {
    let atFirst = isShortClip ? Limits.clipPauseAtFirst : Limits.retryPauseAtFirst
    let longest = isShortClip ? Limits.clipPauseMax : Limits.retryPauseMax
    let pauses = playback.failures - (playback.hasTriedAtOnce ? 2 : 1)
    return jitter.shortened(min(longest, atFirst * (1 << min(max(pauses, 0), 12))))
  }
}
