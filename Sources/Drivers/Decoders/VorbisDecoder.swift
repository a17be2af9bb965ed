internal import Audio
internal import CVorbis

/// libvorbis on the packets of an Ogg stream (Vorbis I). It prevents: parts that are moved while they point
/// to each other, a second free, a packet of sound before all headers have come, and a comment of any size in
/// memory.
final class VorbisDecoder: PacketDecoder {
  enum Limits {
    static let channels = 8
  }

  private enum Stage {
    case comments, setup, sound
  }

  let codec = "Vorbis"
  let bitRate: BitRate
  let format: SampleFormat
  private(set) var title: String?
  private let state = UnsafeMutablePointer<cvorbis>.allocate(capacity: 1)
  private let channels: Int
  private let buffer = SampleBuffer()
  private let fold: StereoFold?
  private var stage = Stage.comments

  /// - Parameter head: the first packet.
  init(_ head: OggPacket) throws(DecoderError) {
    state.initialize(to: cvorbis())
    vorbis_info_init(&state.pointee.info)
    vorbis_comment_init(&state.pointee.comment)
    let code = VorbisDecoder.readHeader(head.bytes, number: 0, state)
    let info = state.pointee.info
    channels = Int(info.channels)
    let isPossible =
      code == 0 && (1...Limits.channels).contains(channels) && SampleFormat.rates.contains(Int(info.rate))
    // A class whose initializer fails must be whole for its deinit to clean up.
    format = SampleFormat(rate: isPossible ? Int(info.rate) : 48_000, channels: channels == 1 ? 1 : 2)
    fold = isPossible && channels > 2 ? StereoFold(SpeakerPlace.vorbis(channels)) : nil
    let named = Int(info.bitrate_nominal) / 1_000
    bitRate = (1...10_000).contains(named) ? .named(named) : .measured
    guard isPossible else { throw VorbisDecoder.error("vorbis_synthesis_headerin", code) }
  }

  deinit {
    if stage == .sound {
      vorbis_block_clear(&state.pointee.block)
      vorbis_dsp_clear(&state.pointee.synthesis)
    }
    vorbis_comment_clear(&state.pointee.comment)
    vorbis_info_clear(&state.pointee.info)
    state.deallocate()
  }

  func decode(_ packet: OggPacket) throws(DecoderError) -> UnsafeBufferPointer<Float> {
    guard packet.number > 0 else { return .none }
    switch stage {
    case .sound: return sound(packet)
    case .comments: try readComments(packet)
    case .setup: try readSetup(packet)
    }
    return .none
  }

  // MARK: headers

  private func readComments(_ packet: OggPacket) throws(DecoderError) {
    guard packet.bytes.starts(with: "\u{3}vorbis".utf8) else {
      throw .notDecodable("Vorbis without its headers")
    }
    title = VorbisComments.title(packet.bytes.after(7))
    // libvorbis insists on comments and copies all of them: it gets some without any text.
    let empty = Array("\u{3}vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
    let code = empty.withUnsafeBytes { VorbisDecoder.readHeader($0, number: 1, state) }
    guard code == 0 else { throw VorbisDecoder.error("vorbis_synthesis_headerin", code) }
    stage = .setup
  }

  private func readSetup(_ packet: OggPacket) throws(DecoderError) {
    var code = VorbisDecoder.readHeader(packet.bytes, number: 2, state)
    guard code == 0 else { throw VorbisDecoder.error("vorbis_synthesis_headerin", code) }
    code = vorbis_synthesis_init(&state.pointee.synthesis, &state.pointee.info)
    guard code == 0 else {
      vorbis_dsp_clear(&state.pointee.synthesis)
      throw VorbisDecoder.error("vorbis_synthesis_init", code)
    }
    vorbis_block_init(&state.pointee.synthesis, &state.pointee.block)
    stage = .sound
  }

  private static func readHeader(
    _ bytes: UnsafeRawBufferPointer, number: Int, _ state: UnsafeMutablePointer<cvorbis>
  ) -> Int32 {
    var packet = ogg_packet()
    packet.packet = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    packet.bytes = bytes.count
    packet.b_o_s = number == 0 ? 1 : 0
    packet.packetno = Int64(number)
    packet.granulepos = -1
    return vorbis_synthesis_headerin(&state.pointee.info, &state.pointee.comment, &packet)
  }

  private static func error(_ call: String, _ code: Int32) -> DecoderError {
    let words: String? =
      switch code {
      case OV_ENOTVORBIS: "not Vorbis"
      case OV_EBADHEADER: "a bad header"
      case OV_EVERSION: "an unknown version"
      default: nil
      }
    return DecoderError(call: call, code: code, words: words)
  }

  // MARK: sound

  private func sound(_ packet: OggPacket) -> UnsafeBufferPointer<Float> {
    // libvorbis only reads from the packet, whatever its declaration says. Some encoders send empty ones.
    guard let start = packet.bytes.baseAddress, !packet.bytes.isEmpty else { return .none }
    var raw = ogg_packet()
    raw.packet = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: UInt8.self)
    raw.bytes = packet.bytes.count
    raw.e_o_s = packet.isLast ? 1 : 0
    raw.granulepos = packet.position ?? -1
    raw.packetno = Int64(packet.number)
    guard vorbis_synthesis(&state.pointee.block, &raw) == 0,
      vorbis_synthesis_blockin(&state.pointee.synthesis, &state.pointee.block) == 0
    else { return .none }
    var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    let count = Int(vorbis_synthesis_pcmout(&state.pointee.synthesis, &planes))
    guard count > 0, let planes else { return .none }
    defer { vorbis_synthesis_read(&state.pointee.synthesis, Int32(count)) }
    return interleaved(planes, count)
  }

  private func interleaved(_ planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, _ count: Int)
    -> UnsafeBufferPointer<Float>
  {
    if let fold {
      fold.begin(frames: count)
      for channel in 0..<channels {
        if let plane = planes[channel] { fold.add(channel: channel, from: plane, stride: 1) }
      }
      return fold.samples
    }
    let place = buffer.begin(count * channels)
    for channel in 0..<channels {
      guard let plane = planes[channel] else { continue }
      for frame in 0..<count { place[frame * channels + channel] = plane[frame] }
    }
    return buffer.samples
  }
}
