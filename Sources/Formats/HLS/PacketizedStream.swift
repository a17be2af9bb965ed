/// One elementary stream of a transport stream: takes the PES headers off (ISO 13818-1, 2.4.3.6).
struct PacketizedStream {
  enum Piece {
    /// A packet of the stream begins; `time` in 90 kHz, 33 bits, where it says one.
    case start(time: UInt64?)
    case bytes(ArraySlice<UInt8>)
  }

  private enum Place {
    /// Before the first start.
    case nowhere
    case header([UInt8])
    /// With the bytes that are left of it, where the header tells them.
    case body(left: Int?)
  }

  let pid: Int
  private var place = Place.nowhere
  private var counter: UInt8?

  init(pid: Int) { self.pid = pid }

  /// - Parameter counter: of the transport packet, 4 bits.
  /// - Parameter isJump: the packet says that its counter does not follow the one before.
  mutating func take(
    _ payload: ArraySlice<UInt8>, isStart: Bool, counter: UInt8, isJump: Bool, _ piece: (Piece) -> Void
  ) {
    // A packet may be sent twice; what is lost in between is left to the decoder, which finds its next frame.
    if counter == self.counter, !isJump, !isStart { return }
    if let last = self.counter, (last + 1) & 15 != counter, !isJump {
      switch place {
      case .nowhere, .header: place = .nowhere
      // The header that was lost may have been the next one.
      case .body: place = .body(left: nil)
      }
    }
    self.counter = counter
    if isStart { place = .header([]) }
    switch place {
    case .nowhere: break
    case .body(let left): give(payload, left: left, piece)
    case .header(var header):
      header.append(contentsOf: payload)
      readHeader(header, piece)
    }
  }

  private mutating func readHeader(_ header: [UInt8], _ piece: (Piece) -> Void) {
    place = .header(header)
    guard header.count >= 9 else { return }
    guard header[0] == 0, header[1] == 0, header[2] == 1, header[6] & 0xC0 == 0x80 else {
      place = .nowhere
      return
    }
    let start = 9 + Int(header[8])
    guard header.count >= start else { return }
    var time: UInt64?
    if header[7] & 0x80 != 0, header[8] >= 5 {
      let bytes = header[9..<14].map { UInt64($0) }
      time =
        (bytes[0] >> 1 & 7) << 30 | bytes[1] << 22 | (bytes[2] >> 1) << 15 | bytes[3] << 7 | bytes[4] >> 1
    }
    piece(.start(time: time))
    let length = Int(header[4]) << 8 | Int(header[5])
    give(header[start...], left: length > 0 ? max(0, length + 6 - start) : nil, piece)
  }

  private mutating func give(_ bytes: ArraySlice<UInt8>, left: Int?, _ piece: (Piece) -> Void) {
    let part = left.map { bytes.prefix($0) } ?? bytes
    if !part.isEmpty { piece(.bytes(part)) }
    place = .body(left: left.map { $0 - part.count })
  }
}
