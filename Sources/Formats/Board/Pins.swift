/// A pin of the Raspberry Pi's header, and who uses it.
public struct PinUse: Hashable, Sendable {
  /// GPIO number.
  public var pin: Int
  /// "I2S", "key CATEGORY", "dtoverlay fbtft".
  public var user: String
  var place: Place

  /// The number in "GPIO17". Nil: a line with a name of another kind.
  static func number(of line: String) -> Int? {
    let text = line.uppercased().hasPrefix("GPIO") ? line.dropFirst(4) : line[...]
    guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// Two that want the same pin, in words.
  static func conflicts(in uses: [PinUse]) -> [(message: String, place: Place)] {
    var seen: [Int: PinUse] = [:]
    var conflicts: [(message: String, place: Place)] = []
    for use in uses {
      guard let first = seen[use.pin] else {
        seen[use.pin] = use
        continue
      }
      guard first.user != use.user else { continue }
      conflicts.append(("GPIO\(use.pin) is wanted by \(first.user) and by \(use.user)", use.place))
    }
    return conflicts
  }
}

/// What config.txt takes pins for. Alternate functions as in the datasheets "BCM2835 ARM Peripherals" (6.2)
/// and "RP1 Peripherals" (3.1.1), defaults as in the README of the overlays.
enum BootConfig {
  enum Bus: String {
    case i2s = "I2S"
    case spi0 = "SPI0"
    case i2c1 = "I2C1"
    case uart = "UART"

    var pins: [Int] {
      switch self {
      // Clock, frame, in, out.
      case .i2s: [18, 19, 20, 21]
      // CE1, CE0, MISO, MOSI, SCLK.
      case .spi0: [7, 8, 9, 10, 11]
      case .i2c1: [2, 3]
      case .uart: [14, 15]
      }
    }
  }

  private static let soundHats = [
    "hifiberry-", "iqaudio-", "justboom-", "i2s-", "rpi-dac", "max98357a", "allo-", "adau", "merus-amp",
    "googlevoicehat-soundcard", "rpi-proto"
  ]
  /// Pins that an overlay takes where its parameters name no other. GPIO12, 13, 18 and 19 are those with PWM.
  private static let defaults: [(overlay: String, parameter: String, pin: Int)] = [
    ("pwm", "pin", 18), ("pwm-2chan", "pin", 18), ("pwm-2chan", "pin2", 19), ("audremap", "pin", 18),
    ("gpio-ir", "gpio_pin", 18), ("gpio-ir-tx", "gpio_pin", 18), ("pwm-ir-tx", "gpio_pin", 18),
    ("w1-gpio", "gpiopin", 4), ("max98357a", "sdmode-pin", 4), ("gpio-shutdown", "gpio_pin", 3),
    ("gpio-poweroff", "gpiopin", 26), ("gpio-fan", "gpiopin", 12)
  ]

  /// Who uses pins because of this line.
  static func uses(of line: String, place: Place) -> [PinUse] {
    let parts = line.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
    guard parts.count == 2 else { return [] }
    func bus(_ bus: Bus) -> [PinUse] { bus.pins.map { PinUse(pin: $0, user: bus.rawValue, place: place) } }
    switch parts[0] {
    case "dtparam": return parts[1].split(separator: ",").flatMap { switched(String($0)).map(bus) ?? [] }
    case "enable_uart": return parts[1] == "1" ? bus(.uart) : []
    case "dtoverlay": break
    default: return []
    }
    let words = parts[1].split(separator: ",").map { String($0).trimmed }
    guard let name = words.first else { return [] }
    var uses: [PinUse] = []
    var given: Set<String> = []
    for word in words.dropFirst() {
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      if pair[0].hasPrefix("spi0-") { uses += bus(.spi0) }
      guard pair.count == 2, isPin(pair[0]), let pin = Int(pair[1]), (0...27).contains(pin) else { continue }
      given.insert(pair[0])
      uses.append(PinUse(pin: pin, user: "dtoverlay \(name) (\(pair[0]))", place: place))
    }
    if soundHats.contains(where: name.hasPrefix) { uses += bus(.i2s) }
    if name.hasPrefix("spi0-") { uses += bus(.spi0) }
    if name == "ssd1306" || name.hasPrefix("i2c1") { uses += bus(.i2c1) }
    for known in defaults where known.overlay == name && !given.contains(known.parameter) {
      if name == "max98357a", words.contains("no-sdmode") { continue }
      uses.append(PinUse(pin: known.pin, user: "dtoverlay \(name) (\(known.parameter))", place: place))
    }
    return uses
  }

  /// "reset_pin", "dc-gpio", "gpiopin", "pin2".
  private static func isPin(_ parameter: String) -> Bool {
    var word = parameter.lowercased()
    while let last = word.last, last.isNumber { word.removeLast() }
    return word.hasSuffix("pin") || word.hasSuffix("gpio")
  }

  private static func switched(_ parameter: String) -> Bus? {
    let pair = parameter.split(separator: "=", maxSplits: 1).map(String.init)
    guard pair.count == 2, ["on", "yes", "true", "1"].contains(pair[1].lowercased()) else { return nil }
    switch pair[0] {
    case "spi": return .spi0
    case "i2c", "i2c_arm", "i2c1": return .i2c1
    case "i2s": return .i2s
    case "uart0", "uart": return .uart
    default: return nil
    }
  }
}
