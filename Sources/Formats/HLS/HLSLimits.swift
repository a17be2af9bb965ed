/// The limits of what is read out of an HLS stream, in one place.
public enum HLSLimits {
  /// Bytes of a playlist: some thousand segments.
  public static let playlistBytes = 512 * 1_024
  /// Bytes of one of its lines; longer ones are left out.
  public static let lineBytes = 8 * 1_024
  public static let segmentCount = 10_000
  public static let variantCount = 100
  /// Bytes of one segment, and of the part before the segments that `EXT-X-MAP` names.
  public static let segmentBytes = 16 * 1_024 * 1_024
  public static let mapBytes = 1_024 * 1_024
  /// Of a key. It has 16 bytes; what is longer is none.
  public static let keyBytes = 16
  /// Bytes of a segment in which its kind must be found.
  public static let sniffedBytes = 64 * 1_024
  /// Bytes of a tag (ID3v2) that are kept to look for a title; what follows is skipped.
  public static let tagBytes = 64 * 1_024
  /// Bytes of a box of an MP4 file that describes others (moov, moof, emsg).
  public static let boxBytes = 1_024 * 1_024
  /// Boxes that are looked at in one of them.
  public static let boxCount = 1_000
  /// Samples (frames of sound) of one fragment.
  public static let sampleCount = 65_536
  /// Titles that wait for the sound that they belong to.
  public static let waitingTitles = 16
  /// What a segment's duration and the target duration may be.
  public static let longestSegment = Duration.seconds(3_600)
}
