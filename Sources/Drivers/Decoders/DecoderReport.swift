/// What a decoder thread tells the loop.
public enum DecoderReport: Hashable, Sendable {
  /// What the samples that follow are: at the start, at each change in mid-stream, and when more is known.
  /// `codec` by its usual name ("MP3", "HE-AAC"); `rate` in hertz; `kbit` in kbit/s, 0 where that is not
  /// known.
  case format(codec: String, rate: Int, channels: Int, kbit: Int)
  /// All bytes up to a place given to `mark` are decoded; `frame` is the count of frames before it.
  case reached(byte: UInt64, frame: UInt64)
  /// A piece of this title, named in the stream itself, begins with `frame`. "": with a piece that has none.
  case title(String, frame: UInt64)
  /// How loud the stream is: EBU R 128 integrated, in LUFS, and its highest sample, 1 for full scale.
  case loudness(Double, peak: Double)
  /// The byte ring has room again, after `notifyWhenRoom`.
  case room
  /// The byte ring was finished and all of it is decoded: `frames` in all, 0 if there was no audio in it.
  case finished(frames: UInt64)
  case failed(DecoderError)
}
