/// What a decoder thread tells the loop.
public enum DecoderReport: Hashable, Sendable {
  /// What the samples that follow are: at the start, and at each change in mid-stream. `codec` is MP1, MP2 or
  /// MP3; `rate` in hertz; `kbit` of the first frame, in kbit/s.
  case format(codec: String, rate: Int, channels: Int, kbit: Int)
  /// All bytes up to a place given to `mark` are decoded; `frame` is the count of frames before it.
  case reached(byte: UInt64, frame: UInt64)
  /// The byte ring has room again, after `notifyWhenRoom`.
  case room
  /// The byte ring was finished and all of it is decoded: `frames` in all, 0 if there was no audio in it.
  case finished(frames: UInt64)
  case failed(DecoderError)
}
