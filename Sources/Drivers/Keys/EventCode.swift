/// Numbers of linux/input-event-codes.h, which never change.
enum EventCode {
  static let synchronize = 0
  static let key = 1
  static let relative = 2
  static let absolute = 3

  /// Of `synchronize`.
  static let report = 0
  static let dropped = 3

  /// Of `relative`: X, Y, HWHEEL, DIAL, WHEEL.
  static let knobAxes: Set<Int> = [0, 1, 6, 7, 8]

  /// Of `absolute`.
  static let x = 0
  static let y = 1
  static let multiSlot = 0x2F
  static let multiX = 0x35
  static let multiY = 0x36
  static let multiTracking = 0x39

  /// Of `key`.
  static let leftButton = 0x110
  static let touch = 0x14A

  /// INPUT_PROP_DIRECT: what is touched is what is shown there.
  static let propertyDirect = 1

  /// Keys, and not buttons of mice, joysticks and pens, which lie between.
  static func isKey(_ code: Int) -> Bool { (1..<0x100).contains(code) || (0x160..<0x2C0).contains(code) }
}
