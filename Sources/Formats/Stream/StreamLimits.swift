/// The limits of what is read out of a stream that is not sound, in one place.
public enum StreamLimits {
  /// Bytes of a link after it has been encoded: each byte of a letter beyond ASCII becomes three.
  public static let linkLength = 3 * StationLink.sizeMax
  /// Bytes of a playlist; what comes after them is not read.
  public static let playlistBytes = 64 * 1_024
  /// Entries of one playlist.
  public static let playlistEntries = 100
  /// Bytes, tags not counted, in which the beginning of a known format must be found.
  public static let sniffedBytes = 128 * 1_024
  /// Bytes of the tags (ID3v2) before the sound. The largest seen in the wild have about 1 MB.
  public static let tagBytes = 16 * 1_024 * 1_024
  /// Bytes of text that is neither a playlist nor markup before it is called text.
  public static let textBytes = 1_024
  /// Bytes of markup in which its first element must be named.
  public static let markupBytes = 4 * 1_024
}
