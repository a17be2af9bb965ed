import Core
import Testing

@testable import Runtime

@Suite struct WriteScheduleTests {
  private static func schedule() -> WriteSchedule {
    WriteSchedule(
      times: .init(
        quiet: .seconds(2), patience: .seconds(10), retryDelay: .seconds(2), retryDelayMax: .seconds(60)))
  }

  private func at(_ seconds: Double) -> Instant { Instant(.seconds(seconds)) }

  @Test func oneChangeIsWrittenWhenItIsQuiet() {
    var schedule = Self.schedule()
    #expect(schedule.nextDue == nil)
    schedule.changed(.state, at: at(1))
    #expect(schedule.nextDue == at(3))
    #expect(schedule.next(at: at(2.9)) == nil)
    #expect(schedule.next(at: at(3)) == .state)
    schedule.saved(.state)
    #expect(schedule.nextDue == nil)
  }

  @Test func aKnobTurnedThroughFiftyStepsIsOneWrite() {
    var schedule = Self.schedule()
    for step in 0..<50 {
      let now = at(Double(step) * 0.1)
      #expect(schedule.next(at: now) == nil)
      schedule.changed(.state, at: now)
    }
    #expect(schedule.nextDue == at(4.9 + 2))
  }

  @Test func aKnobThatIsNeverLeftAloneIsWrittenAllTheSame() {
    var schedule = Self.schedule()
    for step in 0...12 { schedule.changed(.state, at: at(Double(step))) }
    #expect(schedule.nextDue == at(10))
    // What changed during the write waits from its own change on.
    schedule.changed(.state, at: at(12.5))
    schedule.savedOlder(.state)
    #expect(schedule.nextDue == at(14.5))
  }

  @Test func failuresAreRepeatedWithGrowingPauses() {
    var schedule = Self.schedule()
    schedule.changed(.favorites, at: at(0))
    var now = at(2)
    var pauses: [Duration] = []
    for _ in 0..<8 {
      schedule.failed(.favorites, at: now)
      // A change does not shorten the pause: flash in trouble is not worn further.
      schedule.changed(.favorites, at: now + .seconds(1))
      pauses.append(schedule.nextDue! - now)
      now = schedule.nextDue!
    }
    #expect(pauses == [2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) })
    schedule.saved(.favorites)
    schedule.changed(.favorites, at: now)
    schedule.failed(.favorites, at: now)
    #expect(schedule.nextDue == now + .seconds(2), "forgotten after a success")
  }

  @Test func theOneThatWaitsLongestIsFirst() {
    var schedule = Self.schedule()
    schedule.changed(.state, at: at(0.5))
    schedule.changed(.favorites, at: at(0))
    #expect(schedule.next(at: at(9)) == .favorites)
    schedule.saved(.favorites)
    #expect(schedule.next(at: at(9)) == .state)
  }
}
