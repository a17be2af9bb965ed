/// Takes the first sound that the radio plays, and timed ID3, out of a transport stream (ISO 13818-1). It finds
/// its way again behind bytes that are missing or too many.
struct TransportStream {
  static let packetCount = 188
  private static let sync: UInt8 = 0x47

  private var held: [UInt8] = []
  private var isInSync = false
  private var tables = ProgramTables()
  private var streams: ProgramTables.Streams?
  private var audio: PacketizedStream?
  private var tags: PacketizedStream?
  private var tag: [UInt8] = []
  private var tagTime: UInt64?
  /// Titles whose sound has yet to come.
  private var waiting: [(title: String, time: UInt64)] = []

  /// The next segment begins with a packet.
  mutating func beginSegment() {
    held = []
    isInSync = true
  }

  mutating func feed(_ bytes: some Sequence<UInt8>, into output: inout SegmentOutput) throws(SegmentTrouble) {
    held.append(contentsOf: bytes)
    var start = 0
    while held.count - start >= TransportStream.packetCount {
      if isInSync, held[start] == TransportStream.sync {
        try take(held[start..<start + TransportStream.packetCount], &output)
        start += TransportStream.packetCount
        continue
      }
      // Two packets in a row prove the place; the byte occurs elsewhere, too.
      isInSync = false
      guard held.count - start > TransportStream.packetCount else { break }
      isInSync =
        held[start] == TransportStream.sync
        && held[start + TransportStream.packetCount] == TransportStream.sync
      if !isInSync { start += 1 }
    }
    held.removeFirst(start)
  }

  mutating func endSegment(into output: inout SegmentOutput) {
    finishTag(&output)
    held = []
  }

  private mutating func take(_ packet: ArraySlice<UInt8>, _ output: inout SegmentOutput)
    throws(SegmentTrouble)
  {
    let first = packet.startIndex
    let (flags, control) = (packet[first + 1], packet[first + 3])
    // Damaged on its way, or enciphered.
    guard flags & 0x80 == 0, control & 0xC0 == 0 else { return }
    let pid = Int(flags & 0x1F) << 8 | Int(packet[first + 2])
    var payload = packet.dropFirst(4)
    var isJump = false
    if control & 0x20 != 0, let length = payload.first {
      isJump = length > 0 && packet[first + 5] & 0x80 != 0
      payload = payload.dropFirst(1 + Int(length))
    }
    guard control & 0x10 != 0, !payload.isEmpty else { return }
    let isStart = flags & 0x40 != 0
    if tables.take(payload, pid: pid, isStart: isStart) {
      if tables.streams != streams { try choose(&output) }
    } else if pid == audio?.pid {
      var time: UInt64?
      var bytes: ArraySlice<UInt8> = []
      audio?.take(payload, isStart: isStart, counter: control & 15, isJump: isJump) { piece in
        switch piece {
        case .start(let told): time = told
        case .bytes(let part): bytes = part
        }
      }
      if let time { tellTitles(until: time, &output) }
      output.audio.append(contentsOf: bytes)
    } else if pid == tags?.pid {
      var pieces: [PacketizedStream.Piece] = []
      tags?.take(payload, isStart: isStart, counter: control & 15, isJump: isJump) { pieces.append($0) }
      for piece in pieces {
        switch piece {
        case .start(let time):
          finishTag(&output)
          tagTime = time
        case .bytes(let bytes): tag.append(contentsOf: bytes.prefix(HLSLimits.tagBytes - tag.count))
        }
      }
      if let length = ID3Tag.length(tag), tag.count >= length { finishTag(&output) }
    }
  }

  private mutating func choose(_ output: inout SegmentOutput) throws(SegmentTrouble) {
    streams = tables.streams
    guard let found = streams?.audio else {
      throw streams?.other.map { .formatNotYet($0) } ?? .notAudio("video without sound")
    }
    output.coding = found.coding
    if audio?.pid != found.pid { audio = PacketizedStream(pid: found.pid) }
    if tags?.pid != streams?.tags { tags = streams?.tags.map { PacketizedStream(pid: $0) } }
  }

  // MARK: titles

  private mutating func finishTag(_ output: inout SegmentOutput) {
    defer {
      tag = []
      tagTime = nil
    }
    guard let title = ID3Tag.title(tag) else { return }
    guard let tagTime else { return output.append(title: title) }
    if waiting.count == HLSLimits.waitingTitles { waiting.removeFirst() }
    waiting.append((title, tagTime))
  }

  /// The sound that follows is due at `time`. A tag may come before it, or far off where the clocks differ.
  private mutating func tellTitles(until time: UInt64, _ output: inout SegmentOutput) {
    let mask: UInt64 = 1 << 33 - 1
    while let next = waiting.first {
      // As 33 bits that go round: less than half a round ahead is later.
      let ahead = (next.time &- time) & mask
      let isFar = ahead > 60 * 90_000
      guard ahead == 0 || isFar else { return }
      output.append(title: next.title)
      waiting.removeFirst()
    }
  }
}
