/// Writes transport streams as encoders do, packet by packet, with what ffmpeg has no option for.
struct TransportWriter {
  static let tables = 0x100
  static let audio = 0x101
  static let tags = 0x102

  private(set) var bytes: [UInt8] = []
  private var counters: [Int: UInt8] = [:]

  /// PAT and PMT. - Parameter streams: their types and PIDs.
  mutating func addTables(_ streams: [(type: UInt8, pid: Int)] = [(0x03, audio), (0x15, tags)]) {
    add(
      table([0x00, 0xB0, 13, 0, 1, 0xC1, 0, 0, 0, 1, 0xE0 | UInt8(Self.tables >> 8), UInt8(Self.tables & 255)]
      ),
      pid: 0)
    var map: [UInt8] = [0x02, 0xB0, UInt8(13 + 5 * streams.count), 0, 1, 0xC1, 0, 0, 0xE1, 0x01, 0xF0, 0]
    for stream in streams {
      map += [stream.type, 0xE0 | UInt8(stream.pid >> 8), UInt8(stream.pid & 255), 0xF0, 0]
    }
    add(table(map), pid: Self.tables)
  }

  /// A table of any content, with its checksum.
  mutating func add(table content: [UInt8], pid: Int) { add(table(content), pid: pid) }

  /// One PES packet; `time` in 90 kHz.
  mutating func add(_ payload: [UInt8], pid: Int, time: UInt64?, isBounded: Bool = true) {
    let stamp = time.map { time in
      [
        UInt8(0x21 | time >> 29 & 0x0E), UInt8(time >> 22 & 0xFF), UInt8(time >> 14 & 0xFE | 1),
        UInt8(time >> 7 & 0xFF), UInt8(time << 1 & 0xFE | 1)
      ]
    }
    let rest = [0x80, stamp == nil ? 0 : 0x80, UInt8(stamp?.count ?? 0)] + (stamp ?? []) + payload
    let length = isBounded ? rest.count : 0
    add([0, 0, 1, pid == Self.audio ? 0xC0 : 0xBD, UInt8(length >> 8), UInt8(length & 255)] + rest, pid: pid)
  }

  private func table(_ content: [UInt8]) -> [UInt8] {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in content {
      for bit in (0..<8).reversed() {
        let carry = (sum >> 31) ^ UInt32(byte >> UInt8(bit) & 1)
        sum = sum << 1 ^ (carry == 1 ? 0x04C1_1DB7 : 0)
      }
    }
    return [0] + content + [24, 16, 8, 0].map { UInt8(sum >> UInt32($0) & 255) }
  }

  private mutating func add(_ content: [UInt8], pid: Int) {
    var rest = content[...]
    var isStart = true
    while !rest.isEmpty {
      let part = rest.prefix(184)
      rest = rest.dropFirst(184)
      let counter = counters[pid, default: 15] &+ 1 & 15
      counters[pid] = counter
      let filling = 184 - part.count
      let adaptation: [UInt8] =
        filling == 0
        ? [] : [UInt8(filling - 1)] + (filling > 1 ? [0] + [UInt8](repeating: 0xFF, count: filling - 2) : [])
      bytes += [
        0x47, (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 255), (filling == 0 ? 0x10 : 0x30) | counter
      ]
      bytes += adaptation + part
      isStart = false
    }
  }
}
