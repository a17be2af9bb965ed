import Core
import Testing

@testable import Runtime

@Suite struct SpliceOutcomeTests {
  private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  @Test func titlesStayInTheirPlaces() throws {
    let stream = Self.bytes(40_000, seed: 3)
    var splice = try #require(Splice(after: StreamEnds(tail: Array(stream[..<20_000])), at: .start))
    splice.note("Old")
    let early = splice.take(stream[10_000..<14_000])
    #expect(early == nil)
    splice.note("Present")
    let taken = splice.take(stream[14_000..<30_000])
    let outcome = try #require(taken)
    #expect(Array(outcome.bytes) == Array(stream[15_904..<30_000]))
    #expect(outcome.heardCount == 4_096)
    #expect(outcome.titles.map(\.title) == ["Present"])
    #expect(outcome.titles.map(\.offset) == [0])
  }

  @Test func patienceEnds() throws {
    var splice = try #require(Splice(after: StreamEnds(tail: Self.bytes(5_000, seed: 4)), at: .start))
    let other = Self.bytes(3_000, seed: 5)
    let early = splice.take(other)
    #expect(early == nil)
    splice.note("New")
    #expect(splice.giveUp(at: .start + .milliseconds(1_499)) == nil)
    let outcome = try #require(splice.giveUp(at: .start + .milliseconds(1_500)))
    #expect(Array(outcome.bytes) == other)
    #expect(outcome.heardCount == 0)
    #expect(outcome.titles.map(\.offset) == [3_000])
  }
}
