internal import Audio
internal import CFaad

/// libfaad: one frame of AAC in, its samples out. It prevents: use after free, a second free, samples that
/// are looked at after the next call, a frame that is longer than the place for it, and a decoder that is
/// used on after it has failed in the middle of a frame.
struct AacDecoder: ~Copyable {
  /// What a frame turned out to be.
  struct Sound: Hashable {
    /// "AAC", "HE-AAC" or "HE-AAC v2".
    var codec: String
    var format: SampleFormat
  }

  enum Limits {
    /// Frames in a row that cannot be decoded, after which the stream is given up.
    static let errors = 1_000
    static let channels = 8
    /// 2,048 samples of each of the 64 channels that libfaad knows.
    static let samples = 2_048 * 64
  }

  private var handle: NeAACDecHandle
  /// libfaad's own place for the samples stays as small as the first frame was, whatever comes later: where
  /// SBR sets in behind a frame without it, version 2.10.1 writes beyond its end.
  private let output = SampleBuffer()
  private var isBegun = false
  private var errorsInRow = 0
  private var positions: [UInt8] = []
  private var fold = StereoFold([])
  private let mono = SampleBuffer()

  private init(_ handle: NeAACDecHandle) { self.handle = handle }

  /// Swift 6.0.3 crashes over an initializer that may fail before it has set this many properties.
  static func make() throws(DecoderError) -> AacDecoder { AacDecoder(try open()) }

  deinit { NeAACDecClose(handle) }

  private static func open() throws(DecoderError) -> NeAACDecHandle {
    try CodecLibrary.aac.open()
    guard let handle = cfaad_open() else {
      throw DecoderError(call: "NeAACDecOpen", code: 0, words: "out of memory")
    }
    return handle
  }

  /// Forgets the stream so far: the next frame is the first of another.
  mutating func restart() throws(DecoderError) {
    let fresh = try AacDecoder.open()
    NeAACDecClose(handle)
    handle = fresh
    isBegun = false
  }

  /// Decodes a whole frame, its ADTS header included. Nil: it gave no sound, as the first one does, or a
  /// broken one. The samples are interleaved and valid until the next call.
  mutating func decode(_ frame: UnsafeRawBufferPointer, isMono: Bool) throws(DecoderError) -> (
    Sound, UnsafeBufferPointer<Float>
  )? {
    guard let start = frame.baseAddress else { return nil }
    // libfaad only reads from it, whatever its declaration says.
    let bytes = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: UInt8.self)
    if !isBegun {
      var rate: UInt = 0
      var channels: UInt8 = 0
      guard NeAACDecInit(handle, bytes, UInt(frame.count), &rate, &channels) >= 0 else {
        try countError("NeAACDecInit", 0)
        return nil
      }
      isBegun = true
    }
    var info = NeAACDecFrameInfo()
    let place = output.begin(Limits.samples)
    var target = UnsafeMutableRawPointer(place.baseAddress)
    let isDecoded =
      NeAACDecDecode2(
        handle, &info, bytes, UInt(frame.count), &target, UInt(Limits.samples * MemoryLayout<Float>.size))
      != nil
    guard info.error == 0 else {
      try countError("NeAACDecDecode2", info.error)
      return nil
    }
    let channels = Int(info.channels)
    guard isDecoded, (1...place.count).contains(Int(info.samples)), (1...Limits.channels).contains(channels),
      SampleFormat.rates.contains(Int(info.samplerate))
    else { return nil }
    errorsInRow = 0
    let samples = UnsafeBufferPointer(rebasing: place[..<Int(info.samples)])
    let codec = info.ps != 0 ? "HE-AAC v2" : info.sbr == UInt8(NO_SBR) ? "AAC" : "HE-AAC"
    func sound(_ channels: Int) -> Sound {
      Sound(codec: codec, format: SampleFormat(rate: Int(info.samplerate), channels: channels))
    }
    // One channel comes out twice, since parametric stereo may come to it. Without SBR it never does.
    if isMono, channels == 2, info.sbr == UInt8(NO_SBR) {
      let place = mono.begin(samples.count / 2)
      for index in place.indices { place[index] = samples[2 * index] }
      return (sound(1), mono.samples)
    }
    guard channels > 2 else { return (sound(channels), samples) }
    return (sound(2), folded(samples, channels, &info))
  }

  private mutating func folded(
    _ samples: UnsafeBufferPointer<Float>, _ channels: Int, _ info: inout NeAACDecFrameInfo
  ) -> UnsafeBufferPointer<Float> {
    let places = withUnsafeBytes(of: &info.channel_position) { Array($0.prefix(channels)) }
    if places != positions {
      positions = places
      fold = StereoFold(places.map(AacDecoder.place))
    }
    fold.begin(frames: samples.count / channels)
    if let start = samples.baseAddress {
      for channel in 0..<channels { fold.add(channel: channel, from: start + channel, stride: channels) }
    }
    return fold.samples
  }

  private static func place(_ number: UInt8) -> SpeakerPlace {
    switch Int32(number) {
    case FRONT_CHANNEL_LEFT: .left
    case FRONT_CHANNEL_RIGHT: .right
    case SIDE_CHANNEL_LEFT: .sideLeft
    case SIDE_CHANNEL_RIGHT: .sideRight
    case BACK_CHANNEL_LEFT: .backLeft
    case BACK_CHANNEL_RIGHT: .backRight
    case BACK_CHANNEL_CENTER: .backCenter
    case LFE_CHANNEL: .bass
    default: .center
    }
  }

  private mutating func countError(_ call: String, _ code: UInt8) throws(DecoderError) {
    errorsInRow += 1
    if errorsInRow > Limits.errors {
      let words = NeAACDecGetErrorMessage(code).map { String(cString: $0) }
      throw DecoderError(call: call, code: Int32(code), words: words)
    }
    // What is in it now may be wrong.
    try restart()
  }
}
