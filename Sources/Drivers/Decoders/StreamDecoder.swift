internal import Audio

/// What a decoder gives next.
enum DecodedStep {
  /// The samples that follow have this format. `kbit` in kbit/s; 0: not known (yet).
  case format(codec: String, SampleFormat, kbit: Int)
  /// With the samples that follow begins a piece of this title.
  case title(String)
  /// Interleaved samples, valid until the next call.
  case samples(UnsafeBufferPointer<Float>)
  /// The bytes are over, or no more of them are to be decoded.
  case end
}

/// Turns the bytes of a source into samples of one or two channels, one step at a time.
protocol StreamDecoder: ~Copyable {
  /// Bytes that were taken from the source and not decoded yet.
  var bytesHeld: Int { get }

  /// Waits for the bytes that it needs. The first step is a format, and a new one comes before its samples.
  mutating func next(_ source: ByteSource) throws(DecoderError) -> DecodedStep
}
