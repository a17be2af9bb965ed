import Audio
import Core
import Runtime

/// A clock that only a test moves.
final class HandTime: Timekeeping {
  private(set) var now = Instant.start
  private var timers: [HandTimer] = []

  final class HandTimer: LoopTimer {
    var due: Instant?
    var isRemoved = false
    let action: () -> Void

    init(_ action: @escaping () -> Void) { self.action = action }
    func set(_ instant: Instant?) { due = instant }
    func remove() { isRemoved = true }
  }

  func timer(_ action: @escaping () -> Void) -> any LoopTimer {
    let timer = HandTimer(action)
    timers.append(timer)
    return timer
  }

  func pass(_ time: Duration) {
    now = now + time
    for timer in timers where !timer.isRemoved {
      guard let due = timer.due, due <= now else { continue }
      timer.due = nil
      timer.action()
    }
  }
}

final class FakeOutput: SoundOutput {
  var onReport: ((SoundReport) -> Void)?
  private(set) var log: [String] = []

  func play(_ voice: Voice) { log.append("play \(voice.id)") }
  func stop(_ voice: Voice) { log.append("stop \(voice.id)") }
  func pause(_ voice: Voice) { log.append("pause \(voice.id)") }
  func resume(_ voice: Voice) { log.append("resume \(voice.id)") }
  func setVolume(percent: Int, isMuted: Bool) { log.append("volume \(percent)\(isMuted ? " muted" : "")") }
  func close() { log.append("close") }

  func takeLog() -> [String] {
    defer { log.removeAll() }
    return log
  }
}

final class FakeSession: LiveSession {
  let voice: Voice
  let station: Station
  let report: (SessionID, StreamReport) -> Void
  var isWarm = false
  private(set) var isStarted = false
  private(set) var isCancelled = false
  private(set) var isDrained = false
  /// Reported from within `start`, as by a session that fails at once.
  var failsAtOnce: StreamFailure?

  init(id: SessionID, station: Station, report: @escaping (SessionID, StreamReport) -> Void) {
    voice = Voice(id: id.number, byteCapacity: 64, sampleCapacity: 65_536)
    self.station = station
    self.report = report
  }

  func start() {
    isStarted = true
    if let failsAtOnce { report(SessionID(voice.id), .failed(failsAtOnce)) }
  }
  func cancel() { isCancelled = true }
  func voiceDrained() { isDrained = true }
  var ends = StreamEnds()
  private(set) var followed: StreamEnds?
  private(set) var isSoundDue = false
  func goOn(after ends: StreamEnds) { followed = ends }
  func soundIsDue() { isSoundDue = true }
}

final class FakeKeeper: Keeping {
  private(set) var kept: [Document] = []
  func keep(_ document: Document, of state: State) { kept.append(document) }
}
