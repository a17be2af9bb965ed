internal import CInput
internal import Glibc
internal import Linux

/// An open /dev/input/eventN. It prevents: a loop that waits in a read, stamps of the wall clock, and keys
/// that stay down when the device or its events are lost.
final class RawDevice {
  let name: String
  let kind: DeviceKind

  private let descriptor: Descriptor
  private var reader: EventReader
  private var events = [cinput_event](repeating: cinput_event(), count: 64)

  /// Throws where there is no such device, or none that this process may open.
  init(path: String) throws(SystemError) {
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    let device = descriptor.number
    var abilities = cinput_abilities()
    var code = cinput_read_abilities(device, &abilities)
    guard code == 0 else { throw SystemError("EVIOCGBIT", code: code) }
    name = withUnsafeBytes(of: abilities.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let absolute = RawDevice.numbers(of: abilities.absolute)
    let kind = DeviceKind(
      keys: RawDevice.numbers(of: abilities.keys), relative: RawDevice.numbers(of: abilities.relative),
      absolute: absolute, properties: RawDevice.numbers(of: abilities.properties))
    self.kind = kind
    let isMulti = absolute.contains(EventCode.multiX)
    reader = EventReader(
      kind, x: RawDevice.range(device, isMulti ? EventCode.multiX : EventCode.x),
      y: RawDevice.range(device, isMulti ? EventCode.multiY : EventCode.y), isMulti: isMulti)
    code = cinput_use_monotonic_clock(device)
    guard code == 0 else { throw SystemError("EVIOCSCLOCKID", code: code) }
    self.descriptor = descriptor
  }

  /// For `EventLoop.watch`.
  var number: Int32 { descriptor.number }

  /// All that came since the last call. Throws when the device is gone.
  func read() throws(SystemError) -> [InputFact] {
    var facts: [InputFact] = []
    for _ in 0..<KeysLimits.eventsATurn / events.count {
      let count = cinput_read_events(descriptor.number, &events, Int32(events.count))
      guard count >= 0 else { throw SystemError("read", code: -count) }
      for event in events.prefix(Int(count)) {
        let raw = EventReader.Raw(
          type: Int(event.type), code: Int(event.code), value: Int(event.value),
          instant: .nanoseconds(event.nanoseconds))
        facts += reader.take(raw)
        if reader.needsResync { facts += reader.resync(down: try keysDown(), at: raw.instant) }
      }
      if count < events.count { break }
    }
    return facts
  }

  /// What has to be told when it is gone.
  func lifted() -> [InputFact] { reader.lifted(at: MonotonicClock.now()) }

  private func keysDown() throws(SystemError) -> Set<Int> {
    var abilities = cinput_abilities()
    let code = withUnsafeMutableBytes(of: &abilities.keys) {
      cinput_read_keys(descriptor.number, $0.bindMemory(to: UInt8.self).baseAddress, Int32($0.count))
    }
    guard code == 0 else { throw SystemError("EVIOCGKEY", code: code) }
    return RawDevice.numbers(of: abilities.keys)
  }

  private static func range(_ device: Int32, _ axis: Int) -> EventReader.Range {
    var minimum: Int32 = 0
    var maximum: Int32 = 0
    guard cinput_read_range(device, Int32(axis), &minimum, &maximum) == 0 else {
      return EventReader.Range(minimum: 0, maximum: 0)
    }
    return EventReader.Range(minimum: Int(minimum), maximum: Int(maximum))
  }

  /// The numbers of the bits that are set.
  private static func numbers<Bits>(of bits: Bits) -> Set<Int> {
    withUnsafeBytes(of: bits) { bytes in
      Set((0..<bytes.count * 8).filter { bytes[$0 >> 3] >> UInt8($0 & 7) & 1 == 1 })
    }
  }
}
