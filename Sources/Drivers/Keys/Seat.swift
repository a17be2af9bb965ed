internal import CInput
internal import CLate

/// The devices that udev knows, by libinput: keyboards, touch screens, keys of remote controls. It prevents:
/// a context that is used after it was freed, and events that are never freed.
final class Seat {
  private let context: OpaquePointer
  private var lastTouch: [Int: (x: Double, y: Double)] = [:]

  /// Where a running udevd listens. Without it libinput waits 2.3 s for each device and has none.
  static let udevControl = "/run/udev/control"

  /// Nil: libinput does not work here.
  init?() {
    guard clate_open(CLATE_INPUT) == nil, let context = cinput_open_seat() else { return nil }
    self.context = context
  }

  deinit { libinput_unref(context) }

  /// For `EventLoop.watch`.
  var number: Int32 { libinput_get_fd(context) }

  /// All that came since the last call.
  func read() -> [InputFact] {
    // An error is one of a device, which vanishes by an event of its own.
    _ = libinput_dispatch(context)
    var facts: [InputFact] = []
    while facts.count < KeysLimits.eventsATurn, let event = libinput_get_event(context) {
      fact(of: event).map { facts.append($0) }
      libinput_event_destroy(event)
    }
    return facts
  }

  /// Events beyond the limit of one call are there still, and the descriptor does not tell.
  var hasMore: Bool { libinput_next_event_type(context) != LIBINPUT_EVENT_NONE }

  private func fact(of event: OpaquePointer) -> InputFact? {
    switch libinput_event_get_type(event) {
    case LIBINPUT_EVENT_DEVICE_ADDED: return .appeared(name: name(of: event))
    case LIBINPUT_EVENT_DEVICE_REMOVED: return .vanished(name: name(of: event))
    case LIBINPUT_EVENT_KEYBOARD_KEY:
      let key = libinput_event_get_keyboard_event(event)
      return .key(
        code: Int(libinput_event_keyboard_get_key(key)),
        isPressed: libinput_event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED,
        at: .microseconds(Int64(clamping: libinput_event_keyboard_get_time_usec(key))))
    case LIBINPUT_EVENT_TOUCH_DOWN: return touch(event, .down)
    case LIBINPUT_EVENT_TOUCH_MOTION: return touch(event, .moved)
    case LIBINPUT_EVENT_TOUCH_UP: return touch(event, .up)
    case LIBINPUT_EVENT_TOUCH_CANCEL: return touch(event, .cancelled)
    default: return nil
    }
  }

  private func touch(_ event: OpaquePointer, _ phase: InputFact.Touch.Phase) -> InputFact? {
    let touch = libinput_event_get_touch_event(event)
    // Touch screens that tell no fingers apart have slot -1.
    let finger = Int(libinput_event_touch_get_seat_slot(touch))
    guard (0..<KeysLimits.fingers).contains(finger) else { return nil }
    switch phase {
    case .down, .moved:
      lastTouch[finger] = (
        min(1, max(0, libinput_event_touch_get_x_transformed(touch, 1))),
        min(1, max(0, libinput_event_touch_get_y_transformed(touch, 1)))
      )
    case .up, .cancelled: break
    }
    let place = lastTouch[finger] ?? (0, 0)
    return .touch(
      InputFact.Touch(
        finger: finger, phase: phase, x: place.0, y: place.1,
        at: .microseconds(Int64(clamping: libinput_event_touch_get_time_usec(touch)))))
  }

  private func name(of event: OpaquePointer) -> String {
    guard let name = libinput_device_get_name(libinput_event_get_device(event)) else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: name, count: min(128, strlen(name))), as: UTF8.self)
  }
}
