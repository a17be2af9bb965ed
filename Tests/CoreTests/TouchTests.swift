import Core
import Testing

@Suite struct TouchTests {
  struct Step: Sendable {
    var phase: TouchTracker.Phase
    var x: Double
    var y: Double
    var at: Int
    var finger = 0

    init(_ phase: TouchTracker.Phase, _ x: Double, _ y: Double, _ at: Int, finger: Int = 0) {
      self.phase = phase
      self.x = x
      self.y = y
      self.at = at
      self.finger = finger
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]
    var gestures: [TouchGesture]
  }

  static let middle = TouchPoint(x: 0.5, y: 0.5)

  static let rows: [Row] = [
    Row(
      testDescription: "tap", steps: [Step(.down, 0.5, 0.5, 0), Step(.up, 0.5, 0.5, 80)],
      gestures: [.tap(middle)]),
    Row(
      testDescription: "tap of a finger that rolls",
      steps: [Step(.down, 0.5, 0.5, 0), Step(.moved, 0.53, 0.47, 40), Step(.up, 0.52, 0.48, 80)],
      gestures: [.tap(middle)]),
    Row(
      testDescription: "just not a long tap", steps: [Step(.down, 0.5, 0.5, 0), Step(.up, 0.5, 0.5, 699)],
      gestures: [.tap(middle)]),
    Row(
      testDescription: "long tap, read late", steps: [Step(.down, 0.5, 0.5, 0), Step(.up, 0.5, 0.5, 700)],
      gestures: [.longTap(middle)]),
    Row(
      testDescription: "long tap, then away",
      steps: [Step(.down, 0.5, 0.5, 0), Step(.moved, 0.9, 0.5, 900), Step(.up, 0.9, 0.5, 1_000)],
      gestures: [.longTap(middle)]),
    Row(
      testDescription: "swipe right",
      steps: [Step(.down, 0.5, 0.5, 0), Step(.moved, 0.6, 0.5, 50), Step(.up, 0.7, 0.52, 100)],
      gestures: [.swipe(.right, from: middle)]),
    Row(
      testDescription: "swipe left", steps: [Step(.down, 0.5, 0.5, 0), Step(.up, 0.2, 0.5, 100)],
      gestures: [.swipe(.left, from: middle)]),
    Row(
      testDescription: "swipe up", steps: [Step(.down, 0.5, 0.5, 0), Step(.up, 0.5, 0.3, 100)],
      gestures: [.swipe(.up, from: middle)]),
    Row(
      testDescription: "swipe down", steps: [Step(.down, 0.5, 0.5, 0), Step(.up, 0.45, 0.7, 100)],
      gestures: [.swipe(.down, from: middle)]),
    Row(
      testDescription: "too short for a swipe", steps: [Step(.down, 0.5, 0.5, 0), Step(.up, 0.5, 0.6, 100)],
      gestures: []),
    Row(
      testDescription: "too slow for a swipe",
      steps: [Step(.down, 0.5, 0.5, 0), Step(.moved, 0.6, 0.5, 300), Step(.up, 0.9, 0.5, 900)], gestures: []),
    Row(
      testDescription: "neither right nor down", steps: [Step(.down, 0.5, 0.5, 0), Step(.up, 0.7, 0.75, 100)],
      gestures: []),
    Row(
      testDescription: "there and back",
      steps: [Step(.down, 0.5, 0.5, 0), Step(.moved, 0.8, 0.5, 100), Step(.up, 0.5, 0.5, 200)], gestures: []),
    Row(
      testDescription: "two fingers",
      steps: [
        Step(.down, 0.5, 0.5, 0), Step(.down, 0.6, 0.5, 20, finger: 1), Step(.up, 0.9, 0.5, 100),
        Step(.up, 0.6, 0.5, 120, finger: 1)
      ], gestures: []),
    Row(
      testDescription: "palm", steps: [Step(.down, 0.5, 0.5, 0), Step(.cancelled, 0.5, 0.5, 100)],
      gestures: []),
    Row(
      testDescription: "a tap after two fingers",
      steps: [
        Step(.down, 0.1, 0.1, 0), Step(.down, 0.6, 0.5, 20, finger: 1), Step(.up, 0.1, 0.1, 100),
        Step(.up, 0.6, 0.5, 120, finger: 1), Step(.down, 0.5, 0.5, 300, finger: 1),
        Step(.up, 0.5, 0.5, 350, finger: 1)
      ], gestures: [.tap(middle)]),
    Row(testDescription: "up without down", steps: [Step(.up, 0.5, 0.5, 0)], gestures: [])
  ]

  @Test(arguments: rows)
  func aFingerIsUnderstood(_ row: Row) {
    var tracker = TouchTracker(width: 320, height: 240)
    let gestures = row.steps.flatMap { step in
      tracker.take(
        step.phase, finger: step.finger, at: TouchPoint(x: step.x, y: step.y), Instant(.milliseconds(step.at))
      )
    }
    #expect(gestures == row.gestures)
    #expect(tracker.wake == nil)
  }

  @Test func aLongTapIsToldWhileTheFingerRests() {
    var tracker = TouchTracker(width: 320, height: 240)
    let start = Instant(.milliseconds(1_000))
    #expect(tracker.take(.down, finger: 0, at: Self.middle, start) == [])
    let wake = tracker.wake
    #expect(wake == start + .milliseconds(700))
    #expect(tracker.advance(to: start + .milliseconds(699)) == nil)
    #expect(tracker.advance(to: start + .milliseconds(700)) == .longTap(Self.middle))
    #expect(tracker.wake == nil)
    #expect(tracker.advance(to: start + .milliseconds(900)) == nil)
    #expect(tracker.take(.up, finger: 0, at: Self.middle, start + .milliseconds(950)) == [])
  }

  @Test func lengthsAreThoseOnTheGlassAndNotInPercent() {
    // A fifth of the width of a tall picture is far; a tenth of its height is as far.
    var tracker = TouchTracker(width: 240, height: 480)
    #expect(tracker.take(.down, finger: 0, at: Self.middle, .start) == [])
    let place = TouchPoint(x: 0.5, y: 0.6)
    #expect(
      tracker.take(.up, finger: 0, at: place, Instant(.milliseconds(90))) == [
        .swipe(.down, from: Self.middle)
      ])
  }

  @Test(arguments: [(0, 0.25, 0.125), (90, 0.125, 0.75), (180, 0.75, 0.875), (270, 0.875, 0.25)])
  func aPlaceOnATurnedPictureIsFound(degrees: Int, x: Double, y: Double) {
    #expect(TouchPoint(x: 0.25, y: 0.125).inPicture(turnedBy: degrees) == TouchPoint(x: x, y: y))
  }
}
