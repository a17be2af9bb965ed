internal import Audio
internal import Linux
internal import Synchronization

/// Places in the stream that the loop wants to hear about.
final class DecoderMarks: Sendable {
  private let places = Mutex<[UInt64]>([])
  private let next = Atomic<UInt64>(.max)

  func add(_ byte: UInt64) {
    places.withLock { places in
      if places.count == DecoderBody.Limits.marks { places.removeFirst() }
      places.append(byte)
      next.store(places.min() ?? .max, ordering: .releasing)
    }
  }

  /// The decoder: takes the places up to `byte`. Without one it costs a single load.
  func take(upTo byte: UInt64) -> [UInt64] {
    guard next.load(ordering: .acquiring) <= byte else { return [] }
    return places.withLock { places in
      let reached = places.filter { $0 <= byte }
      places.removeAll { $0 <= byte }
      next.store(places.min() ?? .max, ordering: .releasing)
      return reached
    }
  }
}

/// What the decoder thread works on. `run` is its body; all else is for both threads.
final class DecoderBody: Sendable {
  enum Limits {
    /// So many samples are written at once, if there are more; a frame of MP3 is not cut.
    static let roomSamples = 1_152 * 2
    /// The largest sample that a stream can mean, where 1 is full scale: 24 dB more.
    static let peak: Float = 16
    static let marks = 16
    static let reports = 64
  }

  let voice: Voice
  let wake = WakeEvent()
  let reports = Mailbox<DecoderReport>(capacity: Limits.reports)
  let marks = DecoderMarks()
  let isStopped = Atomic<Bool>(false)
  let isWaiting = Atomic<Bool>(false)
  let isRoomWanted = Atomic<Bool>(false)
  let bytesConsumed = Atomic<UInt64>(0)
  let tagBytes = Atomic<UInt64>(0)

  private let codec: AudioCodec
  private let measuresLoudness: Bool

  init(_ voice: Voice, codec: AudioCodec, measuresLoudness: Bool) {
    self.voice = voice
    self.codec = codec
    self.measuresLoudness = measuresLoudness
  }

  /// Tells the loop once that half of the byte ring is free, if it asked.
  func reportRoom() {
    guard voice.bytes.room >= voice.bytes.capacity / 2 else { return }
    if isRoomWanted.exchange(false, ordering: .sequentiallyConsistent) { reports.post(.room) }
  }

  /// On the decoder thread.
  func run() {
    do throws(DecoderError) {
      try decodeAll()
      if isStopped.load(ordering: .acquiring) { return }
      voice.finishDecoding()
      reports.post(.finished(frames: voice.samples.framesWritten))
    } catch {
      voice.finishDecoding()
      reports.post(.failed(error))
    }
  }

  private func decodeAll() throws(DecoderError) {
    switch codec {
    case .mpegAudio: try decode(try MpegDecoder())
    case .aac: try decode(AdtsDecoder(try AacDecoder.make()))
    case .ogg: try decode(OggDecoder())
    case .flac: try decode(FlacDecoder())
    }
  }

  private func decode<Decoder: StreamDecoder & ~Copyable>(_ made: consuming Decoder) throws(DecoderError) {
    var decoder = made
    let source = ByteSource(self)
    let silence = SampleBuffer()
    var meter = StreamMeter(isOn: measuresLoudness)
    var trim = DriftTrim()
    while !isStopped.load(ordering: .acquiring) {
      switch try decoder.next(source) {
      case .end:
        if let failure = source.failure { throw failure }
        return
      case .format(let codec, let format, let kbit):
        guard adopt(format) else { return }
        reports.post(.format(codec: codec, rate: format.rate, channels: format.channels, kbit: kbit))
      case .title(let title):
        reports.post(.title(title, frame: voice.samples.framesWritten))
      case .samples(let samples):
        let bytesHeld = decoder.bytesHeld + source.bytesHeld
        let unheard = voice.unheardBytes
        guard unheard == 0 || voice.bytes.bytesRead &- UInt64(bytesHeld) > unheard else {
          source.soundCame()
          noteProgress(bytesHeld)
          continue
        }
        let isSound = DecoderBody.isSound(samples)
        let heard = isSound ? samples : silence.silent(samples.count)
        trim.ppm = voice.stretchPPM
        guard let format = voice.format, trim.trim(heard, channels: format.channels, write) else { return }
        if isSound {
          source.soundCame()
          meter.hear(samples, format).map { reports.post($0) }
        }
        noteProgress(bytesHeld)
      }
    }
  }

  /// Broken frames can decode to anything, and what is no number would reach the card as a blow at full
  /// scale. Encoders stay within a few decibels of full scale.
  private static func isSound(_ samples: UnsafeBufferPointer<Float>) -> Bool {
    var peak: Float = 0
    var isNumber = true
    for sample in samples {
      peak = max(peak, abs(sample))
      isNumber = isNumber && sample == sample
    }
    return isNumber && peak <= Limits.peak
  }

  /// False: stopped meanwhile.
  private func adopt(_ format: SampleFormat) -> Bool {
    guard voice.format != format else { return true }
    if voice.samples.count > 0 { voice.announceFormatChange() }
    guard waitForRoom(voice.samples.capacity) else { return false }
    voice.setFormat(format)
    return true
  }

  /// Writes a frame, however long, as fast as there is room for it. False: stopped meanwhile.
  private func write(_ samples: UnsafeBufferPointer<Float>) -> Bool {
    guard let format = voice.format else { preconditionFailure("samples before their format") }
    var rest = samples
    while !rest.isEmpty {
      guard waitForRoom(min(rest.count, Limits.roomSamples)) else { return false }
      let written = voice.samples.write(rest, channels: format.channels) * format.channels
      rest = UnsafeBufferPointer(rebasing: rest[written...])
      voice.samplesArrived()
    }
    return true
  }

  /// All bytes that were read are decoded but for `bytesHeld`.
  func noteProgress(_ bytesHeld: Int) {
    let consumed = voice.bytes.bytesRead &- UInt64(max(0, bytesHeld))
    bytesConsumed.store(consumed, ordering: .releasing)
    for place in marks.take(upTo: consumed) {
      reports.post(.reached(byte: place, frame: voice.samples.framesWritten))
    }
  }

  /// Sleeps until there may be bytes, or the end, or an order to stop.
  func waitForBytes() {
    isWaiting.store(true, ordering: .relaxed)
    // Pairs with the fence in `bytesArrived`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if voice.bytes.count > 0 || voice.bytes.isFinished || isStopped.load(ordering: .acquiring) { return }
    wake.wait()
  }

  /// False: stopped meanwhile.
  private func waitForRoom(_ samples: Int) -> Bool {
    while voice.samples.room < samples {
      voice.requestRoom()
      if isStopped.load(ordering: .acquiring) { return false }
      // Looked at again after the request: the output may have made room just before it.
      let wanted = max(samples, voice.samples.capacity / 4)
      if voice.samples.room >= wanted { break }
      wake.wait()
    }
    return !isStopped.load(ordering: .acquiring)
  }
}
