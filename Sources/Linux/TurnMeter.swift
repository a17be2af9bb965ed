internal import Glibc

/// How long the turns of a loop are: from the return of its wait to the next wait. A key that comes meanwhile
/// waits for the end of the turn.
public struct TurnMeter: Sendable {
  /// Of the turns since the last report.
  public struct Report: Hashable, Sendable {
    public var count = 0
    /// By the clock: with the time in which the thread waited for a disk or for a processor.
    public var longest = Duration.zero
    /// Of the thread's processor time.
    public var longestWork = Duration.zero

    public init() {}
  }

  private var report = Report()
  private var began: (clock: Duration, work: Duration)?

  mutating func begin() { began = (MonotonicClock.now(), TurnMeter.work()) }

  mutating func end() {
    guard let began else { return }
    report.count += 1
    report.longest = max(report.longest, MonotonicClock.now() - began.clock)
    report.longestWork = max(report.longestWork, TurnMeter.work() - began.work)
  }

  mutating func take() -> Report {
    defer { report = Report() }
    return report
  }

  /// Processor time of this thread so far.
  private static func work() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
