/// What the server says of a stream before its first byte.
public struct StreamInfo: Hashable, Sendable {
  /// `icy-name`, `icy-genre`; nil where the server sends none.
  public var name: String?
  public var genre: String?
  /// `icy-br`, in kbit/s.
  public var kbitPerSecond: Int?
  public var contentType: String?

  public init(
    name: String? = nil, genre: String? = nil, kbitPerSecond: Int? = nil, contentType: String? = nil
  ) {
    self.name = name
    self.genre = genre
    self.kbitPerSecond = kbitPerSecond
    self.contentType = contentType
  }
}

/// What the decoder found in the bytes themselves.
public struct StreamFormat: Hashable, Sendable {
  /// "MP3", "MP2", "AAC" …
  public var codec: String
  /// In Hz.
  public var rate: Int
  public var channels: Int
  /// Of the frame that was seen last; nil where the format does not say.
  public var kbitPerSecond: Int?

  public init(codec: String, rate: Int, channels: Int, kbitPerSecond: Int? = nil) {
    self.codec = codec
    self.rate = rate
    self.channels = channels
    self.kbitPerSecond = kbitPerSecond
  }
}

/// Names one attempt to play a station. A number is never used again, so that a late report of an earlier
/// attempt is known for what it is.
public struct SessionID: Hashable, Sendable {
  public var number: Int
  public init(_ number: Int) { self.number = number }
}

/// What a session tells, in the order in which it happens.
public enum StreamReport: Hashable, Sendable {
  case connected(StreamInfo)
  case format(StreamFormat)
  /// A tag is coming, with a picture perhaps: bytes without sound, to be waited for.
  case receivingTag
  /// The title of what is heard now. "" = the station took the title away.
  case title(String)
  /// By how much the server's clock is faster than the card's, in millionths.
  case clock(ppm: Int)
  /// How loud what was heard of it so far is.
  case loudness(Loudness)
  /// How much of the cushion is filled before sound starts: 0 … 100.
  case buffering(percent: Int)
  /// Samples of this session reach the card, for the first time or after `starved`.
  case sounding
  /// The samples ran out; it sounds again by itself when the cushion is filled.
  case starved
  /// No more will come, for this reason; `left` of it has yet to be heard. `failed` follows when it was.
  case ending(StreamFailure, left: Duration)
  /// All that was received has been heard, and no more will come. Nothing follows.
  case failed(StreamFailure)
}
