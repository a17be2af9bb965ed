import Testing

@testable import Keys

@Suite struct DeviceKindTests {
  struct Device: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var keys: Set<Int> = []
    var relative: Set<Int> = []
    var absolute: Set<Int> = []
    var properties: Set<Int> = []
    var kind: DeviceKind
  }

  static let devices: [Device] = [
    Device(testDescription: "keyboard", keys: Set(1...120), kind: .keyboard),
    Device(testDescription: "gpio-keys with one key", keys: [28], kind: .keyboard),
    Device(testDescription: "infrared receiver", keys: [0x160, 0x192, 0x200], kind: .keyboard),
    Device(testDescription: "volume knob on USB", keys: [113, 114, 115], relative: [], kind: .keyboard),
    Device(testDescription: "rotary-encoder", relative: [0], kind: .encoder),
    Device(testDescription: "rotary-encoder as a wheel", relative: [8], kind: .encoder),
    Device(testDescription: "rotary-encoder as a dial", relative: [7], kind: .encoder),
    Device(testDescription: "mouse", keys: [0x110, 0x111], relative: [0, 1, 8], kind: .other),
    Device(testDescription: "keyboard with a mouse in it", keys: [30, 0x110], relative: [0, 1], kind: .other),
    Device(
      testDescription: "touch screen", keys: [0x14A], absolute: [0, 1, 0x2F, 0x35, 0x36, 0x39],
      properties: [1],
      kind: .touchScreen),
    Device(
      testDescription: "resistive touch screen", keys: [0x14A], absolute: [0, 1, 24], properties: [1],
      kind: .touchScreen),
    Device(
      testDescription: "touch pad", keys: [0x110, 0x14A], absolute: [0, 1, 0x35, 0x36], properties: [0],
      kind: .other),
    Device(testDescription: "joystick", keys: [0x120], absolute: [0, 1], kind: .other),
    Device(testDescription: "accelerometer", absolute: [0, 1, 2], properties: [6], kind: .other),
    Device(testDescription: "nothing", kind: .other)
  ]

  @Test(arguments: devices)
  func aDeviceIsWhatItCanDo(_ device: Device) {
    let kind = DeviceKind(
      keys: device.keys, relative: device.relative, absolute: device.absolute, properties: device.properties)
    #expect(kind == device.kind)
  }
}
