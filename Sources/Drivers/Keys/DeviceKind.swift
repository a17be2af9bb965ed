/// What an input device is to the radio, by what its driver says that it can do.
enum DeviceKind: Hashable {
  case keyboard
  case touchScreen
  /// A knob by the kernel's rotary-encoder driver: one relative axis and no button. libinput takes it for a
  /// broken mouse and ignores it.
  case encoder
  /// A mouse, a joystick, an accelerometer.
  case other

  /// Sets of the numbers that linux/input-event-codes.h gives to keys, axes and properties.
  init(keys: Set<Int>, relative: Set<Int>, absolute: Set<Int>, properties: Set<Int>) {
    let isDirect = properties.contains(EventCode.propertyDirect)
    let hasMulti = absolute.isSuperset(of: [EventCode.multiX, EventCode.multiY])
    let hasSingle = absolute.isSuperset(of: [EventCode.x, EventCode.y]) && keys.contains(EventCode.touch)
    if (hasMulti || hasSingle) && isDirect {
      self = .touchScreen
    } else if keys.isEmpty, absolute.isEmpty, !relative.isDisjoint(with: EventCode.knobAxes) {
      self = .encoder
    } else if keys.contains(where: EventCode.isKey), !keys.contains(EventCode.leftButton) {
      self = .keyboard
    } else {
      self = .other
    }
  }
}
