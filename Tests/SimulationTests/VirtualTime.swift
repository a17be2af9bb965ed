import Core
import Runtime

/// A clock that jumps from one alarm to the next: a week passes in seconds.
final class VirtualTime: Timekeeping {
  private(set) var now = Instant.start
  private var alarms: [Alarm] = []
  private var order = 0

  final class Alarm: LoopTimer {
    fileprivate var due: Instant?
    fileprivate var turn = 0
    fileprivate var isRemoved = false
    fileprivate let action: () -> Void
    private unowned let time: VirtualTime

    fileprivate init(_ time: VirtualTime, _ action: @escaping () -> Void) {
      self.time = time
      self.action = action
    }

    func set(_ instant: Instant?) {
      due = instant
      time.order += 1
      turn = time.order
    }

    func remove() { isRemoved = true }
  }

  func timer(_ action: @escaping () -> Void) -> any LoopTimer {
    let alarm = Alarm(self, action)
    alarms.append(alarm)
    return alarm
  }

  /// `action` happens once, `later`.
  func after(_ later: Duration, _ action: @escaping () -> Void) {
    var alarm: (any LoopTimer)?
    alarm = timer {
      alarm?.remove()
      alarm = nil
      action()
    }
    alarm?.set(now + later)
  }

  var alarmCount: Int { alarms.count { !$0.isRemoved } }

  /// Lets the next alarm ring, if one is due by `limit`; otherwise it becomes `limit`. False: none was due.
  func ring(by limit: Instant) -> Bool {
    alarms.removeAll { $0.isRemoved }
    var next: Alarm?
    for alarm in alarms {
      guard let due = alarm.due, due <= limit else { continue }
      if let known = next, (known.due!, known.turn) <= (due, alarm.turn) { continue }
      next = alarm
    }
    guard let next, let due = next.due else {
      now = max(now, limit)
      return false
    }
    now = max(now, due)
    next.due = nil
    next.action()
    return true
  }
}
