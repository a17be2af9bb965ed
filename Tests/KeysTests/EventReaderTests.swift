import Testing

@testable import Keys

@Suite struct EventReaderTests {
  /// Reads lines of "type code value"; each is a millisecond after the one before.
  static func facts(_ reader: inout EventReader, _ lines: [(type: Int, code: Int, value: Int)]) -> [InputFact]
  {
    lines.enumerated().flatMap { index, line in
      reader.take(
        EventReader.Raw(
          type: line.type, code: line.code, value: line.value, instant: .milliseconds(index)))
    }
  }

  static func ms(_ count: Int) -> Duration { .milliseconds(count) }

  @Test func keysArePressedAndReleasedAndNotRepeated() {
    var reader = EventReader(.keyboard)
    let facts = Self.facts(
      &reader,
      [
        (4, 4, 458_792), (1, 28, 1), (0, 0, 0), (1, 28, 2), (0, 0, 1), (1, 28, 2), (0, 0, 1), (1, 28, 0),
        (0, 0, 0),
        (1, 0x110, 1), (1, 28, 0)
      ])
    #expect(
      facts == [
        .key(code: 28, isPressed: true, at: Self.ms(1)), .key(code: 28, isPressed: false, at: Self.ms(7))
      ])
  }

  @Test(arguments: [(0, 1, 1), (7, -1, -1), (8, 3, 3), (6, -2, -2), (1, 1, 1), (8, 1_000_000, 100)])
  func aKnobTellsClicks(axis: Int, value: Int, clicks: Int) {
    var reader = EventReader(.encoder)
    #expect(
      Self.facts(&reader, [(2, axis, value), (0, 0, 0)]) == [.turned(clicks: clicks, at: Self.ms(0))])
  }

  @Test func otherAxesAreNoClicks() {
    var reader = EventReader(.encoder)
    #expect(Self.facts(&reader, [(2, 9, 4), (2, 0, 0), (3, 0, 7), (0, 0, 0)]) == [])
  }

  @Test func afterLostEventsTheKeysAreReadAnew() {
    var reader = EventReader(.keyboard)
    // Down: 30 and 31; lost: that 30 was released and 32 pressed.
    var facts = Self.facts(&reader, [(1, 30, 1), (1, 31, 1), (0, 0, 0), (0, 3, 0), (1, 32, 1), (1, 31, 0)])
    #expect(facts.count == 2)
    #expect(!reader.needsResync)
    #expect(Self.facts(&reader, [(0, 0, 0)]) == [])
    #expect(reader.needsResync)
    facts = reader.resync(down: [31, 32, 0x110], at: Self.ms(9))
    #expect(
      facts == [
        .key(code: 30, isPressed: false, at: Self.ms(9)), .key(code: 32, isPressed: true, at: Self.ms(9))
      ])
    #expect(!reader.needsResync)
    #expect(Self.facts(&reader, [(1, 31, 0)]) == [.key(code: 31, isPressed: false, at: Self.ms(0))])
  }

  @Test func whatIsHeldIsReleasedWhenTheDeviceVanishes() {
    var reader = EventReader(.keyboard)
    _ = Self.facts(&reader, [(1, 42, 1), (1, 30, 1)])
    #expect(
      reader.lifted(at: Self.ms(5)) == [
        .key(code: 30, isPressed: false, at: Self.ms(5)), .key(code: 42, isPressed: false, at: Self.ms(5))
      ])
    #expect(reader.lifted(at: Self.ms(6)) == [])
  }

  static func touch(_ finger: Int, _ phase: InputFact.Touch.Phase, _ x: Double, _ y: Double, _ at: Int)
    -> InputFact
  { .touch(InputFact.Touch(finger: finger, phase: phase, x: x, y: y, at: ms(at))) }

  @Test func twoFingersAreToldApart() {
    var reader = EventReader(
      .touchScreen, x: EventReader.Range(minimum: 0, maximum: 800),
      y: EventReader.Range(minimum: 80, maximum: 480))
    let facts = Self.facts(
      &reader,
      [
        (3, 0x2F, 0), (3, 0x39, 7), (3, 0x35, 200), (3, 0x36, 180), (1, 0x14A, 1), (0, 0, 0),
        (3, 0x2F, 1), (3, 0x39, 8), (3, 0x35, 900), (3, 0x36, 0), (0, 0, 0),
        (3, 0x2F, 0), (3, 0x35, 400), (0, 0, 0), (0, 0, 0),
        (3, 0x39, -1), (0, 0, 0), (3, 0x2F, 1), (3, 0x39, -1), (1, 0x14A, 0), (0, 0, 0)
      ])
    #expect(
      facts == [
        Self.touch(0, .down, 0.25, 0.25, 5), Self.touch(1, .down, 1, 0, 10),
        Self.touch(0, .moved, 0.5, 0.25, 13),
        Self.touch(0, .up, 0.5, 0.25, 16), Self.touch(1, .up, 1, 0, 20)
      ])
  }

  @Test func aScreenForOneFingerHasOne() {
    var reader = EventReader(
      .touchScreen, x: EventReader.Range(minimum: 0, maximum: 4_095),
      y: EventReader.Range(minimum: 0, maximum: 4_095), isMulti: false)
    let facts = Self.facts(
      &reader,
      [(1, 0x14A, 1), (3, 0, 4_095), (3, 1, 0), (0, 0, 0), (3, 0, 0), (0, 0, 0), (1, 0x14A, 0), (0, 0, 0)])
    #expect(
      facts == [
        Self.touch(0, .down, 1, 0, 3), Self.touch(0, .moved, 0, 0, 5), Self.touch(0, .up, 0, 0, 7)
      ])
  }

  @Test func fingersThatNobodyCountsAndLostOnesDoNoHarm() {
    var reader = EventReader(.touchScreen)
    #expect(
      Self.facts(&reader, [(3, 0x2F, 77), (3, 0x39, 1), (0, 0, 0), (3, 0x2F, -1), (3, 0x39, 2), (0, 0, 0)])
        == [])
    _ = Self.facts(&reader, [(3, 0x2F, 2), (3, 0x39, 3), (0, 0, 0)])
    #expect(reader.resync(down: [], at: Self.ms(4)) == [Self.touch(2, .cancelled, 0, 0, 4)])
  }
}
