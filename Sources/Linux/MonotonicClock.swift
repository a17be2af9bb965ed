internal import Glibc

/// The clock that never steps. CLOCK_BOOTTIME would count suspension too, but CLOCK_MONOTONIC is what the
/// kernel stamps GPIO and input events with, and a bedside radio does not suspend.
public enum MonotonicClock {
  public static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
