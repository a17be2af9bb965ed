internal import Core
internal import Formats
internal import Linux
internal import Runtime
internal import Scene
internal import Speaker

/// `nightstand play`: one station through the real path, without a list, a screen or a memory.
struct PlayCommand {
  let options: PlayOptions

  init(_ options: PlayOptions) { self.options = options }

  /// Without a limit of time it is given up when it failed so often in a row and was never heard.
  static let triesMax = 4

  /// The exit code: 0 only if audio came.
  func perform() -> Int32 {
    do {
      return try play()
    } catch {
      Output.complain("nightstand: \(error)")
      return 1
    }
  }

  private final class NoMemory: Keeping {
    func keep(_ document: Document, of state: State) {}
  }

  /// The exit status.
  private func play() throws -> Int32 {
    let loop = try EventLoop()
    let start = Instant(MonotonicClock.now())
    let signals = try Signals()
    let catalogue = Catalogue(categories: [
      Category(name: "play", stations: [Station(name: options.link, link: options.link)])
    ])
    let state = State(
      catalogue: catalogue, saved: SavedState(volume: 100), seed: UInt64.random(in: .min ... .max), now: start
    )
    let output: any VoiceOutput = options.wav.map { WavRecorder(path: $0) } ?? Speaker()
    let host = try RadioHost(
      signals: signals, loop: loop, state: state, output: output, keeper: NoMemory(),
      clock: ClockRecord.clock())
    defer { host.close() }
    let lines = LineOutput(1)
    var isReaderGone = false
    let take: (LineOutput.State) -> Void = {
      guard $0 == .gone else { return }
      isReaderGone = true
      host.radio.submit(.action(.quit))
    }
    var json: JSONLines?
    if options.isJSON {
      let face = JSONLines(start: start, tellsScreens: false) { take(lines.write($0)) }
      host.radio.add(face)
      json = face
    } else {
      host.radio.add(PlayFace { take(lines.write($0)) })
    }
    try host.watchSignals { if $0 == .terminate || $0 == .hangUp { host.radio.submit(.action(.quit)) } }
    host.radio.submit(.started)
    host.radio.submit(.action(.tune(1)))
    var wasHeard = false
    let deadline = options.seconds.map { start + $0 }
    let isDone = {
      _ = lines.flush()
      let playback = host.radio.state.playback
      if playback.phase == .playing { wasHeard = true }
      return host.output.recordingError != nil || isOver(playback, wasHeard: wasHeard)
    }
    try host.run(until: deadline, isDone: isDone)
    json?.close(at: host.time.now)
    _ = lines.flush()
    if let error = host.output.recordingError {
      Output.complain("nightstand: \(options.wav ?? ""): \(error)")
      return 1
    }
    if isReaderGone { return ExitStatus.outputFailed }
    return wasHeard ? 0 : 1
  }

  private func isOver(_ playback: Playback, wasHeard: Bool) -> Bool {
    switch playback.phase {
    case .failed: true
    // A file, not a stream: all of it was played.
    case .waiting(.clipEnded, _): true
    case .waiting: options.seconds == nil && !wasHeard && playback.failures >= PlayCommand.triesMax
    case .stopped, .connecting, .buffering, .playing, .paused: false
    }
  }
}
