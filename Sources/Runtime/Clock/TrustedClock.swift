public import Core
public import Linux

/// The time of day, as far as it can be trusted before a time server has answered.
public final class TrustedClock {
  private var floor: ClockFloor
  private let system: () -> Int64
  private var watch: ClockWatch?

  /// - Parameters:
  ///   - floor: what is known before the clock is looked at.
  ///   - system: what the system's clock shows, in seconds since 1970.
  ///   - isSynchronized: whether the system's clock is known to be right.
  public init(
    floor: ClockFloor, system: @escaping () -> Int64 = WallClock.now,
    isSynchronized: Bool = WallClock.isSynchronized
  ) {
    self.floor = floor
    self.system = system
    if isSynchronized { wasSet() }
  }

  public var isTrusted: Bool { floor.allows(system()) }

  /// By which time certificates are judged; nil: by the system's clock.
  public var certificateTime: Int64? { isTrusted ? nil : floor.seconds }

  /// What is to be kept as a time that has been.
  public var timeToKeep: Int64 { max(system(), floor.seconds) }

  public func wasSet() { floor.clockWasSet(to: system()) }

  /// From now on `Event.clockSet` is told when the clock is set.
  public func follow(_ loop: EventLoop, tell: @escaping (Event) -> Void) throws(SystemError) {
    watch = try ClockWatch(loop: loop) { [unowned self] in
      wasSet()
      tell(.clockSet)
    }
  }

  public func stopFollowing() { watch = nil }
}
