internal import Audio
internal import COpus

/// libopus on the packets of an Ogg stream (RFC 7845), always at 48 kHz. It prevents: use after free, a
/// second free, a frame longer than the place for it, and what the encoder put before and behind the sound
/// being heard.
final class OpusDecoder: PacketDecoder {
  enum Limits {
    /// The longest packet, 120 ms.
    static let frames = 5_760
    static let channels = 8
  }

  private static let rate = 48_000

  let codec = "Opus"
  let bitRate = BitRate.measured
  let format: SampleFormat
  private(set) var title: String?
  private let handle: OpaquePointer
  private let channels: Int
  private let decoded: UnsafeMutableBufferPointer<Float>
  private let fold: StereoFold?
  /// Frames at the beginning that are not to be heard.
  private var skipped: Int
  /// Behind all that was decoded. Nil: not known since something was lost.
  private var position: Int64? = 0

  /// - Parameter head: the packet "OpusHead".
  init(_ head: UnsafeRawBufferPointer) throws(DecoderError) {
    guard head.count >= 19, head[8] & 0xF0 == 0 else { throw .notDecodable("Opus of an unknown version") }
    let count = Int(head[9])
    let family = head[18]
    var streams = 1
    var coupled = count - 1
    var mapping: [UInt8] = [0, 1]
    if family != 0 {
      guard family == 1, count <= Limits.channels, head.count >= 21 + count else {
        throw .notDecodable("Opus for unknown loudspeakers")
      }
      streams = Int(head[19])
      coupled = Int(head[20])
      mapping = Array(head[21..<21 + count])
      // Each stream costs memory, and none has less than a channel.
      guard streams <= count, coupled <= streams else { throw .notDecodable("Opus for unknown loudspeakers") }
    }
    guard (1...(family == 0 ? 2 : Limits.channels)).contains(count) else {
      throw .notDecodable("Opus with \(count) channels")
    }
    var error: Int32 = 0
    guard
      let handle = opus_multistream_decoder_create(
        Int32(OpusDecoder.rate), Int32(count), Int32(streams), Int32(coupled), mapping, &error)
    else { throw OpusDecoder.error("opus_multistream_decoder_create", error) }
    self.handle = handle
    channels = count
    format = SampleFormat(rate: OpusDecoder.rate, channels: min(2, count))
    fold = count > 2 ? StereoFold(SpeakerPlace.vorbis(count)) : nil
    decoded = .allocate(capacity: Limits.frames * count)
    skipped = Int(head.loadUnaligned(fromByteOffset: 10, as: UInt16.self).littleEndian)
    let gain = Int16(littleEndian: head.loadUnaligned(fromByteOffset: 16, as: Int16.self))
    let code = copus_set_gain(handle, Int32(gain))
    guard code == OPUS_OK else { throw OpusDecoder.error("opus_multistream_decoder_ctl", code) }
  }

  deinit {
    opus_multistream_decoder_destroy(handle)
    decoded.deallocate()
  }

  func decode(_ packet: OggPacket) throws(DecoderError) -> UnsafeBufferPointer<Float> {
    switch packet.number {
    case 0: return .none
    case 1:
      title = packet.bytes.starts(with: "OpusTags".utf8) ? VorbisComments.title(packet.bytes.after(8)) : ""
      return .none
    default: break
    }
    if packet.isAfterGap { position = nil }
    // Without bytes libopus makes up what was lost.
    guard !packet.bytes.isEmpty, let place = decoded.baseAddress else { return .none }
    let count = opus_multistream_decode_float(
      handle, packet.bytes.bindMemory(to: UInt8.self).baseAddress, Int32(packet.bytes.count),
      place, Int32(Limits.frames), 0)
    guard count > 0 else {
      position = packet.position
      return .none
    }
    let range = heard(Int(count), packet)
    guard !range.isEmpty else { return .none }
    let samples = UnsafeBufferPointer(
      rebasing: decoded[range.lowerBound * channels..<range.upperBound * channels])
    guard let fold, let start = samples.baseAddress else { return samples }
    fold.begin(frames: range.count)
    for channel in 0..<channels { fold.add(channel: channel, from: start + channel, stride: channels) }
    return fold.samples
  }

  /// Which of `count` frames belong to the sound: the encoder fills up its first and its last packet.
  private func heard(_ count: Int, _ packet: OggPacket) -> Range<Int> {
    var end = count
    let before = position
    position = packet.position ?? before.map { $0 &+ Int64(count) }
    if packet.isLast, let before, let last = packet.position {
      end = Int(min(Int64(count), max(0, last &- before)))
    }
    let start = min(skipped, end)
    skipped -= start
    return start..<end
  }

  private static func error(_ call: String, _ code: Int32) -> DecoderError {
    DecoderError(call: call, code: code, words: opus_strerror(code).map { String(cString: $0) })
  }
}
