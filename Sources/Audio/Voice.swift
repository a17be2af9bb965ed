internal import Synchronization

/// One live stream as the loop, its decoder and the audio thread see it: bytes go in at one end, samples come
/// out at the other, and a few atomics tell how it goes. The loop writes `bytes`; the decoder reads them and
/// writes `samples`; one output reads those. Nothing in it locks.
public final class Voice: @unchecked Sendable {
  public enum Limits {
    /// Two minutes of 128 kbit/s, 50 seconds of 320: what a server sends at once carries over an outage. Its
    /// pages are only used as far as they are filled.
    public static let byteCapacity = 1 << 21
    /// Two and a half seconds of 44.1 kHz stereo, and the history.
    public static let sampleCapacity = 1 << 18
    /// The part of it that was played last and can be taken back from the card: 0.37 s.
    public static let historyPart = 8
    /// What is decoded before the first sound, and its bounds; milliseconds.
    public static let cushion = 200
    public static let cushions = 20...4_000
    /// A station's own correction; decibels.
    public static let gains: ClosedRange<Float> = -40...20
  }

  /// Chosen by who makes it; reports carry it.
  public let id: Int
  public let bytes: ByteRing
  public let samples: SampleRing

  private let packedFormat = Atomic<UInt64>(0)
  private let cushionTime = Atomic<Int>(Limits.cushion)
  private let unheard = Atomic<UInt64>(0)
  private let stretch = Atomic<Int>(0)
  private let gainBits = Atomic<UInt32>(Float(1).bitPattern)
  private let heard = Atomic<UInt64>(0)
  private let starved = Atomic<Int>(0)
  private let decoderFinished = Atomic<Bool>(false)
  private let formatPending = Atomic<Bool>(false)
  private let sounding = Atomic<Bool>(false)
  private let roomWanted = Atomic<Bool>(false)
  private let cushionWanted = Atomic<Bool>(false)
  private let decoderBell = Atomic<Unmanaged<Signal>?>(nil)
  private let outputBell = Atomic<Unmanaged<Signal>?>(nil)

  public init(
    id: Int, byteCapacity: Int = Limits.byteCapacity, sampleCapacity: Int = Limits.sampleCapacity
  ) {
    self.id = id
    bytes = ByteRing(capacity: byteCapacity)
    samples = SampleRing(size: sampleCapacity, history: sampleCapacity / Limits.historyPart)
  }

  deinit {
    decoderBell.load(ordering: .acquiring)?.release()
    outputBell.load(ordering: .acquiring)?.release()
  }

  // MARK: What anyone may ask

  /// The format of the samples in the ring; nil until the decoder has found one.
  public var format: SampleFormat? { SampleFormat(packed: packedFormat.load(ordering: .acquiring)) }
  /// Frames that were handed to the card (or to the output that stands in for it).
  public var framesHeard: UInt64 { heard.load(ordering: .acquiring) }
  /// How many times the samples ran out before the stream was over.
  public var starvedCount: Int { starved.load(ordering: .acquiring) }
  /// The decoder will write nothing any more.
  public var isDecoderFinished: Bool { decoderFinished.load(ordering: .acquiring) }
  /// All that will ever be decoded has been taken by the output.
  public var isDrained: Bool { isDecoderFinished && samples.count == 0 }
  /// Samples of this voice go to the output at this moment.
  public var isSounding: Bool { sounding.load(ordering: .acquiring) }
  /// How much is decoded now, in milliseconds.
  public var decodedMilliseconds: Int {
    guard let format else { return 0 }
    return samples.count / format.channels * 1_000 / format.rate
  }

  /// How long the bytes that wait will sound, if they are like those that were decoded; nil: none were.
  public var waitingMilliseconds: Int? {
    let read = bytes.bytesRead
    guard let format, read > 0, samples.framesWritten > 0 else { return nil }
    let decoded = Double(samples.framesWritten) * 1_000 / Double(format.rate)
    return Int(Double(bytes.count) * decoded / Double(read))
  }

  // MARK: The loop

  /// How much is decoded before the voice begins to sound, at the start and after it ran dry; milliseconds,
  /// clamped to `Limits.cushions`.
  public var cushionMilliseconds: Int {
    get { cushionTime.load(ordering: .relaxed) }
    set {
      let range = Limits.cushions
      cushionTime.store(min(max(newValue, range.lowerBound), range.upperBound), ordering: .relaxed)
    }
  }

  /// The station's own gain in decibels, clamped to `Limits.gains`.
  public func setGain(decibels: Float) {
    let bounded = min(max(decibels, Limits.gains.lowerBound), Limits.gains.upperBound)
    gainBits.store(VolumeLaw.factor(decibels: bounded).bitPattern, ordering: .relaxed)
  }

  /// Bytes at the start of the stream that are decoded and not played: their sound was heard as another voice's
  /// end, and the decoder needs them for what follows. Before the first byte is written.
  public var unheardBytes: UInt64 {
    get { unheard.load(ordering: .relaxed) }
    set { unheard.store(newValue, ordering: .relaxed) }
  }

  /// By how much the decoder makes the stream longer (`DriftTrim.ppm`).
  public var stretchPPM: Int {
    get { stretch.load(ordering: .relaxed) }
    set { stretch.store(newValue, ordering: .relaxed) }
  }

  /// Only while no output has the voice: `frames` of it are over, as if they had been heard; but of what is
  /// decoded `kept`, and half of what the ring holds, stays.
  public func pass(frames: Int, keeping kept: Int) {
    guard let format, !isTailComplete else { return }
    let least = min(kept, samples.capacity / format.channels / 2)
    let passed = min(frames, samples.count / format.channels - least)
    guard passed > 0 else { return }
    samples.consume(frames: passed, channels: format.channels)
    addHeard(frames: passed)
    samplesConsumed()
  }

  // MARK: The decoder

  /// Hangs up the bell by which the output tells that there is room for samples. Once, before it is played.
  public func setDecoderSignal(_ signal: Signal) { Self.hang(signal, in: decoderBell) }

  /// Sets the format of what is written next. The ring must be empty: samples carry no format of their own.
  public func setFormat(_ format: SampleFormat) {
    samples.begin()
    packedFormat.store(format.packed, ordering: .releasing)
    formatPending.store(false, ordering: .sequentiallyConsistent)
    outputBell.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.ring() }
  }

  /// A new format waits for the ring to be played empty: what is in it is the tail.
  public func announceFormatChange() { announce(formatPending) }

  /// Nothing will be decoded any more.
  public func finishDecoding() { announce(decoderFinished) }

  /// After samples were written: wakes an output that sleeps until the cushion is there.
  public func samplesArrived() {
    // Pairs with the fence in `requestCushion`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard cushionWanted.load(ordering: .relaxed), let format else { return }
    guard samples.count / format.channels >= cushionFrames(format) else { return }
    cushionWanted.store(false, ordering: .relaxed)
    outputBell.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.ring() }
  }

  /// Asks for the decoder's bell when a quarter of the ring is free, or all of it if a format change was
  /// announced. The decoder looks at `room` once more before it sleeps.
  public func requestRoom() {
    roomWanted.store(true, ordering: .sequentiallyConsistent)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  // MARK: The output

  /// Hangs up the bell by which the decoder tells that a format is known or the cushion is there. A second
  /// call changes nothing.
  public func setOutputSignal(_ signal: Signal) { Self.hang(signal, in: outputBell) }

  /// What is in the ring is all that comes before the end or before a change of format. Ask before `count`.
  @inline(__always)
  public var isTailComplete: Bool {
    decoderFinished.load(ordering: .acquiring) || formatPending.load(ordering: .acquiring)
  }

  /// The factor for `setGain`.
  @inline(__always)
  public var gainFactor: Float { Float(bitPattern: gainBits.load(ordering: .relaxed)) }

  /// The cushion in frames: never more than three quarters of the ring, or it could not be reached.
  @inline(__always)
  public func cushionFrames(_ format: SampleFormat) -> Int {
    min(format.frames(milliseconds: cushionMilliseconds), samples.capacity / format.channels / 4 * 3)
  }

  /// Asks for the output's bell when the cushion is decoded. The output looks once more before it sleeps.
  public func requestCushion() {
    cushionWanted.store(true, ordering: .sequentiallyConsistent)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  public func setSounding(_ isSounding: Bool) { sounding.store(isSounding, ordering: .releasing) }

  /// `frames` of this voice reached the card, or (less than none) were taken back from it.
  public func addHeard(frames: Int) {
    heard.store(heard.load(ordering: .relaxed) &+ UInt64(bitPattern: Int64(frames)), ordering: .releasing)
  }

  public func countStarved() { starved.store(starved.load(ordering: .relaxed) + 1, ordering: .releasing) }

  /// After samples were consumed: wakes the decoder if it waits for room and there is enough.
  public func samplesConsumed() {
    // Pairs with the fence in `requestRoom`: either the decoder sees the room or this sees the request.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard roomWanted.load(ordering: .relaxed) else { return }
    let wanted = formatPending.load(ordering: .acquiring) ? samples.capacity : samples.capacity / 4
    guard samples.room >= wanted else { return }
    roomWanted.store(false, ordering: .relaxed)
    decoderBell.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.ring() }
  }

  private func announce(_ flag: borrowing Atomic<Bool>) {
    flag.store(true, ordering: .sequentiallyConsistent)
    outputBell.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.ring() }
  }

  private static func hang(_ signal: Signal, in place: borrowing Atomic<Unmanaged<Signal>?>) {
    let retained = Unmanaged.passRetained(signal)
    if !place.compareExchange(expected: nil, desired: retained, ordering: .acquiringAndReleasing).exchanged {
      retained.release()
    }
  }
}
