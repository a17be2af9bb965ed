public import Audio
public import Core
internal import Formats

/// One attempt to play a station: tries its links in turn until one gives sound, feeds that to a decoder, and
/// says what happens. It always begins with the station's own link, never with where a redirect once led:
/// tokens in such addresses expire. Several sessions can live at once. On the loop's thread only.
public final class StationSession: LiveSession {
  public typealias Report = (SessionID, StreamReport) -> Void

  public let id: SessionID
  public let voice: Voice
  public var isWarm = false { didSet { warmSince = isWarm ? time.now : nil } }

  private let station: Station
  private let network: any StreamNetwork
  private let decoders: any DecoderStarting
  private let ciphers: (any SegmentCiphers)?
  private let time: any Timekeeping
  private let limits: SessionLimits
  private let report: Report
  private var queue: CandidateQueue
  private var candidate: CandidateQueue.Candidate?
  private var intake: (any SoundIntake)?
  private var transfer: TransferID?
  private var decoder: (any RunningDecoder)?
  private var titles = TitleSchedule()
  private var earlyTitle: String?
  private var clock: ClockFollower?
  /// Of the session before this one, until it was looked for.
  private var oldEnds = StreamEnds()
  private var endFailure: StreamFailure?
  private var decoderFailure: String?
  private var searchEnd: Instant?
  /// Bytes of tags inside the stream before its sound, and when the last of them were seen.
  private var tagProgress: (bytes: UInt64, at: Instant)?
  private var wasDrained = false
  private var hasToldEnding = false
  private var kbitPerSecond: Int?
  /// Until when the time of a warm stream has passed.
  private var warmSince: Instant?
  private var isOver = false
  private var isShortTickerSet = false
  private var ticker: (any LoopTimer)?
  private var shortTicker: (any LoopTimer)?

  public init(
    id: SessionID, station: Station, network: any StreamNetwork, decoders: any DecoderStarting,
    ciphers: (any SegmentCiphers)? = nil, time: any Timekeeping, voice: Voice? = nil,
    limits: SessionLimits = SessionLimits(), followsClock: Bool = false,
    report: @escaping Report
  ) {
    self.id = id
    self.station = station
    self.network = network
    self.decoders = decoders
    self.ciphers = ciphers
    self.time = time
    self.voice = voice ?? Voice(id: id.number)
    self.limits = limits
    self.report = report
    clock = followsClock ? ClockFollower() : nil
    queue = CandidateQueue(station, limits: limits)
  }

  deinit { release() }

  /// Nothing is reported from within.
  public func start() {
    precondition(ticker == nil && !isOver, "a session starts once")
    ticker = time.timer { [unowned self] in tick() }
    shortTicker = time.timer { [unowned self] in
      isShortTickerSet = false
      shortTick()
    }
    searchEnd = time.now + limits.searchWait
    if candidate == nil, !tryNext() {
      // There is not one usable link: told by the first tick, which comes at once.
      ticker?.set(time.now)
    } else {
      ticker?.set(time.now + limits.tick)
    }
  }

  public func cancel() {
    isOver = true
    release()
  }

  public func voiceDrained() { conclude() }

  public var ends: StreamEnds {
    guard let intake = intake as? StreamIntake else { return StreamEnds() }
    return StreamEnds(head: intake.head, tail: voice.bytes.tail(Overlap.Limits.tail))
  }

  public func goOn(after ends: StreamEnds) { oldEnds = ends }

  public func soundIsDue() {
    (intake as? StreamIntake)?.endSplice()
    decoder?.bytesArrived()
  }

  private func release() {
    intake?.close()
    intake = nil
    transfer.map(network.cancel)
    transfer = nil
    decoder?.stop()
    decoder = nil
    ticker?.remove()
    shortTicker?.remove()
    ticker = nil
    shortTicker = nil
  }

  private func fail(_ failure: StreamFailure) {
    guard !isOver else { return }
    cancel()
    report(id, .failed(failure))
  }

  // MARK: candidates

  /// False: none is left.
  private func tryNext() -> Bool {
    dropTransfer()
    guard let next = queue.next() else { return false }
    candidate = next
    earlyTitle = nil
    titles = TitleSchedule()
    let intake = StreamIntake(
      url: next.url, charset: station.charset, voice: voice, time: time, stall: limits.stall,
      after: oldEnds
    ) { [unowned self] in receive($0) }
    self.intake = intake
    transfer = network.start(StreamRequest(url: next.url, userAgent: station.userAgent), intake)
    return true
  }

  private func dropTransfer() {
    intake?.close()
    intake = nil
    transfer.map(network.cancel)
    transfer = nil
  }

  private func moveOn() {
    if let searchEnd, time.now < searchEnd, tryNext() { return }
    fail(queue.firstFailure ?? .noAnswer)
  }

  private func receive(_ outcome: StreamIntake.Outcome) {
    guard !isOver else { return }
    switch outcome {
    case .failed(let failure):
      queue.fail(failure)
      moveOn()
    case .links(let links):
      if let candidate { queue.add(links, from: candidate) }
      moveOn()
    case .segments(let bytes, let url): follow(bytes, url: url)
    case .sound(let info, let codec): play(info, codec)
    case .ended(let failure):
      endFailure = endFailure ?? failure
      decoder?.bytesArrived()
      tellEnding()
    case .flowed:
      // A server sends in small pieces: while there is sound in store the decoder is not woken for each.
      let isShort =
        voice.decodedMilliseconds < limits.decodedEnough || voice.bytes.count >= limits.bytesEnough
      if isShort { decoder?.bytesArrived() }
      setShortTicker()
    case .title(let title, let offset):
      guard let decoder else {
        // "connected" is told before any title.
        earlyTitle = title
        return
      }
      switch titles.add(title, offset: offset) {
      case .now: report(id, .title(title))
      case .later: decoder.mark(byte: offset)
      case .known: break
      }
    }
  }

  /// The candidate sends in segments.
  private func follow(_ bytes: [UInt8], url: String) {
    dropTransfer()
    // Segments come in heaps, and the rest between them tells nothing of the server's clock.
    clock = nil
    let environment = SegmentLoad.Environment(
      network: network, ciphers: ciphers, time: time, stall: limits.stall, userAgent: station.userAgent)
    let intake = HLSIntake(voice: voice, environment: environment) { [unowned self] in receive($0) }
    self.intake = intake
    intake.start(bytes, url: url)
  }

  private func play(_ info: StreamInfo, _ codec: StreamCodec) {
    decoder = decoders.startDecoder(for: voice, codec: codec) { [weak self] in self?.hear($0) }
    kbitPerSecond = info.kbitPerSecond
    report(id, .connected(info))
    if let earlyTitle, !isOver, titles.add(earlyTitle, offset: 0) == .now { report(id, .title(earlyTitle)) }
  }

  private func hear(_ decoderReport: DecoderReport) {
    guard !isOver else { return }
    switch decoderReport {
    case .format(let format):
      kbitPerSecond = format.kbitPerSecond ?? kbitPerSecond
      report(id, .format(format))
      tellEnding()
    case .reached(let byte, let frame):
      titles.reached(byte: byte, frame: frame)
      shortTick()
    case .title(let text, let frame):
      let title = StreamTitle.plain(text)
      switch titles.add(title, frame: frame) {
      case .now: report(id, .title(title))
      case .later: shortTick()
      case .known: break
      }
    case .loudness(let heard): report(id, .loudness(heard))
    case .failed(let words):
      // Where nothing was decoded there is nothing to wait for.
      guard voice.format != nil else { return fail(.other(words)) }
      decoderFailure = words
      endStream(.other(words))
    }
  }

  /// Once there is sound: what ends without any is told as a failure, and by its own reason.
  private func tellEnding() {
    guard let endFailure, let stock, !hasToldEnding, !isOver else { return }
    hasToldEnding = true
    report(id, .ending(endFailure, left: stock.left))
  }

  /// Takes no more from the network; what the voice holds is heard first.
  private func endStream(_ failure: StreamFailure) {
    intake?.end(failure)
    transfer.map(network.cancel)
    transfer = nil
  }

  // MARK: time

  private func tick() {
    guard !isOver else { return }
    ticker?.set(time.now + limits.tick)
    guard let intake else { return fail(queue.firstFailure ?? .linkNotUsable) }
    // Bytes that wait for more of their kind wait no longer than until this.
    decoder?.bytesArrived()
    if endFailure == nil, let ppm = clock?.look(at: voice, isResting: intake.isWaitingForRoom) {
      report(id, .clock(ppm: ppm))
    }
    if intake.isSound, !intake.isRecording { passUnheard() }
    if let failure = endFailure == nil ? intake.stall(stock) : nil {
      if intake.isSound { endStream(failure) } else { intake.end(failure) }
    } else if intake.isInTag || isDecoderInTag() {
      report(id, .receivingTag)
    } else if voice.format == nil, isFormatOverdue(intake) {
      // A list that was not ended properly is read as far as it came.
      if decoder == nil { intake.end(.formatUnknown) } else { fail(.formatUnknown) }
    } else if voice.isDrained {
      // The output says so itself; but one that was stopped, or never began, does not.
      if wasDrained { conclude() }
      wasDrained = true
    }
  }

  /// As if a warm stream were heard: it stays as far ahead as it was, and its titles come when they would.
  private func passUnheard() {
    guard let since = warmSince, let format = voice.format, endFailure == nil else { return }
    warmSince = time.now
    voice.pass(
      frames: format.frames(milliseconds: Int((time.now - since).milliseconds)),
      keeping: format.frames(milliseconds: Int(limits.warmStock.milliseconds)))
  }

  /// Nil: no format is known yet.
  private var stock: StallWatch.Stock? {
    guard let format = voice.format else { return nil }
    let byRate = kbitPerSecond.map { voice.bytes.count * 8 / max(1, $0) } ?? 0
    let waiting = voice.waitingMilliseconds ?? byRate
    return StallWatch.Stock(
      left: .milliseconds(voice.decodedMilliseconds + waiting),
      framesDecoded: voice.framesHeard + UInt64(voice.samples.count / format.channels),
      bytesPerSecond: kbitPerSecond.map { $0 * 125 })
  }

  private func isFormatOverdue(_ intake: any SoundIntake) -> Bool {
    let tag = tagProgress
    if let start = intake.payloadStart.map({ max($0, tag?.at ?? $0) }), time.now - start >= limits.formatWait
    {
      return true
    }
    return voice.bytes.bytesRead > UInt64(limits.formatBytes) + (tag?.bytes ?? 0)
  }

  /// Since the last tick more of a tag inside the stream has come, and no sound yet.
  private func isDecoderInTag() -> Bool {
    guard voice.format == nil, let bytes = decoder?.tagBytes, bytes > tagProgress?.bytes ?? 0,
      bytes <= UInt64(limits.tagBytes)
    else {
      return false
    }
    tagProgress = (bytes, time.now)
    return true
  }

  private func shortTick() {
    guard !isOver else { return }
    if let intake, intake.isWaitingForRoom {
      let before = voice.bytes.bytesWritten
      let mayGoOn = intake.drain()
      if voice.bytes.bytesWritten != before { decoder?.bytesArrived() }
      if mayGoOn, let transfer { network.resume(transfer) }
    }
    tellTitles()
    setShortTicker()
  }

  private func tellTitles() {
    for title in titles.due(framesHeard: voice.framesHeard) where !isOver { report(id, .title(title)) }
  }

  private func setShortTicker() {
    let isNeeded = titles.isWaitingToBeHeard || intake?.isWaitingForRoom == true
    // Not moved while it is set: bytes come more often than it is due.
    guard isNeeded, !isOver, !isShortTickerSet else { return }
    isShortTickerSet = true
    shortTicker?.set(time.now + shortPause)
  }

  /// A title that waits alone is looked at when it is due, and not ten times a second until then.
  private var shortPause: Duration {
    guard intake?.isWaitingForRoom != true, let frame = titles.firstFrame, let format = voice.format else {
      return limits.shortTick
    }
    let heard = voice.framesHeard
    let left = frame > heard ? Int(clamping: frame - heard) : 0
    return max(limits.shortTick, min(limits.tick, .milliseconds(min(left, 1 << 40) * 1_000 / format.rate)))
  }

  /// All that was received has been heard.
  private func conclude() {
    guard !isOver, voice.isDrained else { return }
    if voice.format == nil { return fail(.formatUnknown) }
    // The last marks may still be on their way from the decoder.
    titles.reached(byte: .max, frame: voice.framesHeard)
    tellTitles()
    fail(endFailure ?? decoderFailure.map { .other($0) } ?? .ended)
  }
}
