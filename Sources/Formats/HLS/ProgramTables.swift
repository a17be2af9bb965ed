/// The tables of a transport stream that say which of its packets are sound (ISO 13818-1, 2.4.4).
struct ProgramTables {
  struct Streams: Hashable {
    /// The first stream that the radio plays.
    var audio: (pid: Int, coding: AudioCoding)?
    /// Timed ID3.
    var tags: Int?
    /// Sound that it does not play, by its name.
    var other: String?

    static func == (left: Streams, right: Streams) -> Bool {
      left.audio?.pid == right.audio?.pid && left.audio?.coding == right.audio?.coding
        && left.tags == right.tags && left.other == right.other
    }

    func hash(into hasher: inout Hasher) { hasher.combine(audio?.pid) }
  }

  private(set) var streams: Streams?
  private var mapPID: Int?
  private var association = Section()
  private var map = Section()

  /// A packet's payload. True: it was part of a table.
  mutating func take(_ payload: ArraySlice<UInt8>, pid: Int, isStart: Bool) -> Bool {
    if pid == 0 {
      association.take(payload, isStart: isStart) { table in
        guard table[0] == 0 else { return }
        // Program 0 is the network's own table.
        for index in stride(from: 8, to: table.count - 7, by: 4)
        where table[index] != 0 || table[index + 1] != 0 {
          let found = Int(table[index + 2] & 0x1F) << 8 | Int(table[index + 3])
          if found != mapPID { map = Section() }
          mapPID = found
          break
        }
      }
      return true
    }
    guard pid == mapPID else { return false }
    map.take(payload, isStart: isStart) { table in
      guard table[0] == 2, table.count > 16 else { return }
      streams = ProgramTables.streams(table)
    }
    return true
  }

  private static func streams(_ table: [UInt8]) -> Streams {
    var streams = Streams()
    var index = 12 + (Int(table[10] & 0x0F) << 8 | Int(table[11]))
    // Behind them comes the checksum.
    while index + 5 <= table.count - 4 {
      let pid = Int(table[index + 1] & 0x1F) << 8 | Int(table[index + 2])
      let length = Int(table[index + 3] & 0x0F) << 8 | Int(table[index + 4])
      let descriptors = table[index + 5..<min(table.count - 4, index + 5 + length)]
      switch table[index] {
      case 0x0F where streams.audio == nil: streams.audio = (pid, .adts)
      case 0x03 where streams.audio == nil, 0x04 where streams.audio == nil: streams.audio = (pid, .mpegAudio)
      case 0x15: streams.tags = streams.tags ?? pid
      case 0x11: streams.other = streams.other ?? "AAC in LATM"
      case 0x81, 0xC1: streams.other = streams.other ?? "AC-3"
      case 0x87, 0xC2: streams.other = streams.other ?? "E-AC-3"
      case 0xCF: streams.other = streams.other ?? "HLS with SAMPLE-AES"
      case 0x06: streams.other = streams.other ?? privateSound(descriptors)
      default: break
      }
      index += 5 + length
    }
    return streams
  }

  /// "Private data" is told by its descriptors.
  private static func privateSound(_ descriptors: ArraySlice<UInt8>) -> String? {
    var rest = descriptors
    while rest.count >= 2 {
      let body = rest.dropFirst(2).prefix(Int(rest[rest.startIndex + 1]))
      switch rest[rest.startIndex] {
      case 0x6A: return "AC-3"
      case 0x7A: return "E-AC-3"
      case 0x7C: return "AAC in LATM"
      case 0x05 where body.starts(with: "Opus".utf8): return "Opus"
      default: rest = rest[body.endIndex...]
      }
    }
    return nil
  }

  /// A table is put together from packets.
  private struct Section {
    /// Of a table and its head (2.4.4.3: section_length has at most 1,021).
    static let countMax = 1_024

    private var bytes: [UInt8] = []
    private var isOpen = false

    mutating func take(_ payload: ArraySlice<UInt8>, isStart: Bool, _ whole: ([UInt8]) -> Void) {
      var rest = payload
      if isStart, let pointer = rest.first {
        rest = rest.dropFirst()
        if isOpen { append(rest.prefix(Int(pointer)), whole) }
        rest = rest.dropFirst(Int(pointer))
        bytes = []
        isOpen = true
      }
      if isOpen { append(rest, whole) }
    }

    private mutating func append(_ part: ArraySlice<UInt8>, _ whole: ([UInt8]) -> Void) {
      bytes.append(contentsOf: part)
      guard bytes.count >= 3 else { return }
      let length = (Int(bytes[1] & 0x0F) << 8 | Int(bytes[2])) + 3
      guard length <= Section.countMax, length >= 12 else {
        isOpen = false
        return
      }
      guard bytes.count >= length else { return }
      isOpen = false
      // What follows a table in its packet is stuffing, or a table that is sent again soon.
      bytes.removeLast(bytes.count - length)
      if Section.checksum(bytes) == 0 { whole(bytes) }
    }

    /// Over a whole table, its checksum included, it is 0 (annex A).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        sum ^= UInt32(byte) << 24
        for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
      }
      return sum
    }
  }
}
