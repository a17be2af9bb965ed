import Audio
import Core
import Runtime
import Support

/// Decodes in no time: each 417 bytes are 1,152 frames.
final class VirtualDecoders: DecoderStarting {
  private let time: VirtualTime
  private(set) var runningCount = 0

  init(time: VirtualTime) { self.time = time }

  func startDecoder(
    for voice: Voice, codec: StreamCodec, report: @escaping (DecoderReport) -> Void
  ) -> any RunningDecoder {
    runningCount += 1
    return Running(voice, time, report) { [unowned self] in runningCount -= 1 }
  }

  private final class Running: RunningDecoder {
    private let voice: Voice
    private let time: VirtualTime
    private let report: (DecoderReport) -> Void
    private var whenStopped: (() -> Void)?
    private var ticker: (any LoopTimer)?
    private var marks: [UInt64] = []
    private var frames: UInt64 = 0
    private var bytes = [UInt8](repeating: 0, count: 157 * 417)
    private let silence = [Float](repeating: 0, count: 157 * 2_304)

    init(
      _ voice: Voice, _ time: VirtualTime, _ report: @escaping (DecoderReport) -> Void,
      whenStopped: @escaping () -> Void
    ) {
      self.voice = voice
      self.time = time
      self.report = report
      self.whenStopped = whenStopped
      ticker = time.timer { [unowned self] in decode() }
      ticker?.set(time.now + .milliseconds(2))
    }

    func bytesArrived() { if whenStopped != nil { ticker?.set(time.now + .milliseconds(2)) } }

    func mark(byte: UInt64) { marks.append(byte) }

    var tagBytes: UInt64 { 0 }

    func stop() {
      ticker?.remove()
      ticker = nil
      whenStopped?()
      whenStopped = nil
    }

    private func decode() {
      if voice.format == nil, voice.bytes.count >= 417 {
        voice.setFormat(SampleFormat(rate: 44_100, channels: 2))
        report(.format(StreamFormat(codec: "MP3", rate: 44_100, channels: 2, kbitPerSecond: 128)))
      }
      let count = min(voice.bytes.count / 417, voice.samples.room / 2_304, 157)
      if count > 0 {
        _ = bytes.withUnsafeMutableBytes { voice.bytes.read(into: .init(rebasing: $0[..<(count * 417)])) }
        _ = silence.withUnsafeBufferPointer {
          voice.samples.write(.init(rebasing: $0[..<(count * 2_304)]), channels: 2)
        }
        frames += UInt64(count) * 1_152
      }
      while let mark = marks.first, mark <= voice.bytes.bytesRead {
        marks.removeFirst()
        report(.reached(byte: mark, frame: frames))
      }
      if voice.bytes.isFinished, voice.bytes.count < 417 {
        if !voice.isDecoderFinished { voice.finishDecoding() }
      } else {
        ticker?.set(time.now + .milliseconds(500))
      }
    }
  }
}

/// A card that takes a quarter of a second at a time, so that weeks pass quickly, and sometimes is gone.
final class VirtualSound: SoundOutput {
  var onReport: ((SoundReport) -> Void)?
  private(set) var isPlayingVoice = false
  /// The last instant at which frames were taken, and whose.
  private(set) var lastHeard: (voice: Int, instant: Instant)?
  private(set) var framesHeard = 0
  private(set) var volume = 0

  /// Of 44.1 kHz.
  static let periodFrames = 11_025
  static let period = Duration.milliseconds(250)

  private let time: VirtualTime
  private var voice: Voice?
  /// Heard until `voice` sounds.
  private var old: Voice?
  private var isPaused = false
  private var isSounding = false
  private var ticker: (any LoopTimer)?
  private var isGone = false

  init(time: VirtualTime) {
    self.time = time
    ticker = time.timer { [unowned self] in period() }
  }

  /// Which voice is heard that was followed by another one.
  var oldVoice: Int? { old?.id }

  func play(_ voice: Voice) {
    if isSounding { old = self.voice }
    self.voice = voice
    isPaused = false
    isSounding = false
    ticker?.set(time.now + VirtualSound.period)
  }

  func stop(_ voice: Voice) {
    if old === voice { old = nil }
    guard self.voice === voice else { return }
    self.voice = nil
    isSounding = false
  }

  func pause(_ voice: Voice) {
    guard self.voice === voice else { return }
    isPaused = true
    isSounding = false
  }

  func resume(_ voice: Voice) { if self.voice === voice { isPaused = false } }
  func setVolume(percent: Int, isMuted: Bool) { volume = isMuted ? 0 : percent }
  func close() { ticker?.remove() }

  /// The card is unplugged, or plugged in again.
  func setGone(_ isGone: Bool) {
    guard isGone != self.isGone else { return }
    self.isGone = isGone
    onReport?(isGone ? .silent(reason: "no sound card") : .opened(device: "default"))
  }

  private func period() {
    if voice != nil || old != nil { ticker?.set(time.now + VirtualSound.period) }
    if let old { playOld(old) }
    guard let voice else { return }
    guard !isPaused, let format = voice.format else { return finishIfDrained(voice) }
    let waiting = voice.samples.count / format.channels
    let enough =
      isSounding ? VirtualSound.periodFrames : voice.isTailComplete ? 1 : voice.cushionFrames(format)
    if waiting >= enough || (voice.isTailComplete && waiting > 0) {
      old = nil
      take(min(VirtualSound.periodFrames, waiting), of: voice, format)
      if !isSounding {
        isSounding = true
        onReport?(.sounding(voice.id))
      }
    } else if isSounding, !voice.isTailComplete {
      isSounding = false
      onReport?(.starved(voice.id))
    }
    finishIfDrained(voice)
  }

  private func playOld(_ voice: Voice) {
    guard let format = voice.format else { return }
    let waiting = voice.samples.count / format.channels
    if waiting >= VirtualSound.periodFrames || (voice.isTailComplete && waiting > 0) {
      take(min(VirtualSound.periodFrames, waiting), of: voice, format)
    } else {
      old = nil
      onReport?(voice.isDrained ? .drained(voice.id) : .starved(voice.id))
    }
  }

  private func take(_ frames: Int, of voice: Voice, _ format: SampleFormat) {
    voice.samples.consume(frames: frames, channels: format.channels)
    voice.addHeard(frames: frames)
    voice.samplesConsumed()
    framesHeard += frames
    lastHeard = (voice.id, time.now)
  }

  private func finishIfDrained(_ voice: Voice) {
    guard voice.isDrained else { return }
    self.voice = nil
    isSounding = false
    onReport?(.drained(voice.id))
  }
}
