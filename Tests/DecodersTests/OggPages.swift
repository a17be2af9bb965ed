/// The pages of an Ogg stream, to be put together anew.
enum OggPages {
  /// Each page's bytes.
  static func of(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pages: [ArraySlice<UInt8>] = []
    var start = 0
    while start + 27 <= bytes.count {
      let count = Int(bytes[start + 26])
      let end = start + 27 + count + bytes[start + 27..<start + 27 + count].reduce(0) { $0 + Int($1) }
      pages.append(bytes[start..<end])
      start = end
    }
    return pages
  }

  /// One page with its checksum: packets, none of them longer than the page can hold.
  static func page(
    _ parts: [[UInt8]], isContinued: Bool = false, goesOn: Bool = false, flags: UInt8 = 0,
    position: Int64 = 0,
    serial: UInt32 = 7, sequence: UInt32
  ) -> [UInt8] {
    var lengths: [UInt8] = []
    for (index, part) in parts.enumerated() {
      lengths += [UInt8](repeating: 255, count: part.count / 255)
      if !(goesOn && index == parts.count - 1) { lengths.append(UInt8(part.count % 255)) }
    }
    var page: [UInt8] = Array("OggS".utf8) + [0, flags | (isContinued ? 1 : 0)]
    page += (0..<8).map { UInt8(truncatingIfNeeded: position >> (8 * Int64($0))) }
    page += (0..<4).map { UInt8(truncatingIfNeeded: serial >> (8 * $0)) }
    page += (0..<4).map { UInt8(truncatingIfNeeded: sequence >> (8 * $0)) }
    page += [0, 0, 0, 0, UInt8(lengths.count)]
    page += lengths + parts.joined()
    return sealed(page)
  }

  /// With the checksum that it must have (CRC-32 with the polynomial 04C11DB7, bit by bit).
  static func sealed(_ page: [UInt8]) -> [UInt8] {
    var page = page
    page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    var sum: UInt32 = 0
    for byte in page {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    page.replaceSubrange(22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) })
    return page
  }

  /// A packet on as many pages as it needs.
  static func pages(of packet: [UInt8], first sequence: UInt32, serial: UInt32 = 7) -> [UInt8] {
    let most = 255 * 255
    var bytes: [UInt8] = []
    var start = 0
    var number = sequence
    while true {
      let end = min(packet.count, start + most)
      let goesOn = end - start == most
      bytes += page(
        [Array(packet[start..<end])], isContinued: start > 0, goesOn: goesOn, position: goesOn ? -1 : 0,
        serial: serial, sequence: number)
      number += 1
      start = end
      if !goesOn { return bytes }
    }
  }

  /// The stream with `tag` in its comments and all else as it was: an Opus stream, whose comments have pages
  /// of their own.
  static func opus(_ bytes: [UInt8], comments: [[UInt8]]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var packet = Array("OpusTags".utf8) + number(0) + number(comments.count)
    for comment in comments { packet += number(comment.count) + comment }
    let old = of(bytes)
    let serial = (0..<4).reduce(UInt32(0)) {
      $0 | UInt32(old[0][old[0].startIndex + 14 + $1]) << (8 * UInt32($1))
    }
    var stream = Array(old[0]) + pages(of: packet, first: 1, serial: serial)
    var sequence = UInt32(1 + packet.count / (255 * 255) + 1)
    for page in old.dropFirst(2) {
      var page = Array(page)
      page.replaceSubrange(18..<22, with: number(Int(sequence)))
      stream += sealed(page)
      sequence += 1
    }
    return stream
  }
}
