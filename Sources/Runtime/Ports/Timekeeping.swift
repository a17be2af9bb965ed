public import Core
public import Linux

/// The clock and the timers of the loop: the real ones, or those of a simulation.
public protocol Timekeeping: AnyObject {
  var now: Instant { get }
  func timer(_ action: @escaping () -> Void) -> any LoopTimer
}

/// One alarm of the loop. It fires once for each time it is set.
public protocol LoopTimer: AnyObject {
  /// Nil: not at all.
  func set(_ instant: Instant?)
  /// Never again; the loop forgets it.
  func remove()
}

/// The real ones.
public final class LoopTime: Timekeeping {
  private let loop: EventLoop

  public init(_ loop: EventLoop) { self.loop = loop }

  public var now: Instant { Instant(MonotonicClock.now()) }

  public func timer(_ action: @escaping () -> Void) -> any LoopTimer {
    Alarm(loop: loop, timer: loop.timer(action))
  }

  private final class Alarm: LoopTimer {
    let loop: EventLoop
    let timer: EventLoop.Timer

    init(loop: EventLoop, timer: EventLoop.Timer) {
      self.loop = loop
      self.timer = timer
    }

    func set(_ instant: Instant?) { timer.set(instant?.sinceStart) }
    func remove() { loop.remove(timer) }
  }
}
