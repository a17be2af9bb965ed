internal import Buttons
internal import Core
internal import Formats
internal import Glibc
internal import Linux
internal import Runtime
internal import Speaker
internal import Terminal

/// `nightstand run`: the radio itself.
struct RunCommand {
  let options: RunOptions
  let stateFolder: String

  init(_ options: RunOptions) {
    self.options = options
    stateFolder = options.state ?? Folders.state
  }

  /// The exit code.
  func perform() -> Int32 {
    do {
      return try run()
    } catch {
      Output.complain("nightstand: \(error)")
      return 1
    }
  }

  private func run() throws -> Int32 {
    let loop = try EventLoop()
    let start = Instant(MonotonicClock.now())
    // Before the first thread: it inherits what is blocked.
    let signals = try Signals()
    let (board, boardNotes) = BoardFolder.forRun(options.board)
    // Held until the end; a folder that cannot be written says so when something is to be kept.
    let lock = FolderLock.take(stateFolder)
    if case .busy = lock {
      Output.complain("nightstand: another Nightstand is running with the state folder \(stateFolder)")
      return 1
    }
    defer { withExtendedLifetime(lock) {} }
    let house = HouseFile.read(stateFolder: stateFolder)
    let names = StoreNames(house.settings)
    let kept = Kept(folder: stateFolder, names: names)
    let source = StationSource(
      asked: options.stations, stateFolder: stateFolder, name: house.settings.stationsFile)
    let book = PhraseBook(folder: Folders.path(Folders.share, "languages"))
    let state = State(
      catalogue: source.catalogue, saved: kept.state, recents: kept.recents, favorites: kept.favorites,
      loudness: kept.loudness,
      settings: house.settings, languages: book.languages, version: Version.text, controls: board.controls,
      seed: UInt64.random(in: .min ... .max), now: start)
    let store = try Store(folder: stateFolder, names: names)
    defer {
      if !store.close() { Output.complain("nightstand: not everything could be kept in \(stateFolder)") }
    }
    let stateFile = Folders.path(stateFolder, names[.state])
    let clock = ClockRecord.clock(saved: kept.state.time, files: [stateFile, source.path].compactMap(\.self))
    let keeper = Keeper(store, clock: clock)
    source.newBytes.map(keeper.keepList)
    let speaker = Speaker(board)
    let host = try RadioHost(
      signals: signals, loop: loop, state: state, output: speaker, keeper: keeper, clock: clock)
    defer { host.close() }
    try loop.watch(store.reports.wake.number, for: .readable) { _ in
      keeper.takeReports().forEach { host.radio.submit($0) }
    }
    defer { loop.unwatch(store.reports.wake.number) }
    let record = ClockRecord(time: host.time) { keeper.keep(.state, of: host.radio.state) }
    defer { withExtendedLifetime(record) {} }
    let link = LinkWatch(time: host.time) { host.radio.submit($0) }
    defer { link.close() }
    host.radio.add(link)
    kept.notes.forEach { host.radio.submit(.noted($0)) }
    source.notes.forEach { host.radio.submit($0) }
    house.notes.forEach { host.radio.submit(.noted($0)) }
    languageNotes(book, house.settings).forEach { host.radio.submit(.noted($0)) }
    let radio = host.radio
    book.tell = { [unowned radio] in radio.submit(.noted($0)) }
    boardNotes.forEach { host.radio.submit(.noted($0)) }
    host.radio.submit(.started)
    // The station is on its way while the panel opens its fonts.
    host.radio.turn()
    let hands = try hands(of: board, host)
    defer { hands?.close() }
    let amplifier = amplifier(of: board, host)
    defer { withExtendedLifetime(amplifier) {} }
    let front = try Front(
      board, missingLines: hands?.missingLines ?? [], frames: options.frames,
      stations: options.stations ?? source.path, stateFolder: stateFolder,
      book: book, host: host)
    defer { front.close() }
    let keys = inputDevices(of: board, host)
    defer { keys?.close() }
    keys?.pictureTurn = board.panel?.rotation ?? 0
    front.followSize { keys?.setPicture(width: $0, height: $1) }
    keys?.hit = { [unowned front] in front.hit($0) }
    let deadline = options.seconds.map { start + $0 }
    if let path = Terminal.standardPath {
      try runTerminal(path, host, book, until: deadline)
    } else {
      return try runScript(host, start: start, until: deadline)
    }
    return 0
  }

  private func languageNotes(_ book: PhraseBook, _ settings: HouseSettings) -> [String] {
    book.troubles
      + [settings.language.flatMap(book.complaint)].compactMap { $0.map { "settings.plist: \($0)" } }
  }

  /// The keys and knobs, which tell the radio what was wrong with them. Nil: the board has none.
  private func hands(of board: Board, _ host: RadioHost) throws -> BoardControls? {
    guard !board.inputs.isEmpty else { return nil }
    let radio = host.radio
    let hands = try BoardControls(board, loop: host.loop) { [unowned radio] edge, instant in
      radio.submit(.control(edge), at: instant)
    } tell: { [unowned radio] words in
      radio.submit(.noted(words))
    }
    // One sentence each would be read for half a minute where the whole chip is missing.
    if let first = hands.troubles.first {
      let more = hands.troubles.count - 1
      radio.submit(.noted(more > 0 ? "\(first) (and \(more) more)" : first))
    }
    // Before a hold or a release is decided by time alone, all edges must be known.
    host.beforeDeciding = { [unowned radio] in if radio.state.controls.wake != nil { hands.drain() } }
    return hands
  }

  /// The amplifier is on while the radio runs.
  private func amplifier(of board: Board, _ host: RadioHost) -> OutputLine? {
    guard let line = board.outputs[.amplifier] else { return nil }
    do throws(ButtonsError) {
      return try OutputLine(line.name, labels: board.chips, isActiveLow: line.isActiveLow, isActive: true)
    } catch {
      host.radio.submit(.noted(error.description))
      return nil
    }
  }

  /// A radio whose keyboards cannot be read plays none the less, and says so.
  private func inputDevices(of board: Board, _ host: RadioHost) -> KeysAdapter? {
    guard board.hasInputDevices else { return nil }
    do throws(SystemError) { return try KeysAdapter(loop: host.loop, radio: host.radio) } catch {
      host.radio.submit(.noted("Keyboards and touch screens cannot be read: \(error)"))
      return nil
    }
  }

  private func runTerminal(
    _ path: String, _ host: RadioHost, _ book: PhraseBook, until deadline: Instant?
  ) throws {
    let desk = try DeskTerminal(path: path, loop: host.loop, radio: host.radio, book: book)
    defer { desk.close() }
    host.radio.add(desk)
    try host.watchSignals { kind in
      switch kind {
      case .terminate, .hangUp: host.radio.submit(.action(.quit))
      case .resize: desk.sizeChanged()
      case .resumed: desk.resumed()
      // The screen has no place for it.
      case .report: break
      }
    }
    try host.run(until: deadline)
  }

  private func runScript(_ host: RadioHost, start: Instant, until deadline: Instant?) throws -> Int32 {
    let script = DeskScript(loop: host.loop, radio: host.radio, time: host.time, start: start)
    defer { script.close() }
    try host.watchSignals { kind in
      switch kind {
      case .terminate, .hangUp: host.radio.submit(.action(.quit))
      case .report: script.tell(host.loop.takeReport())
      case .resize, .resumed: break
      }
    }
    let readOn = {
      script.readIfReady()
      return host.radio.isOver
    }
    try host.run(until: deadline, isBusy: { script.isReady }, isDone: readOn)
    guard let failure = script.failure else { return 0 }
    Output.complain("nightstand: standard output cannot be written: \(failure)")
    return ExitStatus.outputFailed
  }
}
