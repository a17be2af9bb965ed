internal import CLinux
internal import Glibc

/// Tells when the system's clock is set: by a time server after a start without a clock battery, or by a hand. A
/// clock that is only slowed down or sped up says nothing.
public final class ClockWatch {
  private let loop: EventLoop
  private let timer: Descriptor

  /// `tell` is called on the loop.
  public init(loop: EventLoop, tell: @escaping () -> Void) throws(SystemError) {
    self.loop = loop
    let number = clinux_clock_watch()
    guard number >= 0 else { throw SystemError("timerfd") }
    timer = Descriptor(owning: number)
    let watched = timer.number
    try loop.watch(watched, for: .readable) { _ in if clinux_clock_take(watched) != 0 { tell() } }
  }

  deinit { loop.unwatch(timer.number) }
}

/// The system's clock.
public enum WallClock {
  /// Seconds since 1970-01-01 00:00 UTC.
  public static func now() -> Int64 { Int64(time(nil)) }

  /// Whether a time server's client has told the kernel that its clock is right.
  public static var isSynchronized: Bool { clinux_clock_is_synchronized() != 0 }

  /// When the file was changed last; nil: there is none.
  public static func modified(_ path: String) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Int64(status.st_mtim.tv_sec)
  }
}
