import Testing

@testable import Runtime

@Suite struct OverlapTests {
  /// Bytes as of an encoder: no two kilobytes alike.
  private static func stream(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  @Test(arguments: [1, 7, 1_000, 4_096, 100_000])
  func theEndOfTheOldIsFoundInTheNew(piece: Int) throws {
    let all = Self.stream(300_000)
    var overlap = try #require(Overlap(after: Array(all[..<200_000])))
    let new = Array(all[130_000...])
    var verdict = Overlap.Verdict.needsMore
    for start in stride(from: 0, to: new.count, by: piece) where verdict == .needsMore {
      verdict = overlap.feed(new[start..<min(start + piece, new.count)])
    }
    #expect(verdict == .found(70_000))
  }

  @Test func anotherStreamIsNotTakenForIt() throws {
    var overlap = try #require(Overlap(after: Self.stream(100_000)))
    let other = Self.stream(Overlap.Limits.search, seed: 2)
    #expect(overlap.feed(other.dropLast()) == .needsMore)
    #expect(overlap.feed(other.suffix(1)) == .none)
    #expect(overlap.feed(Self.stream(100_000)) == .none)
  }

  /// The beginning of the tail comes again and again before all of it does.
  @Test func whatBeginsAlikeIsLookedAtAnew() throws {
    let all = Self.stream(8_192)
    var overlap = try #require(Overlap(after: all))
    let half = Array(all[4_096..<6_144])
    let new: [UInt8] = half + half + half + Array(all[4_096...])
    let verdict = overlap.feed(new)
    #expect(verdict == .found(3 * 2_048 + 4_096))
  }

  @Test func tooLittleOrSilenceProvesNothing() {
    #expect(Overlap(after: Self.stream(4_095)) == nil)
    #expect(Overlap(after: [UInt8](repeating: 0, count: 10_000)) == nil)
    #expect(Overlap(after: (0..<10_000).map { UInt8($0 % 8) }) == nil)
  }

  @Test func theWorkIsBounded() throws {
    // The worst for a search that begins anew at each place: nearly alike everywhere.
    var tail = [UInt8](repeating: 0, count: 4_096)
    for index in stride(from: 31, to: 4_096, by: 32) { tail[index] = UInt8(index / 32 % 20) }
    var overlap = try #require(Overlap(after: tail))
    _ = overlap.feed([UInt8](repeating: 0, count: Overlap.Limits.search))
    #expect(overlap.feed([0]) == .none)
  }
}
