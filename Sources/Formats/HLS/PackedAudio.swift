/// A segment that is nothing but frames of sound, behind an ID3 tag with its time (RFC 8216, 3.4).
struct PackedAudio {
  private var head: [UInt8] = []
  private var tag: [UInt8] = []
  private var tagBytesLeft = 0
  private var isInFrames = false

  mutating func feed(_ bytes: some Sequence<UInt8>, into output: inout SegmentOutput) throws(SegmentTrouble) {
    if isInFrames { return output.audio.append(contentsOf: bytes) }
    head.append(contentsOf: bytes)
    while !isInFrames {
      if tagBytesLeft > 0 {
        let count = min(tagBytesLeft, head.count)
        tag.append(contentsOf: head.prefix(max(0, min(count, HLSLimits.tagBytes - tag.count))))
        head.removeFirst(count)
        tagBytesLeft -= count
        guard tagBytesLeft == 0 else { return }
        output.append(title: ID3Tag.title(tag))
        tag = []
      }
      guard head.count >= ID3Tag.headerCount else { return }
      if let length = ID3Tag.length(head) {
        tagBytesLeft = length
      } else {
        output.coding = try coding()
        isInFrames = true
        output.audio.append(contentsOf: head)
        head = []
      }
    }
  }

  /// Segments begin with a frame, but encoders that cut at the byte are about.
  private func coding() throws(SegmentTrouble) -> AudioCoding {
    if head.starts(with: [0x0B, 0x77]) { throw .formatNotYet("AC-3") }
    for index in 0..<head.count - 4 {
      if head[index] == 0xFF, head[index + 1] & 0xF6 == 0xF0 { return .adts }
      if MPEGFrameHeader(head[index..<index + 4]) != nil { return .mpegAudio }
    }
    throw .unknown
  }
}
