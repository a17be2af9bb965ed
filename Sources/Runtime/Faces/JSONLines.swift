public import Core
internal import Formats
public import Linux
internal import Scene

/// The radio for scripts: one line of JSON for each change that a listener or a viewer would notice. The
/// fields are documented in the man page; scripts depend on them.
public final class JSONLines: Face {
  private let start: Instant
  private let write: (String) -> Void
  private var shown: State?
  private var silence = SilenceNote()
  private let tellsScreens: Bool

  /// - Parameters:
  ///   - start: what `t` counts from.
  ///   - tellsScreens: also screens, focus and notes; without it only what is heard.
  ///   - write: takes a line, without its end.
  public init(start: Instant, tellsScreens: Bool, write: @escaping (String) -> Void) {
    self.start = start
    self.tellsScreens = tellsScreens
    self.write = write
  }

  public func show(_ state: State) {
    let before = shown
    shown = state
    heard(before, state)
    if let silent = silence.follow(before, state) { tell(silent, until: state.now) }
    if tellsScreens { seen(before, state) }
  }

  /// Something that is no change of the radio: a line on standard input that is no action, for instance.
  public func tell(_ event: String, message: String, at instant: Instant) {
    line(event, at: instant, [.init("message", .string(message))])
  }

  /// How long the turns of the loop were, in milliseconds, where somebody asks for it (SIGUSR1).
  public func tell(_ turns: TurnMeter.Report, at instant: Instant) {
    let milliseconds = { (time: Duration) in
      let (seconds, attoseconds) = time.components
      return JSONValue.double(
        Double(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) / 1_000)
    }
    line(
      "loop", at: instant,
      [
        .init("turns", .int(turns.count)), .init("longest", milliseconds(turns.longest)),
        .init("work", milliseconds(turns.longestWork))
      ])
  }

  /// The last word: how long it has been silent where it is silent at the end.
  public func close(at instant: Instant) {
    if let silent = silence.end() { tell(silent, until: instant) }
  }

  private func tell(_ silent: SilenceNote.Entry, until end: Instant) {
    let seconds = Double((end - silent.since).milliseconds) / 1_000
    line("silence", at: end, [.init("seconds", .double(seconds)), .init("reason", .string(silent.reason))])
  }

  // MARK: What is heard

  private func heard(_ before: State?, _ state: State) {
    let (old, new) = (before?.playback, state.playback)
    if let station = new.station, old?.station != station || old?.list != new.list {
      line(
        "station", state,
        [
          .init("name", .string(station.name)), .init("link", .string(station.link)),
          .init("list", .string(Phrases.english.name(of: new.list, in: state.catalogue)))
        ])
    }
    if let output = state.output, before?.output != output { tell(output, state) }
    if let info = new.info, old?.info != info { tell(info, state) }
    if let format = new.format, old?.format != format { tell(format, state) }
    if let failure = new.lastFailure, new.relief != nil, old?.relief == nil {
      line("lost", state, [.init("reason", .string(Phrases.english.reason(for: failure)))])
    }
    if old?.phase != new.phase || isSilent(before) != isSilent(state) { tellPhase(state) }
    if old?.title != new.title, old != nil || new.title != nil {
      line("title", state, [.init("title", .string(new.title ?? ""))])
    }
    if let ppm = new.serverPPM, old?.serverPPM != ppm { line("clock", state, [.init("ppm", .int(ppm))]) }
    if let station = new.station { tellLoudness(of: station, before, state) }
    if let volume = before?.volume, volume != state.volume {
      line(
        "volume", state,
        [.init("percent", .int(state.volume.percent)), .init("muted", .bool(state.volume.isMuted))])
    }
    if let before, before.favorites != state.favorites { tellFavorites(before, state) }
  }

  private func isSilent(_ state: State?) -> Bool {
    if case .silent = state?.output { true } else { false }
  }

  private func tell(_ output: OutputReport, _ state: State) {
    switch output {
    case .opened(let device):
      line("output", state, [.init("silent", .bool(false)), .init("device", .string(device))])
    case .silent(let reason):
      line("output", state, [.init("silent", .bool(true)), .init("reason", .string(reason))])
    }
  }

  private func tell(_ info: StreamInfo, _ state: State) {
    guard info.name != nil || info.genre != nil else { return }
    line(
      "info", state,
      [
        .init("name", info.name.map { .string($0) } ?? .null),
        .init("genre", info.genre.map { .string($0) } ?? .null)
      ])
  }

  private func tell(_ format: StreamFormat, _ state: State) {
    let kbit = format.kbitPerSecond ?? state.playback.info?.kbitPerSecond
    line(
      "format", state,
      [
        .init("codec", .string(format.codec)), .init("rate", .int(format.rate)),
        .init("channels", .int(format.channels)),
        .init("kbit", kbit.map { .int($0) } ?? .null)
      ])
  }

  /// What the radio goes by: told when the station is chosen, if it was heard before, and when it changes.
  private func tellLoudness(of station: Station, _ before: State?, _ state: State) {
    guard state.settings.levelsLoudness, let known = state.loudness.byLink[station.link] else { return }
    let isSameStation = before?.playback.station == station
    guard !isSameStation || before?.loudness.byLink[station.link] != known else { return }
    line(
      "loudness", state,
      [
        .init("lufs", .double(Double(known.tenths) / 10)),
        .init("peak", .double(Double(known.peakTenths) / 10))
      ])
  }

  private func tellPhase(_ state: State) {
    var name = ""
    var fields: [JSONValue.Member] = []
    switch state.playback.phase {
    case .stopped: name = "stopped"
    case .connecting:
      name = "connecting"
      if let failure = state.playback.lastFailure {
        fields.append(.init("reason", .string(Phrases.english.reason(for: failure))))
      }
    case .buffering(let percent):
      name = "buffering"
      fields.append(.init("percent", .int(percent)))
    case .playing:
      name = "playing"
      if case .silent(let reason) = state.output {
        fields.append(.init("reason", .string("silent: " + reason)))
      }
    case .paused: name = "paused"
    case .waiting(let failure, let until):
      name = "waiting"
      fields.append(.init("reason", .string(Phrases.english.reason(for: failure))))
      fields.append(.init("retryIn", .int(max(0, (until - state.now).secondsRoundedUp))))
    case .failed(let failure):
      name = "failed"
      fields.append(.init("reason", .string(Phrases.english.reason(for: failure))))
    }
    line("state", state, [.init("state", .string(name))] + fields)
  }

  private func tellFavorites(_ before: State, _ state: State) {
    for station in state.favorites.stations where !before.favorites.contains(station) {
      line("favorite", state, [.init("name", .string(station.name)), .init("on", .bool(true))])
    }
    for station in before.favorites.stations where !state.favorites.contains(station) {
      line("favorite", state, [.init("name", .string(station.name)), .init("on", .bool(false))])
    }
  }

  // MARK: What is seen

  private typealias Focus = (row: Int, count: Int, text: String)

  private func seen(_ before: State?, _ state: State) {
    let scene = Scene(of: state, capacity: 1)
    let old = before.map { Scene(of: $0, capacity: 1) }
    if old?.screen != scene.screen || old?.title != scene.title {
      line(
        "screen", state,
        [.init("screen", .string(scene.screen.rawValue)), .init("title", .string(scene.title))])
    }
    if let focus = scene.focus, isNew(focus, old?.focus) {
      line(
        "focus", state,
        [.init("row", .int(focus.row)), .init("of", .int(focus.count)), .init("text", .string(focus.text))])
    }
    guard old?.overlay != scene.overlay else { return }
    switch scene.overlay {
    case .note(let text, let isTrouble):
      // What stood over it has gone: it is no new one.
      guard before?.note != state.note else { break }
      line("note", state, [.init("text", .string(text)), .init("trouble", .bool(isTrouble))])
    case .number(let digits): line("number", state, [.init("digits", .string(digits))])
    case .question(let text, _): line("question", state, [.init("text", .string(text))])
    case .volume, .letter, .sheet, nil: break
    }
  }

  private func isNew(_ focus: Focus, _ old: Focus?) -> Bool { old.map { $0 != focus } ?? true }

  private func line(_ event: String, _ state: State, _ fields: [JSONValue.Member]) {
    line(event, at: state.now, fields)
  }

  private func line(_ event: String, at instant: Instant, _ fields: [JSONValue.Member]) {
    let seconds = Double((instant - start).milliseconds) / 1_000
    write(JSONValue.object([.init("t", .double(seconds)), .init("event", .string(event))] + fields).text)
  }
}
