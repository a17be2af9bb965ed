internal import Audio
public import Core

/// Gathers events, lets Core decide, performs what it orders, shows what came of it. One turn of the loop
/// ends with one call of `turn`.
public final class Radio {
  public enum Limits {
    /// Events that wait for the end of a turn. More than a hand, a network and a card can make in one; what
    /// does not fit is dropped and counted.
    public static let events = 4_096
    /// How often the fill of a cushion is looked at while it fills.
    static let bufferingInterval = Duration.milliseconds(100)
  }

  /// Makes a session; its reports come on the loop.
  public typealias OpenSession =
    (SessionID, Station, _ cushion: Duration, _ report: @escaping (SessionID, StreamReport) -> Void)
    -> any LiveSession

  public private(set) var state: State
  public private(set) var isOver = false
  public private(set) var droppedEvents = 0

  private let time: any Timekeeping
  private let output: any SoundOutput
  private let openSession: OpenSession
  private let keeper: any Keeping
  private var faces: [any Face] = []
  private var isFaceNew = false
  private var isOutOfOrder = false
  private var events: [(event: Event, instant: Instant)] = []
  private var sessions: [SessionID: any LiveSession] = [:]
  private var wake: (any LoopTimer)?
  private var bufferingTimer: (any LoopTimer)?

  public init(
    state: State, time: any Timekeeping, output: any SoundOutput, keeper: any Keeping,
    openSession: @escaping OpenSession
  ) {
    self.state = state
    self.time = time
    self.output = output
    self.keeper = keeper
    self.openSession = openSession
    wake = time.timer { [unowned self] in submit(.woke) }
    bufferingTimer = time.timer { [unowned self] in reportBuffering() }
    output.onReport = { [unowned self] in hear($0) }
  }

  /// It is shown the state at the end of this turn, also where nothing happens any more.
  public func add(_ face: any Face) {
    faces.append(face)
    isFaceNew = true
  }

  /// Takes note of what happened; it is decided upon at the end of the turn.
  public func submit(_ event: Event) { submit(event, at: time.now) }

  /// The event happened at `instant`, some time ago: the kernel saw it then.
  public func submit(_ event: Event, at instant: Instant) {
    guard events.count < Limits.events else {
      droppedEvents += 1
      return
    }
    if let last = events.last, instant < last.instant { isOutOfOrder = true }
    events.append((event, instant))
  }

  /// Decides on all that was submitted, performs the orders and shows the outcome.
  public func turn() {
    guard !events.isEmpty || isFaceNew else { return }
    isFaceNew = false
    var effects: [Effect] = []
    // Performing may submit more (a session that fails at once): that belongs to this turn too, within a
    // bound.
    for _ in 0..<8 where !events.isEmpty {
      let batch = takeEvents()
      for (event, instant) in batch { state.handle(event, at: instant, &effects) }
      perform(Orders(effects))
      effects.removeAll(keepingCapacity: true)
    }
    bufferingTimer?.set(isFilling ? time.now + Limits.bufferingInterval : nil)
    for face in faces { face.show(state) }
  }

  /// In the order in which they happened: a key that was pressed while the loop was busy comes before what
  /// the loop was busy with.
  private func takeEvents() -> [(event: Event, instant: Instant)] {
    defer {
      events.removeAll(keepingCapacity: true)
      isOutOfOrder = false
    }
    guard isOutOfOrder else { return events }
    return events.enumerated().sorted { left, right in
      (left.element.instant, left.offset) < (right.element.instant, right.offset)
    }.map(\.element)
  }

  /// Ends what is open: the sound fades out, connections close.
  public func close() {
    isOver = true
    for session in sessions.values {
      output.stop(session.voice)
      session.cancel()
    }
    sessions.removeAll()
    output.close()
    wake?.remove()
    bufferingTimer?.remove()
    wake = nil
    bufferingTimer = nil
  }

  // MARK: Orders

  private func perform(_ orders: Orders) {
    for effect in orders.sound { performSound(effect) }
    for effect in orders.network { performNetwork(effect) }
    for document in orders.documents { keeper.keep(document, of: state) }
    if let at = orders.wake { wake?.set(at) }
    if orders.quits { isOver = true }
  }

  private func performSound(_ effect: Effect) {
    switch effect {
    case .setVolume(let percent, let isMuted): output.setVolume(percent: percent, isMuted: isMuted)
    case .pauseSession(let id): sessions[id].map { output.pause($0.voice) }
    case .resumeSession(let id): sessions[id].map { output.resume($0.voice) }
    case .setCushion(let id, let cushion):
      sessions[id]?.voice.cushionMilliseconds = Int(cushion.milliseconds)
    case .startSession, .prepareSession, .warmSession, .soundSession, .stopSession, .save, .wake, .quit: break
    }
  }

  private func performNetwork(_ effect: Effect) {
    switch effect {
    case .startSession(let id, let station, let cushion):
      open(id, station, cushion, isHeard: true)
    case .prepareSession(let id, let station, let cushion):
      open(id, station, cushion, isHeard: false)
    case .warmSession(let id, let station, let cushion):
      open(id, station, cushion, isHeard: false)
      sessions[id]?.isWarm = true
    case .soundSession(let id):
      guard let session = sessions[id] else { return }
      session.isWarm = false
      session.soundIsDue()
      output.play(session.voice)
    case .stopSession(let id):
      guard let session = sessions.removeValue(forKey: id) else { return }
      output.stop(session.voice)
      session.cancel()
    case .pauseSession, .resumeSession, .setCushion, .setVolume, .save, .wake, .quit: break
    }
  }

  /// - Parameter isHeard: it is the next to sound; otherwise it only gathers.
  private func open(_ id: SessionID, _ station: Station, _ cushion: Duration, isHeard: Bool) {
    let session = openSession(id, station, cushion) { [unowned self] in submit(.stream($0, $1)) }
    session.voice.cushionMilliseconds = Int(cushion.milliseconds)
    if let gain = state.gain(for: station) { session.voice.setGain(decibels: Float(gain)) }
    if !isHeard, let old = state.playback.session.flatMap({ sessions[$0] }), state.playback.station == station
    {
      session.goOn(after: old.ends)
    }
    sessions[id] = session
    if isHeard { output.play(session.voice) }
    session.start()
  }

  // MARK: Sound

  private func hear(_ report: SoundReport) {
    switch report {
    case .opened(let device): submit(.output(.opened(device: device)))
    case .silent(let reason): submit(.output(.silent(reason: reason)))
    case .sounding(let voice): submit(.stream(SessionID(voice), .sounding))
    case .starved(let voice): submit(.stream(SessionID(voice), .starved))
    case .drained(let voice): sessions[SessionID(voice)]?.voiceDrained()
    }
  }

  private var isFilling: Bool {
    guard state.playback.session != nil else { return false }
    switch state.playback.phase {
    case .connecting, .buffering: return true
    case .stopped, .playing, .paused, .waiting, .failed: return false
    }
  }

  private func reportBuffering() {
    guard isFilling, let id = state.playback.session, let voice = sessions[id]?.voice else { return }
    // While it connects there is nothing to measure, but the timer goes on.
    var percent = 0
    if case .buffering(let known) = state.playback.phase {
      // 100 is for sound itself.
      percent = min(99, voice.decodedMilliseconds * 100 / max(1, voice.cushionMilliseconds))
      if percent != known { submit(.stream(id, .buffering(percent: percent))) }
    }
    bufferingTimer?.set(time.now + Limits.bufferingInterval)
  }
}
