internal import Audio
internal import Linux
internal import Synchronization

/// What the audio thread does. Three states follow from `device` and `isRunning`: closed and asleep, open and
/// empty (a new voice is heard at once), playing. Where the card cannot be had it plays to `SilentPcm` and
/// tries again, so the radio goes on.
final class AudioBody: @unchecked Sendable {
  enum Limits {
    /// How long an open device may be silent before it is closed.
    static let idle: Duration = .milliseconds(1_500)
    /// Between two tries to get a card back.
    static let retry: Duration = .seconds(1)
    /// Of SCHED_FIFO: above all normal work, below the kernel's own threads (50).
    static let priority: Int32 = 20
  }

  /// The kinds of the notes beside the kernel's own.
  enum Event: UInt8 {
    /// code: 1 if converted; value: a `PcmGrant` in one word.
    case opened = 32
    /// code and value: an `AlsaError`.
    case failed
    /// value: underruns so far.
    case recovered
    case closed
  }

  typealias Open = @Sendable (_ rate: Int, _ isRetry: Bool) throws(AlsaError) -> any PcmDevice

  let kernel: RenderKernel
  /// Rung for the audio thread.
  let wake = WakeEvent()
  /// Rung for the loop.
  let reportWake = WakeEvent()
  let isClosing = Atomic<Bool>(false)
  /// A voice came: open the device for it before its cushion is there.
  let isFresh = Atomic<Bool>(false)

  private let open: Open
  // All below is the audio thread's own.
  private var device: (any PcmDevice)?
  private var isStandIn = false
  private var isRunning = false
  private var isParked = false
  private var retryTime: Duration = .zero
  private var quietTime: Duration = .zero
  private var lastFailure: AlsaError?
  private var underrunsTold = 0
  private var announcedCount = 0

  init(isMono: Bool = false, open: @escaping Open) {
    kernel = RenderKernel(isMono: isMono)
    self.open = open
  }

  func run() {
    _ = NamedThread.makeCurrentRealtime(priority: Limits.priority)
    _ = NamedThread.lockMemory()
    var loop = RenderLoop(kernel)
    while true {
      let demand = kernel.demand()
      if isFresh.exchange(false, ordering: .acquiringAndReleasing) { isParked = false }
      if demand.isActive {
        isParked = false
        playTurn(&loop)
      } else if isRunning {
        finishPlaying(&loop)
      } else if isClosing.load(ordering: .acquiring) {
        break
      } else if let rate = demand.rate, rate != kernel.rate {
        device = nil
        kernel.configure(rate: rate)
      } else if demand.rate != nil && device == nil && !isParked {
        // The format is known and the samples are not there yet: the card can be made ready meanwhile.
        openDevice()
      } else {
        rest()
      }
      announce()
    }
    device = nil
    announce()
  }

  // MARK: Playing

  private func playTurn(_ loop: inout RenderLoop) {
    if let device, device.grant.rate != kernel.rate { self.device = nil }
    if device == nil { openDevice() }
    if isStandIn && MonotonicClock.now() >= retryTime { retry() }
    guard let device else { return }
    isRunning = true
    Self.play(&loop, device, self)
  }

  /// Plays on one device for as long as nothing changes: here references are not even counted.
  private static func play(_ loop: inout RenderLoop, _ device: some PcmDevice, _ body: AudioBody) {
    repeat {
      guard turn(&loop, device, body) else { return }
      body.announce()
    } while body.kernel.demand().isActive && !(body.isStandIn && MonotonicClock.now() >= body.retryTime)
  }

  /// False: the device is lost.
  @inline(__always)
  private static func turn(
    _ loop: inout RenderLoop, _ device: some PcmDevice, _ body: AudioBody, atMost: Int? = nil
  ) -> Bool {
    switch loop.turn(device, bell: body.wake, atMost: atMost) {
    case .written:
      guard loop.writer.underrunCount != body.underrunsTold else { return true }
      body.underrunsTold = loop.writer.underrunCount
      body.post(.recovered, value: body.underrunsTold)
      return true
    case .failed(let error):
      body.lose(error)
      return false
    }
  }

  /// The last voice has faded: a little silence goes after it, all of it is played, then the device stops.
  /// A voice that comes in between goes on without a gap.
  private func finishPlaying(_ loop: inout RenderLoop) {
    guard let device else {
      isRunning = false
      return
    }
    // Not a period: where nothing can be taken back, the next voice is heard after it.
    guard Self.turn(&loop, device, self, atMost: kernel.fadeFrames) else { return }
    device.start()
    // A sound server may say any number.
    let delay = min(device.delayFrames, device.grant.rate * 2)
    let end = MonotonicClock.now() + .nanoseconds(delay * 1_000_000_000 / device.grant.rate)
    while self.device != nil {
      let left = end - MonotonicClock.now()
      if left <= .zero { break }
      sleep(left)
      if kernel.demand().isActive { return }
      announce()
    }
    device.drop()
    isRunning = false
    quietTime = MonotonicClock.now()
    kernel.settle()
    if device.prepare() < 0 { closeDevice() }
  }

  // MARK: Waiting

  private func rest() {
    kernel.settle()
    announce()
    guard device != nil else { return sleep(nil) }
    let left = quietTime + Limits.idle - MonotonicClock.now()
    guard left > .zero else { return closeDevice() }
    sleep(left)
  }

  /// Until the bell rings. Each voice is asked for its bell, then looked at once more.
  private func sleep(_ time: Duration?) {
    let demand = kernel.demand(isSleeping: true)
    if demand.isActive || isClosing.load(ordering: .acquiring) && !isRunning { return }
    if let rate = demand.rate, rate != kernel.rate, !isRunning { return }
    wake.wait(timeout: time)
  }

  // MARK: The device

  private func openDevice() {
    quietTime = MonotonicClock.now()
    // A card that was missing a moment ago is not asked for again at each zap.
    if isStandIn && quietTime < retryTime {
      device = SilentPcm(rate: kernel.rate)
      return
    }
    do throws(AlsaError) {
      take(try open(kernel.rate, isStandIn))
    } catch {
      standIn(for: error)
    }
  }

  private func retry() {
    retryTime = MonotonicClock.now() + Limits.retry
    do throws(AlsaError) { take(try open(kernel.rate, true)) } catch {
      if error != lastFailure { tell(error) }
    }
  }

  private func take(_ opened: any PcmDevice) {
    device = opened
    isStandIn = false
    lastFailure = nil
    let grant = opened.grant
    post(.opened, code: grant.isConverted ? 1 : 0, value: grant.packed)
  }

  /// The card failed while it played.
  private func lose(_ error: AlsaError) {
    device = nil
    standIn(for: error)
  }

  private func standIn(for error: AlsaError) {
    device = SilentPcm(rate: kernel.rate)
    isStandIn = true
    retryTime = MonotonicClock.now() + Limits.retry
    if error != lastFailure { tell(error) }
  }

  private func tell(_ error: AlsaError) {
    lastFailure = error
    let (code, value) = error.packed
    post(.failed, code: code, value: value)
  }

  private func closeDevice() {
    device = nil
    isParked = true
    post(.closed)
  }

  private func post(_ event: Event, code: Int32 = 0, value: Int = 0) {
    kernel.notes.post(Note(kind: event.rawValue, code: code, value: value))
  }

  private func announce() {
    guard kernel.notes.postedCount != announcedCount else { return }
    announcedCount = kernel.notes.postedCount
    reportWake.ring()
  }
}

extension PcmGrant {
  /// 20 bits of rate, 20 of the period, 21 of the buffer, one for the encoding.
  fileprivate var packed: Int {
    rate | periodFrames << 20 | min(bufferFrames, 1 << 21 - 1) << 40 | (encoding == .signed32 ? 1 << 61 : 0)
  }

  init(packed: Int, isConverted: Bool) {
    self.init(
      rate: packed & 0xF_FFFF, periodFrames: packed >> 20 & 0xF_FFFF, bufferFrames: packed >> 40 & 0x1F_FFFF,
      encoding: packed >> 61 & 1 == 1 ? .signed32 : .signed16, isConverted: isConverted)
  }
}
