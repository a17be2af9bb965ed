/// What a decoder is started for. What it finds in the bytes is in its reports.
public enum AudioCodec: Hashable, Sendable {
  /// MPEG audio, layers 1 to 3.
  case mpegAudio
  /// AAC with a header (ADTS) before each frame; HE-AAC and HE-AAC v2 begin like it.
  case aac
  /// An Ogg stream of Opus, Vorbis or FLAC.
  case ogg
  /// FLAC without a container around it.
  case flac
}
