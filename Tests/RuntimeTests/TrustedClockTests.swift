import Core
import Runtime
import Testing

@Suite struct TrustedClockTests {
  private static let release: Int64 = 1_796_083_200
  private static let year: Int64 = 365 * 86_400

  private final class System {
    var time: Int64
    init(_ time: Int64) { self.time = time }
  }

  private func clock(_ system: System, kept: [Int64] = [], isSynchronized: Bool = false) -> TrustedClock {
    TrustedClock(
      floor: ClockFloor(release: Self.release, kept: kept), system: { system.time },
      isSynchronized: isSynchronized)
  }

  @Test func theNewestOfWhatIsKnownCounts() {
    let clock = clock(System(0), kept: [5, Self.release + 100, Self.release - 100])
    #expect(!clock.isTrusted)
    #expect(clock.certificateTime == Self.release + 100)
    #expect(clock.timeToKeep == Self.release + 100)
  }

  @Test func aClockThatMayBeRightIsBelieved() {
    let clock = clock(System(Self.release + 200), kept: [Self.release + 100])
    #expect(clock.isTrusted)
    #expect(clock.certificateTime == nil)
    #expect(clock.timeToKeep == Self.release + 200)
  }

  @Test func aTimeServerEndsTheWait() {
    let system = System(0)
    let clock = clock(system)
    #expect(!clock.isTrusted)
    system.time = Self.release + Self.year
    clock.wasSet()
    #expect(clock.isTrusted && clock.certificateTime == nil)
  }

  /// A night with the clock a year ahead is not believed for a year.
  @Test func aWrongTimeThatWasKeptIsForgotten() {
    let system = System(Self.release + 50)
    let clock = clock(system, kept: [Self.release + Self.year])
    #expect(!clock.isTrusted)
    clock.wasSet()
    #expect(clock.isTrusted)
    #expect(self.clock(System(0), kept: [Self.release + 30 * Self.year]).certificateTime == Self.release)
    #expect(self.clock(system, kept: [Self.release + Self.year], isSynchronized: true).isTrusted)
  }

  /// Set, but to nonsense: what is known still counts.
  @Test func aHandThatSetsItTo1970IsNotBelieved() {
    let system = System(Self.release + 50)
    let clock = clock(system, kept: [Self.release + 20])
    system.time = 3
    clock.wasSet()
    #expect(!clock.isTrusted && clock.certificateTime == Self.release + 20)
  }
}
