public import Audio
public import Core

/// Starts a decoder that reads a voice's byte ring and fills its sample ring, on a thread of its own.
public protocol DecoderStarting: AnyObject {
  /// `report` is called on the loop, never from within.
  func startDecoder(for voice: Voice, codec: StreamCodec, report: @escaping (DecoderReport) -> Void)
    -> any RunningDecoder
}

/// What a decoder must understand.
public enum StreamCodec: Hashable, Sendable {
  /// MPEG audio, layers 1 to 3.
  case mpegAudio
  /// AAC with a header before each frame.
  case aac
  /// An Ogg stream of Opus, Vorbis or FLAC, which names its titles itself.
  case ogg
  /// FLAC without a container around it.
  case flac
}

/// A decoder at work on one voice.
public protocol RunningDecoder: AnyObject {
  /// Bytes were written to the voice's ring, or it was finished.
  func bytesArrived()
  /// Asks for `reached` when the bytes before `byte` of the voice's ring are decoded. At most
  /// 16 wait.
  func mark(byte: UInt64)
  /// Bytes of the ring, so far, that were of tags inside the stream: no sound was to be had of them.
  var tagBytes: UInt64 { get }
  /// Ends it; nothing is reported any more. More than once does no harm.
  func stop()
}

/// What a decoder tells.
public enum DecoderReport: Hashable, Sendable {
  /// At the first frame, at each change, and when more is known.
  case format(StreamFormat)
  /// The bytes before a mark are decoded; `frame` is the count of frames they gave.
  case reached(byte: UInt64, frame: UInt64)
  /// What the stream itself names begins with `frame`: its title, as it stands there. "": it names none.
  case title(String, frame: UInt64)
  /// How loud it is; now and then.
  case loudness(Loudness)
  /// It cannot go on, in its library's words. The voice counts as decoded to its end.
  case failed(String)
}
