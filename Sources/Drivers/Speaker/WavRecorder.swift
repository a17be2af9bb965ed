public import Audio
public import Linux
internal import Synchronization

/// Records what is decoded in place of playing it: 16 bits, at the stream's own rate and channels, before
/// volume and fades, at the speed of a card. A change of format begins the next numbered file
/// (`out.wav`, `out-2.wav`, …), and so do 4 GiB. The silence of an underrun is not written.
public final class WavRecorder: VoiceOutput {
  private let body: RecorderBody
  private var thread: NamedThread?

  /// Nothing is created before there are samples.
  public init(path: String) { body = RecorderBody(path: path) }

  deinit { close() }

  public var wake: WakeEvent { body.reports.wake }
  public func takeReports() -> [SpeakerReport] { body.reports.take() }

  public func start() throws(SystemError) {
    guard thread == nil else { return }
    let body = body
    thread = try NamedThread("recorder") { body.run() }
  }

  public func play(_ voice: Voice) {
    voice.setOutputSignal(
      Signal(body.wake) { Unmanaged<WakeEvent>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.ring() } })
    order { orders in
      orders.voice = voice
      orders.isPaused = false
    }
  }

  public func stop(_ voice: Voice) { order { if $0.voice === voice { $0.voice = nil } } }
  public func pause(_ voice: Voice) { order { if $0.voice === voice { $0.isPaused = true } } }
  public func resume(_ voice: Voice) { order { if $0.voice === voice { $0.isPaused = false } } }

  /// A recording is made before the volume.
  public func setVolume(percent: Int, isMuted: Bool) {}

  public func close() {
    guard let thread else { return }
    order { $0.isClosing = true }
    thread.join()
    self.thread = nil
  }

  private func order(_ change: (inout RecorderBody.Orders) -> Void) {
    body.orders.withLock { change(&$0) }
    body.wake.ring()
  }
}
