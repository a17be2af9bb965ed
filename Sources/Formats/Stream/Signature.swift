/// Formats that are known by the bytes at their very beginning.
enum Signature {
  /// Bytes that must be there before nothing can be said any more.
  static let byteCount = 64

  static func content(of bytes: [UInt8], isFinal: Bool) -> StreamContent? {
    if bytes.starts(with: "OggS".utf8) { return ogg(bytes, isFinal: isFinal) }
    if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) { return .otherAudio("MP4") }
    if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WAVE".utf8) {
      return .otherAudio("WAV")
    }
    if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
      return .notAudio("a picture")
    }
    return table.first { bytes.starts(with: $0.bytes) }?.content
  }

  private static let table: [(bytes: [UInt8], content: StreamContent)] = [
    (Array("fLaC".utf8), .flac),
    (Array("ADIF".utf8), .otherAudio("AAC in ADIF")),
    (Array("FORM".utf8), .otherAudio("AIFF")),
    (Array("caff".utf8), .otherAudio("CAF")),
    (Array("FLV\u{1}".utf8), .otherAudio("FLV")),
    (Array("wvpk".utf8), .otherAudio("WavPack")),
    (Array("MAC ".utf8), .otherAudio("Monkey's Audio")),
    (Array("#!AMR".utf8), .otherAudio("AMR")),
    (Array(".RMF".utf8), .otherAudio("RealMedia")),
    ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .otherAudio("WMA")),
    ([0x1A, 0x45, 0xDF, 0xA3], .otherAudio("WebM")),
    ([0x1F, 0x8B, 0x08], .notAudio("compressed data")),
    ([0x89, 0x50, 0x4E, 0x47], .notAudio("a picture")),
    ([0xFF, 0xD8, 0xFF], .notAudio("a picture")),
    (Array("GIF8".utf8), .notAudio("a picture")),
    (Array("%PDF".utf8), .notAudio("a PDF file")),
    (Array("PK\u{3}\u{4}".utf8), .notAudio("a ZIP file"))
  ]

  /// The first packet of the first page names the codec (RFC 3533, 7845; the Vorbis and FLAC mappings).
  private static func ogg(_ bytes: [UInt8], isFinal: Bool) -> StreamContent? {
    guard bytes.count > 26 else { return isFinal ? .otherAudio("Ogg") : nil }
    let start = 27 + Int(bytes[26])
    guard bytes.count >= start + 8 else { return isFinal ? .otherAudio("Ogg") : nil }
    let packet = bytes[start...]
    if packet.starts(with: "OpusHead".utf8) { return .ogg }
    if packet.starts(with: "\u{1}vorbis".utf8) { return .ogg }
    if packet.starts(with: "\u{7F}FLAC".utf8) { return .ogg }
    if packet.starts(with: "Speex".utf8) { return .otherAudio("Speex") }
    return .otherAudio("Ogg")
  }

  /// Packets of 188 bytes that begin with one and the same byte (ISO 13818-1 2.4.3.2).
  static func isTransportStream(_ bytes: [UInt8]) -> Bool {
    bytes.count > 376 && bytes[0] == 0x47 && bytes[188] == 0x47 && bytes[376] == 0x47
  }
}
