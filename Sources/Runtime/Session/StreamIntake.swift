internal import Audio
internal import Core
internal import Formats

/// Receives one candidate's answer: takes the titles out, finds out what it is, and, where it is sound that
/// the radio plays, fills the voice's byte ring.
final class StreamIntake: SoundIntake {
  enum Outcome {
    /// It is sound; from now on bytes flow into the voice.
    case sound(StreamInfo, StreamCodec)
    /// It was a playlist.
    case links([String])
    /// It was a playlist of HLS, which came from `url`.
    case segments([UInt8], url: String)
    /// It gives no sound. Before `sound` only.
    case failed(StreamFailure)
    /// No more will come; what came is in the voice's ring. After `sound` only.
    case ended(StreamFailure)
    /// Bytes went into the voice's ring, or found it full.
    case flowed
    /// `offset`: bytes of audio before it, in the voice's ring's count.
    case title(String, offset: UInt64)
  }

  private enum Phase {
    case head, sniffing, playlist(PlaylistKind), segments, sound, over
  }

  private(set) var watch: StallWatch
  /// Since when bytes have come that are not of a tag.
  private(set) var payloadStart: Instant?
  /// Bytes were refused; the transfer waits for `resume`.
  private(set) var isResting = false
  /// Bytes for which the ring had no room yet.
  private var overflow: [UInt8] = []
  private var phase = Phase.head
  private var demuxer = ICYDemuxer(interval: 0)
  private var sniffer = ContentSniffer(contentType: nil, url: "")
  private var listBytes: [UInt8] = []
  private var info = StreamInfo()
  /// The answer has a length: it is a file, and its end is no accident.
  private(set) var isRecording = false
  private var url: String
  private var endFailure: StreamFailure?
  private var splice: Splice?
  private let voice: Voice
  private let charset: String?
  private let time: any Timekeeping
  /// Of the stream that this one follows; empty: it follows none.
  private let old: StreamEnds
  /// The first bytes of sound.
  private(set) var head: [UInt8] = []
  private let tell: (Outcome) -> Void

  init(
    url: String, charset: String?, voice: Voice, time: any Timekeeping, stall: StallWatch.Limits,
    after old: StreamEnds = StreamEnds(), tell: @escaping (Outcome) -> Void
  ) {
    self.url = url
    self.charset = charset
    self.voice = voice
    self.time = time
    self.tell = tell
    self.old = old
    watch = StallWatch(at: time.now, limits: stall)
  }

  var isSound: Bool {
    if case .sound = phase { return true }
    return false
  }

  /// A tag comes before the sound.
  var isInTag: Bool {
    if case .sniffing = phase { return sniffer.isInTag }
    return false
  }

  /// The ring has to be looked at again soon.
  var isWaitingForRoom: Bool { isSound && (isResting || !overflow.isEmpty || splice != nil) }

  /// Nothing more is told.
  func close() { phase = .over }

  /// What the stall watch says now.
  func stall(_ stock: StallWatch.Stock?) -> StreamFailure? { watch.failure(at: time.now, stock: stock) }

  /// Moves on what waits for room in the ring. True: the transfer may go on.
  func drain() -> Bool {
    if let outcome = splice?.giveUp(at: time.now) { goOn(with: outcome) }
    pourOverflow()
    guard isResting, overflow.isEmpty, voice.bytes.count <= voice.bytes.capacity / 2 else { return false }
    isResting = false
    watch.setResting(false, at: time.now)
    return true
  }

  /// The network has no more, for whatever reason.
  func end(_ failure: StreamFailure?) {
    switch phase {
    case .head: give(.failed(failure ?? .connectionLost))
    case .sniffing:
      // What came before a break may still be a short playlist, or sound.
      judge(sniffer.finish(), orElse: sniffer.held.isEmpty ? failure ?? .ended : failure ?? .formatUnknown)
      if case .over = phase { return }
      end(failure)
    case .playlist(let kind): finishList(kind)
    case .segments: give(.segments(listBytes, url: url))
    case .sound:
      endSplice()
      endFailure = endFailure ?? failure ?? (isRecording ? .clipEnded : .ended)
      pourOverflow()
    case .over: break
    }
  }

  // MARK: what it is

  private func judge(_ verdict: ContentSniffer.Verdict, orElse failure: StreamFailure) {
    switch verdict {
    case .needsMore: break
    case .unknown: give(.failed(failure))
    case .content(.mpegAudio): begin(.mpegAudio)
    case .content(.aac): begin(.aac)
    case .content(.ogg): begin(.ogg)
    case .content(.flac): begin(.flac)
    case .content(.playlist(let kind)):
      phase = .playlist(kind)
      takeListBytes(sniffer.takeHeld())
    case .content(.otherAudio(let name)), .content(.otherPlaylist(let name)):
      give(.failed(.formatNotYet(name)))
    case .content(.notAudio(let name)): give(.failed(.notAudio(name)))
    }
  }

  private func begin(_ codec: StreamCodec) {
    phase = .sound
    let held = sniffer.takeHeld()
    head = Array(held.prefix(Splice.Limits.head))
    // In these each frame stands for itself; Ogg and FLAC begin with what all of them need.
    if codec == .mpegAudio || codec == .aac { splice = Splice(after: old, at: time.now) }
    tell(.sound(info, codec))
    guard splice != nil else {
      overflow = held
      return pourOverflow()
    }
    if let outcome = splice?.take(held) { goOn(with: outcome) }
  }

  private func takeListBytes(_ bytes: some Sequence<UInt8>) {
    listBytes.append(contentsOf: bytes)
    if case .segments = phase {
      // Too long is said by who reads it.
      if listBytes.count > HLSLimits.playlistBytes { give(.segments(listBytes, url: url)) }
      return
    }
    guard listBytes.count >= StreamLimits.playlistBytes, case .playlist(let kind) = phase else { return }
    finishList(kind, isFinal: false)
  }

  /// - Parameter isFinal: no more of it will come.
  private func finishList(_ kind: PlaylistKind, isFinal: Bool = true) {
    switch Playlist.read(listBytes, kind, base: url) {
    case .links(let links): give(.links(links))
    case .hls where listBytes.count >= StreamLimits.playlistBytes && !isFinal: phase = .segments
    case .hls: give(.segments(listBytes, url: url))
    }
  }

  /// The last that is told before sound.
  private func give(_ outcome: Outcome) {
    guard !isOver else { return }
    phase = .over
    overflow = []
    tell(outcome)
  }

  private var isOver: Bool {
    if case .over = phase { return true }
    return false
  }

  // MARK: what it sends

  private func take(_ piece: ICYDemuxer.Piece) {
    switch piece {
    case .metadata(let block):
      guard !isOver, let title = StreamTitle.text(of: block, charset: charset) else { return }
      guard splice == nil else {
        splice?.note(title)
        return
      }
      tell(.title(title, offset: isSound ? voice.bytes.bytesWritten + UInt64(overflow.count) : 0))
    case .audio(let bytes):
      switch phase {
      case .head, .over: break
      case .sniffing:
        let verdict = sniffer.feed(bytes)
        if payloadStart == nil, sniffer.hasPayload { payloadStart = time.now }
        judge(verdict, orElse: .formatUnknown)
      case .playlist, .segments: takeListBytes(bytes)
      case .sound:
        guard splice == nil else {
          if let outcome = splice?.take(bytes) { goOn(with: outcome) }
          return
        }
        let written = overflow.isEmpty ? voice.bytes.write(bytes) : 0
        if written < bytes.count { overflow.append(contentsOf: bytes[written...]) }
      }
    }
  }

  /// What is held back for the sake of a splice goes on as it is.
  func endSplice() { (splice?.rest).map(goOn) }

  private func goOn(with outcome: Splice.Outcome) {
    splice = nil
    let start = voice.bytes.bytesWritten
    voice.unheardBytes = UInt64(outcome.heardCount)
    overflow = Array(outcome.bytes)
    pourOverflow()
    for (title, offset) in outcome.titles where !isOver {
      tell(.title(title, offset: start + UInt64(offset)))
    }
  }

  private func pourOverflow() {
    guard isSound, splice == nil else { return }
    if !overflow.isEmpty {
      let written = overflow.withUnsafeBytes { voice.bytes.write($0) }
      overflow.removeFirst(written)
    }
    if let endFailure, overflow.isEmpty {
      phase = .over
      voice.bytes.finish()
      tell(.ended(endFailure))
    }
  }
}

extension StreamIntake: StreamReceiver {
  func streamReceivedHead(_ head: StreamHead) {
    watch.headReceived(at: time.now)
    guard (200..<300).contains(head.status) else { return give(.failed(.status(head.status))) }
    let header = StreamHeader(head.fields)
    url = head.effectiveURL
    info = header.info
    isRecording = header.contentLength != nil
    demuxer = ICYDemuxer(interval: header.titleInterval)
    sniffer = ContentSniffer(contentType: header.contentType, url: url)
    phase = .sniffing
  }

  func streamReceivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    pourOverflow()
    guard overflow.isEmpty else {
      isResting = true
      watch.setResting(true, at: time.now)
      tell(.flowed)
      return false
    }
    watch.received(bytes: bytes.count)
    demuxer.feed(bytes) { take($0) }
    if isSound { tell(.flowed) }
    return true
  }

  func streamEnded(_ failure: StreamFailure?) { end(failure) }
}
