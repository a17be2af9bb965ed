internal import Audio
internal import CFlac

/// libFLAC: bytes in, by a call that it makes, and one frame after the other out. It prevents: use after
/// free, a second free, samples that are looked at after the next call, and a format that changes unseen.
final class FlacFrames {
  enum Limits {
    static let channels = 8
  }

  enum Step {
    case samples(UnsafeBufferPointer<Float>)
    /// Bytes that were no frame.
    case rubbish
    /// There are no more bytes.
    case end
  }

  /// Of the samples that were given last.
  private(set) var format = SampleFormat(rate: 44_100, channels: 2)
  private let head: [UInt8]
  private var headRead = 0
  /// Gives the next bytes, at least one, and says how many; 0: there are no more.
  private var read: ((UnsafeMutableRawBufferPointer) -> Int)?
  private let handle: UnsafeMutablePointer<FLAC__StreamDecoder>
  private let buffer = SampleBuffer()
  private let plane = SampleBuffer()
  private var fold = StereoFold([])
  private var foldedCount = 0
  private var hasFrame = false

  /// - Parameter head: what libFLAC is to read first, of `FlacHead.alone`.
  init(head: [UInt8]) throws(DecoderError) {
    guard let handle = FLAC__stream_decoder_new() else {
      throw DecoderError(call: "FLAC__stream_decoder_new", code: 0, words: "out of memory")
    }
    self.handle = handle
    self.head = head
    let status = FLAC__stream_decoder_init_stream(
      handle, { FlacFrames.at($3).give($1, $2) }, nil, nil, nil, nil,
      { FlacFrames.at($3).take($1, $2) }, nil, { _, _, _ in }, Unmanaged.passUnretained(self).toOpaque())
    guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK else {
      throw DecoderError(call: "FLAC__stream_decoder_init_stream", code: Int32(status.rawValue), words: nil)
    }
  }

  deinit { FLAC__stream_decoder_delete(handle) }

  /// Decodes one frame of what `read` gives.
  func next(_ read: (UnsafeMutableRawBufferPointer) -> Int) throws(DecoderError) -> Step {
    hasFrame = false
    let isDone = withoutActuallyEscaping(read) { read in
      self.read = read
      defer { self.read = nil }
      return FLAC__stream_decoder_process_single(handle) != 0
    }
    if hasFrame { return .samples(buffer.samples) }
    switch FLAC__stream_decoder_get_state(handle) {
    case FLAC__STREAM_DECODER_END_OF_STREAM:
      // It can go on when there are bytes again.
      _ = FLAC__stream_decoder_flush(handle)
      return .end
    case let state where !isDone:
      throw DecoderError(
        call: "FLAC__stream_decoder_process_single", code: Int32(state.rawValue), words: nil)
    default: return .rubbish
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> FlacFrames {
    guard let context else { preconditionFailure("libFLAC gives back what it was given") }
    return Unmanaged<FlacFrames>.fromOpaque(context).takeUnretainedValue()
  }

  private func give(
    _ place: UnsafeMutablePointer<FLAC__byte>?, _ size: UnsafeMutablePointer<Int>?
  ) -> FLAC__StreamDecoderReadStatus {
    guard let size, let read else { return FLAC__STREAM_DECODER_READ_STATUS_ABORT }
    let target = UnsafeMutableRawBufferPointer(start: place, count: size.pointee)
    size.pointee = headRead < head.count ? giveHead(target) : read(target)
    return size.pointee > 0
      ? FLAC__STREAM_DECODER_READ_STATUS_CONTINUE : FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM
  }

  private func giveHead(_ target: UnsafeMutableRawBufferPointer) -> Int {
    let size = min(target.count, head.count - headRead)
    target.copyBytes(from: head[headRead..<headRead + size])
    headRead += size
    return size
  }

  private func take(
    _ frame: UnsafePointer<FLAC__Frame>?, _ planes: UnsafePointer<UnsafePointer<FLAC__int32>?>?
  ) -> FLAC__StreamDecoderWriteStatus {
    guard let header = frame?.pointee.header, let planes else {
      return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
    }
    let channels = Int(header.channels)
    let count = Int(header.blocksize)
    // What no encoder makes is passed over: a broken frame whose checksum is right by chance.
    guard (1...Limits.channels).contains(channels), SampleFormat.rates.contains(Int(header.sample_rate)),
      (4...32).contains(header.bits_per_sample), count > 0
    else { return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE }
    format = SampleFormat(rate: Int(header.sample_rate), channels: min(2, channels))
    let scale = 1 / Float(UInt64(1) << UInt64(header.bits_per_sample - 1))
    if channels > 2 {
      takeFolded(planes, channels, count, scale)
    } else {
      let place = buffer.begin(count * channels)
      for channel in 0..<channels {
        guard let source = planes[channel] else { continue }
        for index in 0..<count { place[index * channels + channel] = Float(source[index]) * scale }
      }
    }
    hasFrame = true
    return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
  }

  private func takeFolded(
    _ planes: UnsafePointer<UnsafePointer<FLAC__int32>?>, _ channels: Int, _ count: Int, _ scale: Float
  ) {
    if foldedCount != channels {
      foldedCount = channels
      fold = StereoFold(SpeakerPlace.flac(channels))
    }
    fold.begin(frames: count)
    let one = plane.begin(count)
    for channel in 0..<channels {
      guard let source = planes[channel], let start = one.baseAddress else { continue }
      for index in 0..<count { one[index] = Float(source[index]) * scale }
      fold.add(channel: channel, from: start, stride: 1)
    }
    _ = buffer.begin(2 * count).update(fromContentsOf: fold.samples)
  }
}
