public import Audio
public import Linux
internal import Synchronization

/// The loudspeaker: an audio thread that renders voices to an ALSA device, and the volume.
///
/// Which volume: the hardware's, where a mixer control is configured or the device is a card of its own
/// (`hw:`, `plughw:`, `sysdefault:`); else the kernel's. The default device may be a sound server's, whose
/// "Master" belongs to everybody. What the hardware cannot do finely enough the kernel adds, so the steps are
/// even everywhere. What others do to the mixer is not fought: it is only written when the volume is set.
public final class Speaker: VoiceOutput {
  public struct Configuration: Sendable {
    /// An ALSA PCM name.
    public var device = "default"
    /// The name of a mixer control; nil: chosen by `MixerChoice`.
    public var mixerControl: String?
    /// There is one loudspeaker: it gets both channels.
    public var isMono = false

    public init(device: String = "default", mixerControl: String? = nil, isMono: Bool = false) {
      self.device = device
      self.mixerControl = mixerControl
      self.isMono = isMono
    }
  }

  private let configuration: Configuration
  private let body: AudioBody
  private var thread: NamedThread?
  private var current: Voice?
  /// Found no place yet: four others are still fading.
  private var waiting: Voice?
  private var mixer: Mixer?
  private var percent = 100
  private var isMuted = false

  public convenience init(_ configuration: Configuration = Configuration()) {
    let name = configuration.device
    self.init(configuration) { (rate, _) throws(AlsaError) in
      AlsaPcm.noticeNewCards()
      return try AlsaPcm.open(name, rate: rate)
    }
  }

  /// For tests: with devices that fail in all the ways real ones do.
  package init(
    _ configuration: Configuration,
    open: @escaping @Sendable (_ rate: Int, _ isRetry: Bool) throws(AlsaError) -> any PcmDevice
  ) {
    self.configuration = configuration
    body = AudioBody(isMono: configuration.isMono, open: open)
  }

  deinit { close() }

  public var wake: WakeEvent { body.reportWake }

  public func start() throws(SystemError) {
    guard thread == nil else { return }
    let body = body
    thread = try NamedThread("audio") { body.run() }
  }

  public func play(_ voice: Voice) {
    voice.setOutputSignal(
      Signal(body.wake) { Unmanaged<WakeEvent>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.ring() } })
    // What sounds goes on until this one does; what never began gives its place away.
    if let current, current !== voice, !current.isSounding { body.kernel.detach(current) }
    current = voice
    waiting = body.kernel.holds(voice) || body.kernel.attach(voice) ? nil : voice
    body.isFresh.store(true, ordering: .releasing)
    body.wake.ring()
  }

  public func stop(_ voice: Voice) {
    body.kernel.detach(voice)
    if waiting === voice { waiting = nil }
    if current === voice { current = nil }
    body.wake.ring()
  }

  public func pause(_ voice: Voice) {
    body.kernel.pause(voice)
    body.wake.ring()
  }

  public func resume(_ voice: Voice) {
    body.kernel.resume(voice)
    body.isFresh.store(true, ordering: .releasing)
    body.wake.ring()
  }

  public func setVolume(percent: Int, isMuted: Bool) {
    self.percent = percent
    self.isMuted = isMuted
    applyVolume()
    body.wake.ring()
  }

  public func close() {
    guard let thread else { return }
    waiting = nil
    current = nil
    body.kernel.detachAll()
    body.isClosing.store(true, ordering: .releasing)
    body.wake.ring()
    thread.join()
    self.thread = nil
    body.kernel.collect()
    mixer = nil
  }

  public func takeReports() -> [SpeakerReport] {
    body.reportWake.clear()
    var reports: [SpeakerReport] = []
    while let note = body.kernel.notes.take() { report(note, to: &reports) }
    body.kernel.collect()
    if let voice = waiting, body.kernel.attach(voice) {
      waiting = nil
      body.wake.ring()
    }
    return reports
  }

  private func report(_ note: Note, to reports: inout [SpeakerReport]) {
    switch RenderKernel.Event(rawValue: note.kind) {
    case .sounding:
      body.kernel.detachEarlier(than: note.value)
      reports.append(.sounding(voice: note.value))
    case .starved: reports.append(.starved(voice: note.value))
    case .drained: reports.append(.drained(voice: note.value))
    case .quiet: if isMuted { mixer?.setSwitch(isOn: false) }
    case .left: break
    case nil: reportDevice(note, to: &reports)
    }
  }

  private func reportDevice(_ note: Note, to reports: inout [SpeakerReport]) {
    switch AudioBody.Event(rawValue: note.kind) {
    case .opened:
      let grant = PcmGrant(packed: note.value, isConverted: note.code == 1)
      let format = grant.encoding == .signed32 ? "S32" : "S16"
      reports.append(
        .opened(
          device: configuration.device, rate: grant.rate, periodFrames: grant.periodFrames,
          bufferFrames: grant.bufferFrames, format: grant.isConverted ? format + " plug" : format))
      if mixer == nil { openMixer() }
    case .failed:
      let error = AlsaError(code: note.code, value: note.value)
      reports.append(.failed(error))
      reports.append(.silentOutput(reason: error))
      // The card may come back as another one; its mixer is looked up again then.
      mixer = nil
      applyVolume()
    case .recovered: reports.append(.recovered(underruns: note.value))
    case .closed, nil: break
    }
  }

  private func openMixer() {
    guard let card = MixerChoice.card(of: configuration.device, control: configuration.mixerControl) else {
      return
    }
    mixer = Mixer(card: card, control: configuration.mixerControl)
    applyVolume()
  }

  private func applyVolume() {
    guard let level = VolumeLaw.decibels(percent: percent), !isMuted else {
      // The kernel fades first; the switch follows when that has been played.
      return body.kernel.setMaster(0)
    }
    mixer?.setSwitch(isOn: true)
    body.kernel.setMaster(VolumeLaw.factor(decibels: level - (mixer?.setLevel(decibels: level) ?? 0)))
  }
}
