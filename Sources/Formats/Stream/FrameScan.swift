/// Looks for consecutive frames of MPEG audio or AAC in bytes that may begin anywhere. A frame header is only
/// twelve to twenty certain bits, so one alone proves nothing: the next must stand where the first says.
struct FrameScan {
  enum Found: Hashable {
    case mpeg(layer: Int, offset: Int)
    case adts(offset: Int)
    case latm
  }

  /// Where the search goes on when more bytes are there.
  private var offset = 0

  /// - Parameter isFinal: no more bytes will come.
  /// - Returns: nil: not yet, or (`isFinal`) not at all.
  mutating func search(_ bytes: [UInt8], isFinal: Bool) -> Found? {
    while offset + 4 <= bytes.count {
      guard bytes[offset] == 0xFF || bytes[offset] == 0x56 else {
        offset += 1
        continue
      }
      switch candidate(bytes, at: offset) {
      case .found(let found): return found
      case .needsMore where !isFinal: return nil
      case .needsMore, .none: offset += 1
      }
    }
    return nil
  }

  private enum Candidate {
    case none, needsMore
    case found(Found)
  }

  /// At the very beginning two headers are enough, so that sound starts early; behind rubbish three are
  /// asked.
  private func candidate(_ bytes: [UInt8], at start: Int) -> Candidate {
    let nextCount = start == 0 ? 1 : 2
    if let header = MPEGFrameHeader(bytes[start...]) {
      let isFound =
        header.length == nil
        ? freeFormatFrames(bytes, at: start, header)
        : frames(bytes, at: start, nextCount) { bytes, index in
          guard let next = MPEGFrameHeader(bytes[index...]), next.constants == header.constants else {
            return nil
          }
          return next.length
        }
      guard let isFound else { return .needsMore }
      return isFound ? .found(.mpeg(layer: header.layer, offset: start)) : .none
    }
    let length: (_ bytes: [UInt8], _ index: Int) -> Int?
    let found: Found
    if let constants = FrameScan.adtsConstants(bytes, start) {
      found = .adts(offset: start)
      length = { bytes, index in
        FrameScan.adtsConstants(bytes, index) == constants ? FrameScan.adtsLength(bytes, index) : nil
      }
    } else if bytes[start] == 0x56, bytes[start + 1] & 0xE0 == 0xE0 {
      found = .latm
      length = FrameScan.latmLength
    } else {
      return .none
    }
    // A header of AAC has up to seven bytes before its length is known.
    guard let isFound = frames(bytes, at: start, nextCount, headerLength: 7, length) else {
      return .needsMore
    }
    return isFound ? .found(found) : .none
  }

  /// Whether `nextCount` further headers follow the one at `start`. Nil: the bytes end before that is known.
  private func frames(
    _ bytes: [UInt8], at start: Int, _ nextCount: Int, headerLength: Int = 4,
    _ length: (_ bytes: [UInt8], _ index: Int) -> Int?
  ) -> Bool? {
    var index = start
    for count in 0...nextCount {
      guard index + headerLength <= bytes.count else { return nil }
      guard let frameLength = length(bytes, index), frameLength >= headerLength else { return false }
      if count == nextCount { return true }
      index += frameLength
    }
    return true
  }

  /// Free format: all frames have one length, a multiple of nothing, within what a decoder takes. The second
  /// header is searched, the third must stand where the first two say.
  private func freeFormatFrames(_ bytes: [UInt8], at start: Int, _ first: MPEGFrameHeader) -> Bool? {
    func isNext(_ index: Int) -> MPEGFrameHeader? {
      guard let header = MPEGFrameHeader(bytes[index...]), header.length == nil,
        header.constants == first.constants
      else { return nil }
      return header
    }
    var index = start + 24
    while index <= start + 4_608 {
      guard index + 4 <= bytes.count else { return nil }
      if bytes[index] == 0xFF, let second = isNext(index) {
        let third = index + (index - start) - first.paddingLength + second.paddingLength
        guard third + 4 <= bytes.count else { return nil }
        if isNext(third) != nil { return true }
      }
      index += 1
    }
    return false
  }

  /// ADTS (ISO 13818-7 6.2): sync word, layer 0, and what is fixed in a stream: profile, rate, channels.
  private static func adtsConstants(_ bytes: [UInt8], _ index: Int) -> UInt32? {
    guard index + 4 <= bytes.count, bytes[index] == 0xFF, bytes[index + 1] & 0xF6 == 0xF0,
      bytes[index + 2] >> 2 & 15 < 13
    else { return nil }
    return UInt32(bytes[index + 1] & 0xFE) << 16 | UInt32(bytes[index + 2] & 0xFD) << 8
      | UInt32(bytes[index + 3] & 0xC0)
  }

  private static func adtsLength(_ bytes: [UInt8], _ index: Int) -> Int? {
    guard index + 6 <= bytes.count else { return nil }
    let length = Int(bytes[index + 3] & 3) << 11 | Int(bytes[index + 4]) << 3 | Int(bytes[index + 5] >> 5)
    return length > 7 ? length : nil
  }

  /// LOAS (ISO 14496-3 1.7.2): eleven bits of sync word, thirteen of length.
  private static func latmLength(_ bytes: [UInt8], _ index: Int) -> Int? {
    guard bytes[index] == 0x56, bytes[index + 1] & 0xE0 == 0xE0 else { return nil }
    let length = Int(bytes[index + 1] & 0x1F) << 8 | Int(bytes[index + 2])
    return length > 4 ? length + 3 : nil
  }
}
