/// Makes facts of one device's raw events. Pure: it knows no device.
struct EventReader {
  struct Raw: Hashable {
    var type: Int
    var code: Int
    var value: Int
    var instant: Duration
  }

  /// Of an axis.
  struct Range: Hashable {
    var minimum: Int
    var maximum: Int

    func share(_ value: Int) -> Double {
      guard maximum > minimum else { return 0 }
      return min(1, max(0, Double(value - minimum) / Double(maximum - minimum)))
    }
  }

  private struct Finger {
    var isDown = false
    var wasDown = false
    var hasMoved = false
    var x = 0
    var y = 0
  }

  /// After lost events: the caller reads which keys are down, and calls `resync`.
  private(set) var needsResync = false

  private let kind: DeviceKind
  private let xRange: Range
  private let yRange: Range
  private let isMulti: Bool
  private var isSkipping = false
  private var keysDown: Set<Int> = []
  private var fingers = [Finger](repeating: Finger(), count: KeysLimits.fingers)
  private var slot = 0

  /// - Parameter isMulti: the touch screen tells fingers apart.
  init(
    _ kind: DeviceKind, x: Range = Range(minimum: 0, maximum: 0), y: Range = Range(minimum: 0, maximum: 0),
    isMulti: Bool = true
  ) {
    self.kind = kind
    xRange = x
    yRange = y
    self.isMulti = isMulti
  }

  mutating func take(_ event: Raw) -> [InputFact] {
    if event.type == EventCode.synchronize, event.code == EventCode.dropped {
      // The kernel's buffer was full: all up to the next report is a part of something.
      isSkipping = true
      return []
    }
    let isReport = event.type == EventCode.synchronize && event.code == EventCode.report
    if isSkipping {
      if isReport {
        isSkipping = false
        needsResync = true
      }
      return []
    }
    switch (kind, event.type) {
    case (.keyboard, EventCode.key): return key(event)
    case (.encoder, EventCode.relative) where EventCode.knobAxes.contains(event.code) && event.value != 0:
      let bound = KeysLimits.clicksMax
      return [.turned(clicks: max(-bound, min(bound, event.value)), at: event.instant)]
    case (.touchScreen, EventCode.absolute), (.touchScreen, EventCode.key):
      touch(event)
      return []
    case (.touchScreen, _) where isReport: return touches(at: event.instant)
    default: return []
    }
  }

  /// After lost events.
  /// - Parameter down: the keys that are down now.
  mutating func resync(down: Set<Int>, at instant: Duration) -> [InputFact] {
    needsResync = false
    guard kind == .keyboard else { return lifted(at: instant) }
    let now = down.filter(EventCode.isKey)
    let facts =
      keysDown.subtracting(now).sorted().map { InputFact.key(code: $0, isPressed: false, at: instant) }
      + now.subtracting(keysDown).sorted().map { InputFact.key(code: $0, isPressed: true, at: instant) }
    keysDown = now
    return facts
  }

  /// The device is gone: nothing is held any more.
  mutating func lifted(at instant: Duration) -> [InputFact] {
    var facts = keysDown.sorted().map { InputFact.key(code: $0, isPressed: false, at: instant) }
    keysDown = []
    for index in fingers.indices where fingers[index].wasDown {
      facts.append(fact(index, .cancelled, at: instant))
    }
    fingers = [Finger](repeating: Finger(), count: fingers.count)
    return facts
  }

  private mutating func key(_ event: Raw) -> [InputFact] {
    guard EventCode.isKey(event.code), event.value == 0 || event.value == 1 else { return [] }
    let isPressed = event.value == 1
    let isNews = isPressed ? keysDown.insert(event.code).inserted : keysDown.remove(event.code) != nil
    return isNews ? [.key(code: event.code, isPressed: isPressed, at: event.instant)] : []
  }

  private mutating func touch(_ event: Raw) {
    if event.type == EventCode.absolute, event.code == EventCode.multiSlot { slot = event.value }
    guard fingers.indices.contains(isMulti ? slot : 0) else { return }
    let index = isMulti ? slot : 0
    switch (event.type, event.code, isMulti) {
    case (EventCode.absolute, EventCode.multiTracking, true): fingers[index].isDown = event.value >= 0
    case (EventCode.absolute, EventCode.multiX, true), (EventCode.absolute, EventCode.x, false):
      fingers[index].x = event.value
      fingers[index].hasMoved = true
    case (EventCode.absolute, EventCode.multiY, true), (EventCode.absolute, EventCode.y, false):
      fingers[index].y = event.value
      fingers[index].hasMoved = true
    case (EventCode.key, EventCode.touch, false): fingers[index].isDown = event.value == 1
    default: break
    }
  }

  private mutating func touches(at instant: Duration) -> [InputFact] {
    var facts: [InputFact] = []
    for index in fingers.indices {
      let finger = fingers[index]
      switch (finger.wasDown, finger.isDown) {
      case (false, true): facts.append(fact(index, .down, at: instant))
      case (true, false): facts.append(fact(index, .up, at: instant))
      case (true, true) where finger.hasMoved: facts.append(fact(index, .moved, at: instant))
      default: break
      }
      fingers[index].wasDown = finger.isDown
      fingers[index].hasMoved = false
    }
    return facts
  }

  private func fact(_ index: Int, _ phase: InputFact.Touch.Phase, at instant: Duration) -> InputFact {
    .touch(
      InputFact.Touch(
        finger: index, phase: phase, x: xRange.share(fingers[index].x), y: yRange.share(fingers[index].y),
        at: instant))
  }
}
