internal import Audio
internal import Linux
internal import Synchronization

/// What the recorder's thread does: takes samples at the speed at which a card would, and writes them as they
/// are. It is no real-time thread: it may write to disk.
final class RecorderBody: Sendable {
  enum Limits {
    /// Between two looks, in milliseconds.
    static let tick = 20
    /// Between two patches of the header: what a hard kill costs at most.
    static let patch: Duration = .seconds(1)
    /// Frames taken at once, at most.
    static let frames = 8_192
    static let reports = 256
  }

  struct Orders: Sendable {
    var voice: Voice?
    var isPaused = false
    var isClosing = false
  }

  let orders = Mutex(Orders())
  let wake = WakeEvent()
  let reports = Mailbox<SpeakerReport>(capacity: Limits.reports)
  private let path: String

  init(path: String) { self.path = path }

  /// out.wav, out-2.wav, out-3.wav …
  static func path(_ path: String, number: Int) -> String {
    guard number > 1 else { return path }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path)-\(number)" }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }

  func run() {
    var session = Session(path: path, reports: reports)
    while true {
      let orders = orders.withLock { $0 }
      if orders.isClosing { break }
      let pause = session.turn(orders.voice, isPaused: orders.isPaused)
      wake.wait(timeout: pause)
    }
    session.close()
  }

  /// The thread's own state.
  private struct Session: ~Copyable {
    private let path: String
    private let reports: Mailbox<SpeakerReport>
    private let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: Limits.frames * 2)
    private let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: Limits.frames * 2)
    private var file: WavFile?
    private var fileNumber = 0
    private var hasFailed = false
    private var patchTime: Duration = .zero
    private var voice: Voice?
    private var isOn = false
    private var isEndTold = false
    /// When the frame with number 0 of the present run was due, and how many of its rate have been taken since.
    private var start: Duration = .zero
    private var taken = 0
    private var rate = 0
    /// The format of what was taken last.
    private var takenFormat: SampleFormat?

    init(path: String, reports: Mailbox<SpeakerReport>) {
      self.path = path
      self.reports = reports
    }

    deinit {
      floats.deallocate()
      samples.deallocate()
    }

    /// Takes what is due. Returns how long to wait; nil: for the bell.
    mutating func turn(_ newVoice: Voice?, isPaused: Bool) -> Duration? {
      if newVoice !== voice {
        halt()
        voice = newVoice
        isEndTold = false
      }
      guard let voice else { return nil }
      if isPaused { halt() }
      // In this order, see `Voice.isTailComplete`.
      let isTail = voice.isTailComplete
      let count = voice.samples.count
      guard count > 0, let format = voice.format else {
        // At a change of format the ring is empty for a moment: that is no shortage.
        if isOn && voice.format == takenFormat { runDry(voice, isTail) }
        if isTail && voice.isDrained {
          tellEnd(voice)
          return nil
        }
        voice.requestCushion()
        // A sample that came before the bell was asked for must not be slept over.
        return voice.samples.count > 0 ? .zero : isTail ? .milliseconds(Limits.tick) : nil
      }
      guard !isPaused else { return nil }
      if !isOn {
        voice.requestCushion()
        guard isTail || voice.samples.count / format.channels >= voice.cushionFrames(format) else {
          return nil
        }
        begin(voice)
      }
      take(voice, format)
      if voice.isDrained { tellEnd(voice) }
      return .milliseconds(Limits.tick)
    }

    mutating func close() {
      halt()
      if file != nil { patch() }
      file = nil
    }

    private mutating func begin(_ voice: Voice) {
      isOn = true
      start = MonotonicClock.now()
      taken = 0
      rate = 0
      voice.setSounding(true)
      reports.post(.sounding(voice: voice.id))
    }

    private mutating func halt() {
      if isOn { voice?.setSounding(false) }
      isOn = false
    }

    private mutating func runDry(_ voice: Voice, _ isTail: Bool) {
      halt()
      guard !isTail else { return }
      voice.countStarved()
      reports.post(.starved(voice: voice.id))
    }

    private mutating func tellEnd(_ voice: Voice) {
      halt()
      guard !isEndTold else { return }
      isEndTold = true
      if file != nil { patch() }
      reports.post(.drained(voice: voice.id))
    }

    private mutating func take(_ voice: Voice, _ format: SampleFormat) {
      if format.rate != rate {
        // The new rate counts from the end of what was taken at the old one.
        if rate > 0 { start += .nanoseconds(Int64(taken) * 1_000_000_000 / Int64(rate)) }
        taken = 0
        rate = format.rate
      }
      takenFormat = format
      let (seconds, attoseconds) = (MonotonicClock.now() - start).components
      let due = Int(seconds) * format.rate + Int(attoseconds / 1_000_000_000) * format.rate / 1_000_000_000
      while taken < due {
        // In this order: samples that wait keep the format from changing until they are read.
        let waiting = voice.samples.count
        guard waiting > 0, voice.format == format else { break }
        let wanted = min(min(due - taken, Limits.frames) * format.channels, waiting)
        let frames = voice.samples.read(into: .init(rebasing: floats[..<wanted]), channels: format.channels)
        if frames == 0 { break }
        taken += frames
        voice.samplesConsumed()
        if !hasFailed { write(frames * format.channels, format) }
        voice.addHeard(frames: frames)
      }
    }

    private mutating func write(_ count: Int, _ format: SampleFormat) {
      for index in 0..<count { samples[index] = SampleEncoding.rounded16(floats[index]) }
      do throws(SystemError) {
        if file?.format != format || file?.hasRoom(samples: count) != true {
          try file?.patchHeader()
          fileNumber += 1
          file = try WavFile.create(RecorderBody.path(path, number: fileNumber), format: format)
          reports.post(
            .opened(
              device: RecorderBody.path(path, number: fileNumber), rate: format.rate,
              periodFrames: format.frames(milliseconds: Limits.tick), bufferFrames: 0, format: "S16"))
        }
        try file?.append(UnsafeBufferPointer(rebasing: samples[..<count]))
      } catch {
        fail(error)
      }
      if MonotonicClock.now() >= patchTime { patch() }
    }

    private mutating func patch() {
      patchTime = MonotonicClock.now() + Limits.patch
      do throws(SystemError) { try file?.patchHeader() } catch { fail(error) }
    }

    private mutating func fail(_ error: SystemError) {
      if !hasFailed { reports.post(.recordingFailed(error)) }
      hasFailed = true
    }
  }
}
