internal import CLate

/// The libraries of codecs are opened when the first stream of theirs comes: most houses hear MP3 and AAC.
enum CodecLibrary: String {
  case aac = "AAC"
  case flac = "FLAC"
  case opus = "Opus"
  case vorbis = "Vorbis"

  /// To be called before anything else of the library.
  func open() throws(DecoderError) {
    guard let words = clate_open(library) else { return }
    throw .notDecodable("\(rawValue) cannot be played: \(String(cString: words))")
  }

  private var library: clate_library {
    switch self {
    case .aac: CLATE_AAC
    case .flac: CLATE_FLAC
    case .opus: CLATE_OPUS
    case .vorbis: CLATE_VORBIS
    }
  }
}
