public import Core

/// Every limit of a session, in one place. Tests shorten the times.
public struct SessionLimits: Sendable {
  public var stall = StallWatch.Limits()
  /// From the first byte that is not of a tag until the decoder has found a format.
  public var formatWait = Duration.seconds(10)
  /// The same, in bytes.
  public var formatBytes = 128 * 1_024
  /// Bytes of tags inside the stream before its sound: a picture may be large, but has an end.
  public var tagBytes = 16 << 20
  /// Bytes are gathered for the decoder up to so many, while so many milliseconds are decoded: more than a tick.
  public var bytesEnough = 4_096
  public var decodedEnough = 1_500
  /// What a warm stream keeps decoded; what it was ahead beyond that stays too, as bytes.
  public var warmStock = Duration.seconds(3)
  /// For all candidates together, until one plays.
  public var searchWait = Duration.seconds(45)
  /// Links that are tried in all: alternates and the entries of playlists.
  public var candidateCount = 24
  /// Playlists that lead to playlists.
  public var playlistDepth = 4
  /// How often stalls are looked for.
  public var tick = Duration.seconds(1)
  /// How often a full byte ring, and titles that wait for their moment, are looked at.
  public var shortTick = Duration.milliseconds(100)

  public init() {}
}
