import Formats
import Support
import Testing

/// Titles inside of segments come where the sound is that they belong to.
@Suite struct TimedTagTests {
  static func tag(_ title: String) -> [UInt8] {
    ID3TagTests.tag(ID3TagTests.frame("TIT2", ID3TagTests.text(title)))
  }

  static func sound(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 500) }

  /// A PES packet of sound each second from `start` on, in 90 kHz.
  static func segment(from start: UInt64, tags: [(title: String, time: UInt64?)]) -> [UInt8] {
    var writer = TransportWriter()
    writer.addTables()
    for tag in tags { writer.add(Self.tag(tag.title), pid: TransportWriter.tags, time: tag.time) }
    for index in 0..<4 {
      writer.add(
        sound(UInt8(index)), pid: TransportWriter.audio,
        time: (start + UInt64(index) * 90_000) & 0x1_FFFF_FFFF)
    }
    return writer.bytes
  }

  @Test func tagsWaitForTheirTime() throws {
    for start in [0, 5_000_000, 0x1_FFFF_FFFF - 100_000] as [UInt64] {
      let time = { (seconds: UInt64) in (start + seconds * 90_000) & 0x1_FFFF_FFFF }
      let bytes = Self.segment(
        from: start, tags: [("One", time(0)), ("Two", time(2)), ("Three", time(9)), ("Now", nil)])
      let output = try SegmentTests.output([bytes])
      #expect(output.audio == (0..<4).flatMap { Self.sound($0) })
      #expect(output.titles.map(\.text) == ["Now", "One", "Two"])
      #expect(output.titles.map(\.offset) == [0, 0, 1_000])
      // The third comes with the next segment.
      let next = Self.segment(from: time(8), tags: [])
      let both = try SegmentTests.output([bytes, next])
      #expect(both.titles.last?.text == "Three" && both.titles.last?.offset == 2_500)
    }
  }

  /// A clock that begins anew would let them wait for hours.
  @Test func tagsOfAnotherClockAreToldAtOnce() throws {
    let hour: UInt64 = 90_000 * 3_600
    let tags: [(String, UInt64?)] = [("Far", hour * 2), ("Old", 0)]
    let bytes = Self.segment(from: hour, tags: tags)
    let output = try SegmentTests.output([bytes])
    #expect(output.titles.map(\.text) == ["Far", "Old"])
    #expect(output.titles.map(\.offset) == [0, 0])
  }

  @Test func aTagOfManyPackets() throws {
    var writer = TransportWriter()
    writer.addTables()
    let long = String(repeating: "x", count: 900)
    writer.add(Self.tag(long), pid: TransportWriter.tags, time: 0)
    writer.add(Self.sound(1), pid: TransportWriter.audio, time: 0)
    let output = try SegmentTests.output([writer.bytes], by: 50)
    #expect(output.titles.map(\.text) == [long])
  }

  /// Another PID, another coding, and packets without a length.
  @Test func tablesThatChange() throws {
    var writer = TransportWriter()
    writer.addTables([(0x1B, 0x200), (0x06, 0x201), (0x0F, TransportWriter.audio), (0x03, 0x202)])
    writer.add(Self.sound(1), pid: TransportWriter.audio, time: nil, isBounded: false)
    writer.addTables([(0x04, 0x202)])
    writer.add(Self.sound(9), pid: TransportWriter.audio, time: nil)
    writer.add(Self.sound(2), pid: 0x202, time: 5)
    let output = try SegmentTests.output([writer.bytes])
    #expect(output.audio == Self.sound(1) + Self.sound(2))
    #expect(output.coding == .mpegAudio)
    for (type, name) in [(0x11, "AAC in LATM"), (0x81, "AC-3"), (0xCF, "HLS with SAMPLE-AES")]
      as [(UInt8, String)]
    {
      var other = TransportWriter()
      other.addTables([(type, TransportWriter.audio)])
      #expect(throws: SegmentTrouble.formatNotYet(name)) { try SegmentTests.output([other.bytes]) }
    }
  }

  /// Tables whose checksum is right and whose content is not.
  @Test func oddTables() {
    var random = SeededRandom(seed: 51)
    for _ in 0..<Tools.fuzzCount(500) {
      var writer = TransportWriter()
      writer.addTables()
      for _ in 0..<4 {
        let count = Int.random(in: 5...60, using: &random)
        let isMap = Bool.random(using: &random)
        var content = [isMap ? 2 : 0, 0xB0, UInt8(count + 1)] + random.bytes(count - 3)
        // Lengths inside of it that are small enough to be believed.
        for index in content.indices.dropFirst(3) where Int.random(in: 0..<3, using: &random) == 0 {
          content[index] = UInt8.random(in: 0...20, using: &random)
        }
        writer.add(table: content, pid: isMap ? TransportWriter.tables : 0)
        writer.add(Self.sound(1), pid: TransportWriter.audio, time: random.next())
        writer.add(Self.tag("One"), pid: TransportWriter.tags, time: random.next())
      }
      let output = try? SegmentTests.output([writer.bytes])
      #expect((output?.audio.count ?? 0) <= 2_000)
    }
  }

  @Test func messagesInFragments() throws {
    func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8((body.count + 8) >> $0 & 255) } + Array(type.utf8) + body
    }
    let scheme = Array("https://aomedia.org/emsg/ID3\0".utf8)
    let first = [0, 0, 0, 0] + scheme + [0] + [UInt8](repeating: 0, count: 16) + Self.tag("One")
    let second =
      [1, 0, 0, 0] + [UInt8](repeating: 0, count: 20) + scheme + Array("v\0".utf8) + Self.tag("Two")
    let other = [1, 0, 0, 0] + [UInt8](repeating: 0, count: 20) + Array("urn:x\0\0".utf8) + Self.tag("No")
    let bytes =
      box("styp", []) + box("emsg", first) + box("emsg", second) + box("emsg", other) + box("emsg", [1])
    let output = try SegmentTests.output([bytes], by: 11)
    #expect(output.titles.map(\.text) == ["One", "Two"])
  }
}
