/// Every number that bounds something here.
enum KeysLimits {
  /// Devices that are open at once by ourselves.
  static let devices = 32
  /// Fingers that are told apart.
  static let fingers = 10
  /// Events that one device may fill a turn of the loop with.
  static let eventsATurn = 512
  /// Clicks that one event may stand for: no hand turns faster, a broken driver may.
  static let clicksMax = 100
}
