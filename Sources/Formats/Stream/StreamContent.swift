/// What the first bytes of a response are, whatever its label says.
public enum StreamContent: Hashable, Sendable {
  /// MPEG audio of layer 1, 2 or 3: what the radio plays.
  case mpegAudio(layer: Int)
  /// Sound in another format, by its name: "AAC", "Ogg Vorbis", "HLS" …
  case otherAudio(String)
  case playlist(PlaylistKind)
  /// A playlist of a kind that is not read yet, by its name.
  case otherPlaylist(String)
  /// Nothing that sounds, in words: "a web page", "a picture".
  case notAudio(String)
}
