internal import Core
internal import Fetch
internal import Linux
internal import Runtime
internal import Speaker

/// The parts of a radio, wired: the loop, the network, the decoders and the sound. `run` and `play` differ in
/// what they add.
final class RadioHost {
  let loop: EventLoop
  let time: LoopTime
  let radio: Radio
  let output: OutputAdapter
  /// Called in each turn before the radio decides, so that sources can hand in what has come meanwhile.
  var beforeDeciding: () -> Void = {}
  private let signals: Signals
  private let network: FetchAdapter
  private let clock: TrustedClock
  private var linkNews: LinkNews?

  /// Before any thread is started.
  init(
    signals: Signals, loop: EventLoop, state: State, output: any VoiceOutput, keeper: any Keeping,
    clock: TrustedClock
  ) throws {
    // A recording has no clock of its own.
    let hasClock = output is Speaker
    let measuresLoudness = hasClock && state.settings.levelsLoudness
    let time = LoopTime(loop)
    let network = FetchAdapter(
      try Fetch(loop: loop, userAgent: Version.userAgent, certificateTime: { clock.certificateTime }),
      isClockTrusted: { clock.isTrusted })
    let adapter = try OutputAdapter(output, loop: loop)
    self.loop = loop
    self.time = time
    self.signals = signals
    self.network = network
    self.clock = clock
    self.output = adapter
    radio = Radio(state: state, time: time, output: adapter, keeper: keeper) { id, station, _, report in
      StationSession(
        id: id, station: station, network: network,
        decoders: DecoderAdapter(loop: loop, measuresLoudness: measuresLoudness),
        ciphers: CipherAdapter(), time: time, followsClock: hasClock, report: report)
    }
    watchNetwork()
  }

  /// Where the kernel does not tell (a sandbox), pauses end by themselves alone.
  private func watchNetwork() {
    try? clock.follow(loop) { [unowned radio] in radio.submit($0) }
    linkNews = try? LinkNews(loop: loop) { [unowned radio] in radio.submit($0) }
  }

  /// Calls `perform` for each signal, on the loop.
  func watchSignals(_ perform: @escaping (Signals.Kind) -> Void) throws(SystemError) {
    try loop.watch(signals.number, for: .readable) { [unowned self] _ in signals.take().forEach(perform) }
  }

  /// Turns the loop until the radio is over, `isDone` says so, or `deadline` has come.
  /// - Parameter isBusy: there is more to do at once.
  func run(
    until deadline: Instant?, isBusy: () -> Bool = { false }, isDone: () -> Bool = { false }
  ) throws(SystemError) {
    radio.turn()
    while !radio.isOver && !isDone() {
      var patience = isBusy() ? Duration.zero : nil
      if let deadline {
        let left = deadline - time.now
        guard left > .zero else { return }
        patience = min(patience ?? left, left)
      }
      try loop.turn(patience: patience)
      beforeDeciding()
      radio.turn()
    }
  }

  func close() {
    linkNews = nil
    clock.stopFollowing()
    radio.close()
    loop.unwatch(signals.number)
  }
}
