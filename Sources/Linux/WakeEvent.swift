internal import CLinux
internal import Glibc

/// An eventfd: any thread may ring it, one thread waits on it, and rings that nobody has taken yet collapse.
/// Ringing does not block, allocate or lock, so the audio thread may do it.
public final class WakeEvent: Sendable {
  private let descriptor: Descriptor

  public init() {
    let number = clinux_eventfd()
    precondition(number >= 0, "out of descriptors")
    descriptor = Descriptor(owning: number)
  }

  /// For `EventLoop.watch`.
  public var number: Int32 { descriptor.number }

  public func ring() {
    var one: UInt64 = 1
    // EAGAIN: the counter is full, so the waiter will wake anyway.
    _ = Glibc.write(descriptor.number, &one, 8)
  }

  /// Takes what was rung. False: nothing was.
  @discardableResult
  public func clear() -> Bool {
    var count: UInt64 = 0
    return Glibc.read(descriptor.number, &count, 8) == 8
  }

  /// Waits until it is rung or `timeout` has passed (nil: for ever), and clears it.
  public func wait(timeout: Duration? = nil) {
    var poll = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    var milliseconds: Int32 = -1
    if let timeout {
      let (seconds, attoseconds) = timeout.components
      let whole = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      milliseconds = Int32(clamping: max(0, whole))
    }
    _ = Glibc.poll(&poll, 1, milliseconds)
    clear()
  }
}
