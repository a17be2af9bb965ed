import Testing

@testable import Formats
@testable import Runtime

@Suite struct VariantLadderTests {
  static func ladder(_ kbits: [Int], video: Set<Int> = []) -> VariantLadder {
    VariantLadder(
      kbits.map {
        MasterPlaylist.Choice(
          url: "http://h/\($0)", bitsPerSecond: $0 * 1_000, hasVideo: video.contains($0))
      })
  }

  /// A segment of ten seconds at `kbit`, which came at the speed of `line`, both in kbit/s.
  static func isBetter(_ ladder: inout VariantLadder, line: Int) -> Bool {
    let bytes = ladder.choice.bitsPerSecond / 8 * 10
    return ladder.note(bytes: bytes, time: .milliseconds(bytes * 8 / line))
  }

  @Test func itBeginsWithWhatAnyLineCarries() {
    #expect(Self.ladder([48, 96, 192, 320, 1_411]).choice.url == "http://h/192")
    #expect(Self.ladder([320, 1_411]).choice.url == "http://h/320")
    #expect(Self.ladder([300, 600], video: [300, 600]).choice.url == "http://h/300")
    #expect(Self.ladder([100, 200], video: [100, 200]).choice.url == "http://h/100")
  }

  @Test func itGoesDownAtOnceAndUpLater() {
    var ladder = Self.ladder([48, 96, 192, 320, 1_411])
    let down = Self.isBetter(&ladder, line: 120)
    #expect(down && ladder.choice.url == "http://h/96")
    var rises: [String] = []
    for _ in 0..<20 where Self.isBetter(&ladder, line: 20_000) { rises.append(ladder.choice.url) }
    // Never to more than is heard.
    #expect(rises == ["http://h/192", "http://h/320"])
  }

  @Test func aLineThatJustCarriesItStays() {
    var ladder = Self.ladder([96, 192])
    for _ in 0..<20 {
      let isBetter = Self.isBetter(&ladder, line: 250)
      #expect(!isBetter)
    }
    #expect(ladder.choice.url == "http://h/192")
  }

  @Test func whatFailsIsNotTriedAgain() {
    var ladder = Self.ladder([48, 96, 192])
    var seen = [ladder.choice.url]
    while ladder.fail() { seen.append(ladder.choice.url) }
    #expect(seen == ["http://h/192", "http://h/96", "http://h/48"])
    var other = Self.ladder([48, 96, 320])
    let first = other.fail()
    for _ in 0..<9 { _ = Self.isBetter(&other, line: 20_000) }
    #expect(first && other.choice.url == "http://h/320")
  }

  @Test func smallHeapsSayNothing() {
    var ladder = Self.ladder([48, 96])
    let isBetter = ladder.note(bytes: 4_000, time: .seconds(10))
    #expect(!isBetter && ladder.measured == nil)
  }
}
