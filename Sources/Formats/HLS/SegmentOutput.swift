/// What a stream of bytes in a segment turns out to be.
public enum AudioCoding: Hashable, Sendable {
  /// MPEG audio of layer 1, 2 or 3: frame after frame.
  case mpegAudio
  /// AAC: frame after frame, each with its ADTS header.
  case adts
}

/// Why a segment gives no sound.
public enum SegmentTrouble: Error, Hashable, Sendable {
  /// Sound in a format that is not played, by its name.
  case formatNotYet(String)
  /// No sound at all, in words.
  case notAudio(String)
  case unknown
}

/// What was found in the bytes of segments, until it is taken away.
public struct SegmentOutput: Hashable, Sendable {
  public struct Title: Hashable, Sendable {
    public var text: String
    /// Bytes of `audio` before it.
    public var offset: Int
  }

  public var audio: [UInt8] = []
  public var titles: [Title] = []
  /// Of all that is in `audio`; known before the first byte.
  public var coding: AudioCoding?

  public init() {}

  /// A title that begins with the next byte of `audio`.
  mutating func append(title: String?) {
    if let title { titles.append(Title(text: title, offset: audio.count)) }
  }
}
