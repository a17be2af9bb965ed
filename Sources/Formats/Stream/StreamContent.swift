/// What the first bytes of a response are, whatever its label says.
public enum StreamContent: Hashable, Sendable {
  /// MPEG audio of layer 1, 2 or 3.
  case mpegAudio(layer: Int)
  /// AAC with a header (ADTS) before each frame, HE-AAC among it.
  case aac
  /// An Ogg stream of Opus, Vorbis or FLAC.
  case ogg
  /// FLAC without a container around it.
  case flac
  /// Sound that the radio does not play, by its format's name: "WMA", "MP4" …
  case otherAudio(String)
  case playlist(PlaylistKind)
  /// A playlist of a kind that is not read yet, by its name.
  case otherPlaylist(String)
  /// Nothing that sounds, in words: "a web page", "a picture".
  case notAudio(String)
}
