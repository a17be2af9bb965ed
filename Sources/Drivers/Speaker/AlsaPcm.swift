internal import Audio
internal import CAlsa
internal import Glibc
internal import Synchronization

/// A PCM of alsa-lib, open for playing and never blocking. It prevents: a handle that is not closed, a rate
/// that was only nearly granted, parameters that are left over on an early return.
final class AlsaPcm: PcmDevice {
  /// Milliseconds.
  enum Request {
    /// Between two wake-ups. In a sound server each costs more than the decoding of what it plays: 33 ms instead
    /// of 80 doubled the processor time of the whole radio.
    static let period = 80
    /// What may lie ready. A card of its own can give it back, so there it is as long as a busy board may sleep;
    /// a sound server cannot, and it is what a stop or a zap takes until it is heard.
    static let buffer = 160
    static let cardBuffer = 400
    /// What a sound server has taken already and counts into its delay: up to 50 ms in PulseAudio, a quantum or two
    /// in PipeWire. How much it is now, it does not say.
    static let held = 60
    /// The sizes of a period that the render loop can take, in frames. A device with longer ones gets its
    /// period in several pieces.
    static let periods = 16...1 << 20
  }

  let grant: PcmGrant
  private let handle: OpaquePointer
  /// What was written can be taken back.
  private let isReversible: Bool
  /// The device's own descriptors, and one for the bell.
  private let polled: UnsafeMutablePointer<pollfd>
  private let polledCount: Int

  /// Opens `name` at exactly `rate` hertz, two channels, 32 or 16 bits. Where the device itself cannot do
  /// that, alsa-lib converts ("plug"); where it cannot either, the error is the device's own.
  static func open(_ name: String, rate: Int) throws(AlsaError) -> AlsaPcm {
    calsa_silence()
    do throws(AlsaError) {
      return try AlsaPcm(name, rate: rate, isConverted: false)
    } catch {
      // A device that is not there or in use is no better behind a plug.
      if case .failed(.open, _) = error { throw error }
      if name.hasPrefix("plug") { throw error }
      do throws(AlsaError) {
        return try AlsaPcm("plug:'\(name)'", rate: rate, isConverted: true)
      } catch _ {
        throw error
      }
    }
  }

  private static let knownCards = Atomic<Int>(-1)

  /// alsa-lib reads its configuration once, and some of it depends on the cards: when those have changed it is
  /// to be read anew. That takes milliseconds, so it is not done at each try.
  static func noticeNewCards() {
    var cards = 0
    var card: Int32 = -1
    // alsa-lib itself knows at most 32; a bit for each.
    while snd_card_next(&card) == 0, (0..<32).contains(card) { cards |= 1 << card }
    let known = knownCards.exchange(cards, ordering: .relaxed)
    if known != cards && known != -1 { snd_config_update_free_global() }
  }

  private init(_ name: String, rate: Int, isConverted: Bool) throws(AlsaError) {
    var opened: OpaquePointer?
    let code = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let opened else { throw .failed(.open, code: code) }
    do throws(AlsaError) {
      grant = try Self.setUp(opened, rate: rate, isConverted: isConverted)
      handle = opened
      isReversible = PcmChain(opened).isReversible
      polledCount = max(0, Int(snd_pcm_poll_descriptors_count(opened)))
      polled = .allocate(capacity: polledCount + 1)
    } catch {
      snd_pcm_close(opened)
      throw error
    }
  }

  deinit {
    polled.deallocate()
    snd_pcm_close(handle)
  }

  private static func check(_ call: AlsaError.Call, _ code: Int32) throws(AlsaError) {
    if code < 0 { throw .failed(call, code: code) }
  }

  private static func setUp(_ pcm: OpaquePointer, rate: Int, isConverted: Bool) throws(AlsaError) -> PcmGrant
  {
    var allocated: OpaquePointer?
    guard snd_pcm_hw_params_malloc(&allocated) == 0, let hardware = allocated else {
      throw .failed(.parameters, code: -ENOMEM)
    }
    defer { snd_pcm_hw_params_free(hardware) }
    try check(.parameters, snd_pcm_hw_params_any(pcm, hardware))
    try check(.access, snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
    // 32 bits keep the quiet end of the software volume fine; nearly all else has 16.
    var encoding = SampleEncoding.signed32
    if snd_pcm_hw_params_set_format(pcm, hardware, format(.signed32)) < 0 {
      encoding = .signed16
      try check(.format, snd_pcm_hw_params_set_format(pcm, hardware, format(.signed16)))
    }
    try check(.channels, snd_pcm_hw_params_set_channels(pcm, hardware, UInt32(SampleEncoding.channels)))
    var granted = UInt32(rate)
    try check(.rate, snd_pcm_hw_params_set_rate_near(pcm, hardware, &granted, nil))
    guard Int(granted) == rate else { throw .rateRefused(asked: rate, granted: Int(granted)) }
    var period = snd_pcm_uframes_t(rate * Request.period / 1_000)
    try check(.periodSize, snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, nil))
    let wanted = snd_pcm_type(pcm) == SND_PCM_TYPE_HW ? Request.cardBuffer : Request.buffer
    var buffer = max(snd_pcm_uframes_t(rate * wanted / 1_000), period * 2)
    try check(.bufferSize, snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer))
    try check(.setup, snd_pcm_hw_params(pcm, hardware))

    // "Near" is a wish. What counts is what the device says now.
    try check(.rate, snd_pcm_hw_params_get_rate(hardware, &granted, nil))
    guard Int(granted) == rate else { throw .rateRefused(asked: rate, granted: Int(granted)) }
    try check(.periodSize, snd_pcm_hw_params_get_period_size(hardware, &period, nil))
    try check(.bufferSize, snd_pcm_hw_params_get_buffer_size(hardware, &buffer))
    guard Request.periods.contains(Int(period)), buffer >= period else {
      throw .failed(.periodSize, code: -EINVAL)
    }
    try setUpSoftware(pcm, period: period, buffer: buffer)
    return PcmGrant(
      rate: rate, periodFrames: Int(period), bufferFrames: Int(buffer), encoding: encoding,
      isConverted: isConverted)
  }

  private static func setUpSoftware(
    _ pcm: OpaquePointer, period: snd_pcm_uframes_t, buffer: snd_pcm_uframes_t
  ) throws(AlsaError) {
    var allocated: OpaquePointer?
    guard snd_pcm_sw_params_malloc(&allocated) == 0, let software = allocated else {
      throw .failed(.software, code: -ENOMEM)
    }
    defer { snd_pcm_sw_params_free(software) }
    try check(.software, snd_pcm_sw_params_current(pcm, software))
    // Not a full buffer: then one underrun would cost a whole buffer of silence and breed the next.
    try check(.software, snd_pcm_sw_params_set_start_threshold(pcm, software, period))
    try check(.software, snd_pcm_sw_params_set_avail_min(pcm, software, period))
    // Played parts become silence, so that a late stop repeats nothing. Not all plugins can.
    var boundary: snd_pcm_uframes_t = 0
    if snd_pcm_sw_params_get_boundary(software, &boundary) == 0 {
      _ = snd_pcm_sw_params_set_silence_size(pcm, software, boundary)
    }
    try check(.software, snd_pcm_sw_params(pcm, software))
  }

  private static func format(_ encoding: SampleEncoding) -> snd_pcm_format_t {
    #if _endian(little)
      encoding == .signed32 ? SND_PCM_FORMAT_S32_LE : SND_PCM_FORMAT_S16_LE
    #else
      encoding == .signed32 ? SND_PCM_FORMAT_S32_BE : SND_PCM_FORMAT_S16_BE
    #endif
  }

  func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    snd_pcm_writei(handle, frames, snd_pcm_uframes_t(count))
  }

  func wait(milliseconds: Int32, bell: Int32) -> PcmReadiness {
    // An error comes back from the next write.
    let room = snd_pcm_avail_update(handle)
    if room < 0 || room >= grant.periodFrames { return .room }
    let count = max(0, Int(snd_pcm_poll_descriptors(handle, polled, UInt32(polledCount))))
    polled[count] = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
    guard poll(polled, nfds_t(count + 1), milliseconds) > 0 else { return .nothing }
    if polled[count].revents != 0 { return .bell }
    // Takes the readiness out of a plugin's descriptor, too.
    var events: UInt16 = 0
    snd_pcm_poll_descriptors_revents(handle, polled, UInt32(count), &events)
    return .room
  }

  func takeBack(keeping kept: Int, atMost most: Int) -> Int {
    guard isReversible else { return 0 }
    let wanted = min(snd_pcm_rewindable(handle) - kept, most)
    guard wanted > 0 else { return 0 }
    return max(0, snd_pcm_rewind(handle, snd_pcm_uframes_t(wanted)))
  }

  func prepare() -> Int32 { snd_pcm_prepare(handle) }
  func resume() -> Int32 { snd_pcm_resume(handle) }

  func start() {
    if snd_pcm_state(handle) == SND_PCM_STATE_PREPARED { snd_pcm_start(handle) }
  }

  var delayFrames: Int {
    var delay: snd_pcm_sframes_t = 0
    return snd_pcm_delay(handle, &delay) == 0 ? max(0, delay) : 0
  }

  var heldFrames: Int { isReversible ? 0 : grant.rate * Request.held / 1_000 }

  func drop() { snd_pcm_drop(handle) }
}
