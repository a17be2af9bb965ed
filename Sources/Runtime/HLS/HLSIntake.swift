internal import Audio
internal import Core
internal import Formats

/// Receives a station that sends in segments (HLS): loads its playlists, keys and segments in turn, and fills the
/// voice's byte ring with the sound that is in them. What is to be done when is `HLSFollower`'s matter.
final class HLSIntake: SoundIntake {
  private(set) var isSound = false
  private(set) var payloadStart: Instant?
  let isInTag = false

  private let voice: Voice
  private let environment: SegmentLoad.Environment
  private let tell: (StreamIntake.Outcome) -> Void
  private let keys = KeyShelf()
  private var time: any Timekeeping { environment.time }
  private var ladder: VariantLadder?
  private var follower: HLSFollower?
  private var playlistLoad: ResourceLoad?
  private var playlistURL = ""
  private var playlistBytes: [UInt8] = []
  private var segmentLoad: SegmentLoad?
  /// Waits for room in the ring.
  private var isSegmentHeld = false
  private var map: MediaPlaylist.Map?
  private var demuxer = SegmentDemuxer()
  private var output = SegmentOutput()
  private var coding: AudioCoding?
  /// What the list says of a segment, until its first sound. Tags in the stream itself say it better.
  private var listTitle: String?
  private var hasTags = false
  /// Sound for which the ring had no room yet.
  private var overflow: [UInt8] = []
  private var endFailure: StreamFailure?
  private var isOver = false
  private var isStepping = false
  private var isStepWanted = false
  private var alarm: (any LoopTimer)?

  init(voice: Voice, environment: SegmentLoad.Environment, tell: @escaping (StreamIntake.Outcome) -> Void) {
    self.voice = voice
    self.environment = environment
    self.tell = tell
  }

  deinit { release() }

  /// `bytes` are the station's playlist, which came from `url`.
  func start(_ bytes: [UInt8], url: String) {
    alarm = time.timer { [unowned self] in step() }
    do throws(HLSPlaylist.Trouble) {
      switch try HLSPlaylist.read(bytes, base: url) {
      case .media(let playlist):
        follower = HLSFollower(url: url, at: time.now)
        follower?.playlistArrived(playlist, url: url, at: time.now)
      case .master(let master):
        let ladder = VariantLadder(master.choices)
        self.ladder = ladder
        follower = HLSFollower(url: ladder.choice.url, at: time.now)
      }
      step()
    } catch {
      end(.playlist(error.words))
    }
  }

  // MARK: SoundIntake

  var isRecording: Bool { follower?.isRecording == true }

  var isWaitingForRoom: Bool {
    isSound && (isSegmentHeld || !overflow.isEmpty || segmentLoad?.isResting == true)
  }

  func close() {
    isOver = true
    release()
  }

  func stall(_ stock: StallWatch.Stock?) -> StreamFailure? {
    playlistLoad?.checkStall()
    segmentLoad?.checkStall()
    return nil
  }

  func drain() -> Bool {
    pourOverflow()
    guard hasMuchRoom, !isOver else { return false }
    if isSegmentHeld {
      isSegmentHeld = false
      segmentLoad?.start()
    } else {
      segmentLoad?.resume()
    }
    return false
  }

  func end(_ failure: StreamFailure?) {
    guard !isOver, endFailure == nil else { return }
    release()
    guard isSound else {
      isOver = true
      return tell(.failed(failure ?? .ended))
    }
    endFailure = failure ?? .ended
    pourOverflow()
  }

  private func release() {
    alarm?.remove()
    alarm = nil
    playlistLoad?.cancel()
    playlistLoad = nil
    segmentLoad?.cancel()
    segmentLoad = nil
    isSegmentHeld = false
    follower = nil
  }

  // MARK: orders

  /// Does what is to be done now. What happens within it is looked at when it is done.
  private func step() {
    isStepWanted = true
    guard !isStepping else { return }
    isStepping = true
    while isStepWanted, follower != nil {
      isStepWanted = false
      let orders = follower?.orders(at: time.now) ?? []
      for order in orders where follower != nil { perform(order) }
    }
    isStepping = false
    if let follower { alarm?.set(follower.wakeTime) }
  }

  private func perform(_ order: HLSFollower.Order) {
    switch order {
    case .loadPlaylist(let url): loadPlaylist(url)
    case .loadSegment(let segment): load(segment)
    case .end(let failure): giveUp(failure)
    }
  }

  /// The stream that was chosen gives no sound any more; another may.
  private func giveUp(_ failure: StreamFailure) {
    guard failure != .clipEnded, failure != .ended, ladder?.fail() == true, let ladder else {
      return end(failure)
    }
    segmentLoad?.cancel()
    segmentLoad = nil
    isSegmentHeld = false
    change(to: ladder.choice, isBroken: true)
  }

  private func change(to choice: MasterPlaylist.Choice, isBroken: Bool) {
    playlistLoad?.cancel()
    playlistLoad = nil
    follower?.change(url: choice.url, isBroken: isBroken, at: time.now)
    step()
  }

  private func loadPlaylist(_ url: String) {
    playlistBytes = []
    playlistURL = url
    let request = ResourceLoad.Request(
      url: url, userAgent: environment.userAgent, countMax: HLSLimits.playlistBytes)
    let load = ResourceLoad(
      request, network: environment.network, time: time, stall: environment.stall,
      take: { [unowned self] bytes in
        playlistBytes.append(contentsOf: bytes)
        return true
      },
      tell: { [weak self] event in
        switch event {
        case .head(let url): self?.playlistURL = url
        case .ended(let failure): self?.playlistEnded(failure)
        }
      })
    playlistLoad = load
    load.start()
  }

  private func playlistEnded(_ failure: StreamFailure?) {
    playlistLoad = nil
    if let failure {
      follower?.playlistFailed(failure, at: time.now)
    } else {
      do throws(HLSPlaylist.Trouble) {
        if case .media(let playlist) = try HLSPlaylist.read(playlistBytes, base: playlistURL) {
          follower?.playlistArrived(playlist, url: playlistURL, at: time.now)
        } else {
          follower?.playlistFailed(.playlist("leads to itself"), at: time.now)
        }
      } catch {
        follower?.playlistFailed(.playlist(error.words), at: time.now)
      }
    }
    playlistBytes = []
    step()
  }

  // MARK: segments

  private func load(_ segment: MediaPlaylist.Segment) {
    let load: SegmentLoad
    if let known = segmentLoad, known.segment.number == segment.number, known.segment.url == segment.url {
      load = known
    } else {
      load = makeLoad(segment)
      segmentLoad = load
    }
    // Before there is sound, nothing has filled the ring.
    guard hasMuchRoom || !isSound else {
      isSegmentHeld = true
      return tell(.flowed)
    }
    load.start()
  }

  private func makeLoad(_ segment: MediaPlaylist.Segment) -> SegmentLoad {
    SegmentLoad(
      segment, needsMap: segment.map != nil && segment.map != map, keys: keys, environment: environment,
      begin: { [unowned self] part, position in
        demuxer.begin(at: position)
        guard part == .body else { return }
        listTitle = SegmentTitle.text(segment.title)
        // A demuxer that meets another kind of segment in between forgets what the map said.
        if segment.map == nil { map = nil }
      },
      hasRoom: { [unowned self] in
        pourOverflow()
        if overflow.isEmpty { return true }
        tell(.flowed)
        return false
      },
      give: { [unowned self] bytes in
        demux { (demuxer: inout SegmentDemuxer, output: inout SegmentOutput) throws(SegmentTrouble) in
          try demuxer.feed(bytes, into: &output)
        }
      },
      finish: { [unowned self] part in
        demux { (demuxer: inout SegmentDemuxer, output: inout SegmentOutput) throws(SegmentTrouble) in
          try demuxer.end(into: &output)
        }
        if part == .map { map = segment.map }
      },
      tell: { [weak self] failure in self?.segmentEnded(failure) })
  }

  private func segmentEnded(_ failure: StreamFailure?) {
    guard let load = segmentLoad else { return }
    if let failure {
      if case .formatNotYet = failure { return giveUp(failure) }
      follower?.segmentFailed(failure, at: time.now)
    } else {
      let measure = load.measure
      segmentLoad = nil
      follower?.segmentEnded(at: time.now)
      if ladder?.note(bytes: measure.bytes, time: measure.time) == true, let ladder {
        return change(to: ladder.choice, isBroken: false)
      }
    }
    step()
  }

  private func demux(
    _ work: (inout SegmentDemuxer, inout SegmentOutput) throws(SegmentTrouble) -> Void
  ) {
    do throws(SegmentTrouble) {
      try work(&demuxer, &output)
      pour()
    } catch {
      pour()
      guard let load = segmentLoad else { return }
      load.cancel()
      switch error {
      case .formatNotYet(let name): giveUp(.formatNotYet(name))
      case .notAudio(let name): giveUp(.notAudio(name))
      case .unknown:
        segmentLoad = nil
        follower?.segmentFailed(.formatUnknown, mayRetry: false, at: time.now)
        step()
      }
    }
  }

  // MARK: sound

  private var hasMuchRoom: Bool { overflow.isEmpty && voice.bytes.count <= voice.bytes.capacity / 2 }

  /// Hands on what was found.
  private func pour() {
    guard let coding = output.coding, !isOver, endFailure == nil else { return }
    // One decoder knows one format; a new session finds the other.
    if let known = self.coding, known != coding { return end(.ended) }
    if self.coding == nil {
      guard !output.audio.isEmpty else { return }
      self.coding = coding
      isSound = true
      payloadStart = time.now
      let kbit = ladder.flatMap { $0.choice.hasVideo ? nil : $0.choice.bitsPerSecond / 1_000 } ?? 0
      let info = StreamInfo(
        kbitPerSecond: kbit > 0 ? kbit : nil, contentType: "application/vnd.apple.mpegurl")
      tell(.sound(info, coding == .mpegAudio ? .mpegAudio : .aac))
    }
    let place = voice.bytes.bytesWritten + UInt64(overflow.count)
    let (audio, titles) = (output.audio, output.titles)
    output.audio = []
    output.titles = []
    if !titles.isEmpty { hasTags = true }
    if let listTitle, !audio.isEmpty {
      self.listTitle = nil
      if !hasTags { tell(.title(listTitle, offset: place)) }
    }
    guard !isOver else { return }
    let written = overflow.isEmpty ? audio.withUnsafeBytes { voice.bytes.write($0) } : 0
    overflow.append(contentsOf: audio[written...])
    for title in titles where !isOver { tell(.title(title.text, offset: place + UInt64(title.offset))) }
    if !audio.isEmpty, !isOver { tell(.flowed) }
  }

  private func pourOverflow() {
    if !overflow.isEmpty {
      let written = overflow.withUnsafeBytes { voice.bytes.write($0) }
      overflow.removeFirst(written)
    }
    if let endFailure, overflow.isEmpty, !isOver {
      isOver = true
      voice.bytes.finish()
      tell(.ended(endFailure))
    }
  }
}
