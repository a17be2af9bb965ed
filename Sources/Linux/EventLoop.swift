internal import CLinux
internal import Glibc

/// What a descriptor is watched for, and what it is ready for.
public struct Readiness: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Always reported, never asked for.
  public static let failed = Readiness(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
}

/// The one loop: epoll and timers. It belongs to the thread that made it and is not `Sendable`; other threads
/// reach it through a `Mailbox` or a `WakeEvent`.
public final class EventLoop {
  public typealias Action = (Readiness) -> Void

  /// A timer that can be set, moved and cleared at no cost in descriptors.
  public final class Timer {
    fileprivate var deadline: Duration?
    fileprivate let action: () -> Void

    fileprivate init(action: @escaping () -> Void) { self.action = action }

    /// Fires once at `deadline` on the monotonic clock; nil clears it.
    public func set(_ deadline: Duration?) { self.deadline = deadline }
  }

  private let epoll: Descriptor
  private var actions: [Int32: Action] = [:]
  private var timers: [Timer] = []
  private var meter = TurnMeter()
  private var ready = [epoll_event](repeating: epoll_event(), count: 32)

  public init() throws(SystemError) {
    let number = clinux_epoll_create()
    guard number >= 0 else { throw SystemError("epoll_create1") }
    epoll = Descriptor(owning: number)
  }

  /// Calls `action` on each turn in which `number` is ready. A descriptor that is watched already is watched
  /// anew. It must be unwatched before it is closed.
  public func watch(_ number: Int32, for readiness: Readiness, _ action: @escaping Action) throws(SystemError)
  {
    var event = epoll_event(events: readiness.rawValue, data: epoll_data_t(fd: number))
    let operation = actions[number] == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    guard epoll_ctl(epoll.number, operation, number, &event) == 0 else { throw SystemError("epoll_ctl") }
    actions[number] = action
  }

  public func unwatch(_ number: Int32) {
    guard actions.removeValue(forKey: number) != nil else { return }
    var event = epoll_event()
    // ENOENT, EBADF: the descriptor was closed first (libcurl may do that); the kernel has forgotten it.
    _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, number, &event)
  }

  public func timer(_ action: @escaping () -> Void) -> Timer {
    let timer = Timer(action: action)
    timers.append(timer)
    return timer
  }

  public func remove(_ timer: Timer) { timers.removeAll { $0 === timer } }

  /// How long the turns were since this was last called.
  public func takeReport() -> TurnMeter.Report { meter.take() }

  /// Waits for at most `patience` (nil: until something happens), then calls the actions of all descriptors
  /// that are ready and of all timers that are due.
  public func turn(patience: Duration? = nil) throws(SystemError) {
    var wait = patience
    if let next = timers.lazy.compactMap(\.deadline).min() {
      let left = max(.zero, next - MonotonicClock.now())
      wait = min(wait ?? left, left)
    }
    meter.end()
    let count = clinux_epoll_wait(
      epoll.number, &ready, Int32(ready.count), wait.map(\.wholeNanoseconds) ?? -1)
    let code = errno
    meter.begin()
    guard count >= 0 || code == EINTR else { throw SystemError("epoll_wait", code: code) }
    for index in 0..<max(0, Int(count)) {
      // An action may have unwatched a later descriptor of this batch: it has no action any more.
      actions[ready[index].data.fd]?(Readiness(rawValue: ready[index].events))
    }
    let now = MonotonicClock.now()
    for timer in timers {
      guard let deadline = timer.deadline, deadline <= now else { continue }
      timer.deadline = nil
      timer.action()
    }
  }
}

extension Duration {
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds > 9_000_000_000 ? .max : seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
