internal import Audio

/// FLAC in an Ogg stream (RFC 9639, 10.1): the first packet holds what a FLAC file begins with, each of the
/// next ones a block or a frame. libFLAC's own reading of Ogg ends with the first song.
final class FlacPackets: PacketDecoder {
  /// Before what a FLAC file begins with: a byte, the name, the version of the mapping, the number of
  /// headers.
  private static let mappingSize = 9

  let codec = "FLAC"
  let bitRate = BitRate.none
  var format: SampleFormat { frames.format }
  private(set) var title: String?
  private let frames: FlacFrames

  /// - Parameter packet: the first one.
  init(_ packet: OggPacket) throws(DecoderError) {
    guard let head = FlacHead.alone(packet.bytes.after(FlacPackets.mappingSize)) else {
      throw .notDecodable("FLAC without its header")
    }
    frames = try FlacFrames(head: head)
  }

  func decode(_ packet: OggPacket) throws(DecoderError) -> UnsafeBufferPointer<Float> {
    // A frame begins with its sync word, which begins no block.
    guard packet.number > 0, packet.bytes.count > FlacHead.blockHeaderSize else { return .none }
    guard packet.bytes[0] == 0xFF else {
      let block = FlacHead.block(packet.bytes)
      if block.kind == .comments {
        title = VorbisComments.title(packet.bytes.after(FlacHead.blockHeaderSize))
      }
      return .none
    }
    var rest = packet.bytes
    while true {
      let step = try frames.next { place in
        let size = min(place.count, rest.count)
        place.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<size]))
        rest = rest.after(size)
        return size
      }
      switch step {
      case .samples(let samples): return samples
      case .rubbish: continue
      case .end: return .none
      }
    }
  }
}
