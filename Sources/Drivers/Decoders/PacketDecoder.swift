internal import Audio

/// Turns the packets of one logical stream into sound.
protocol PacketDecoder: AnyObject {
  /// "Opus", "Vorbis", "FLAC".
  var codec: String { get }
  /// Of the samples that were given last.
  var format: SampleFormat { get }
  /// In kbit/s, where the stream names it and it varies little.
  var bitRate: BitRate { get }
  /// What the comments name; nil before they came.
  var title: String? { get }

  /// The samples, interleaved, of one or two channels and valid until the next call; none where the packet is
  /// a header or broken.
  func decode(_ packet: OggPacket) throws(DecoderError) -> UnsafeBufferPointer<Float>
}

/// What is told of a bit rate.
enum BitRate: Hashable {
  /// It is measured.
  case measured
  /// kbit/s, as the stream says.
  case named(Int)
  /// Nothing: it means little, as with all that is lossless.
  case none
}

extension UnsafeBufferPointer<Float> {
  static var none: UnsafeBufferPointer<Float> { UnsafeBufferPointer(start: nil, count: 0) }
}
