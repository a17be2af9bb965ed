internal import Core
internal import Linux
internal import Runtime

/// Keeps the time once a day, so that after a power cut it is known to be later than that.
final class ClockRecord {
  private static let interval = Duration.seconds(86_400)

  private let time: any Timekeeping
  private let keep: () -> Void
  private var timer: (any LoopTimer)?

  init(time: any Timekeeping, keep: @escaping () -> Void) {
    self.time = time
    self.keep = keep
    timer = time.timer { [unowned self] in
      self.keep()
      setTimer()
    }
    setTimer()
  }

  deinit { timer?.remove() }

  private func setTimer() { timer?.set(time.now + ClockRecord.interval) }

  /// - Parameters:
  ///   - saved: when the state was saved last.
  ///   - files: whose times are known to have been, beside the program's own.
  static func clock(saved: Int64? = nil, files: [String] = []) -> TrustedClock {
    let times = [saved] + (files + ["/proc/self/exe"]).map(WallClock.modified)
    return TrustedClock(floor: ClockFloor(release: Version.releaseTime, kept: times.compactMap(\.self)))
  }
}
