import Support
import Testing

@testable import Core

@Suite struct QuadratureTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var changesPerClick: Int
    /// What the lines A and B are in turn.
    var levels: String
    /// The clicks, each with its sign.
    var allowed: [[Int]]
    var testDescription: String { name }

    init(_ name: String, _ changesPerClick: Int, _ levels: String, _ allowed: [Int]...) {
      (self.name, self.changesPerClick, self.levels, self.allowed) = (name, changesPerClick, levels, allowed)
    }
  }

  private static func times(_ count: Int, _ levels: String) -> String {
    ([levels.split(separator: " ").map(String.init)[0]]
      + Array(repeating: levels.split(separator: " ").dropFirst().map(String.init), count: count).joined())
      .joined(separator: " ")
  }

  static let rows: [Row] = [
    Row("bounce at the first contact", 4, "11 01 11 01 11 01 00 10 11", [1]),
    Row("one sample is lost", 4, "11 01 10 11", [], [1]),
    Row("one sample is lost, to the left", 4, "11 10 01 11", [], [-1]),
    Row("half a click, and the other half", 2, "11 01 00 10 11", [1, 1]),
    Row("half a click, there and back", 2, "11 01 00 01 11", [1, -1]),
    Row("both edges of every contact are clicks", 1, "11 01 00 10 11", [1, 1, 1, 1]),
    Row("at rest with both contacts closed, three left", 4, times(3, "00 01 11 10 00"), [-1, -1, -1]),
    Row("at rest with both contacts closed, three right", 4, times(3, "00 10 11 01 00"), [1, 1, 1]),
    Row(
      "three there and three back", 4, times(3, "00 10 11 01 00") + " 01 11 10 00 01 11 10 00 01 11 10 00",
      [1, 1, 1, -1, -1, -1]),
    Row("one there, one back", 4, "11 01 00 10 11 10 00 01 11", [1, -1]),
    Row("half way and back is nothing", 4, "11 01 00 01 11 10 00 10 11", []),
    Row("trembling in the click is nothing", 4, "11 01 11 10 11 01 11 10 11", []),
    Row("both lines at once are no step", 4, "11 00 11 00 11", []),
    Row("both lines at once are no step with two changes either", 2, "11 00 11 00 11", []),
    Row("lost half way, and back the way it came", 4, "11 01 10 00 01 11", []),
    Row("after a lost sample the next click is whole", 4, "11 00 10 11 01 00 10 11", [1], [1, 1])
  ]

  private static func levels(_ text: String) -> [(a: Bool, b: Bool)] {
    text.split(separator: " ").map { ($0.first == "1", $0.last == "1") }
  }

  private static func clicks(_ row: Row, swapped: Bool = false, isReversed: Bool = false) -> [Int] {
    var decoder = QuadratureDecoder(changesPerClick: row.changesPerClick, isReversed: isReversed)
    var clicks: [Int] = []
    for (index, level) in levels(row.levels).enumerated() {
      // Slow enough for everything to settle.
      let instant = Instant(.milliseconds(index * 20))
      if let due = decoder.due, due <= instant { clicks.append(decoder.settle()) }
      let pair = swapped ? (level.b, level.a) : (level.a, level.b)
      clicks.append(decoder.take(a: pair.0, b: pair.1, at: instant))
    }
    if decoder.due != nil { clicks.append(decoder.settle()) }
    return clicks.filter { $0 != 0 }
  }

  @Test(arguments: rows)
  func changesBecomeClicks(_ row: Row) {
    #expect(row.allowed.contains(Self.clicks(row)), "\(Self.clicks(row))")
  }

  @Test(arguments: rows)
  func swappedWiresOnlyChangeTheSign(_ row: Row) {
    #expect(Self.clicks(row, swapped: true) == Self.clicks(row).map { -$0 })
    #expect(Self.clicks(row, swapped: true, isReversed: true) == Self.clicks(row))
  }

  /// Encoders that rest where a line just changes: that line may have changed at rest or not.
  @Test func anEncoderThatRestsOnAnEdgeLosesNothing() {
    var decoder = QuadratureDecoder()
    var random = SeededRandom(seed: 7)
    let cycle = [(true, true), (false, true), (false, false), (true, false)]
    var place = 0
    var sum = 0
    var clicks = 0
    func step(_ by: Int) {
      place += by
      let level = cycle[(place % 4 + 4) % 4]
      clicks += decoder.take(a: level.0, b: level.1, at: .start)
    }
    _ = decoder.take(a: true, b: true, at: .start)
    for _ in 0..<500 {
      let direction = Bool.random(using: &random) ? 1 : -1
      sum += direction
      // Rests at 4 × the clicks, or one further to the right.
      let target = sum * 4 + Int.random(in: 0...1, using: &random)
      while place != target { step((target - place).signum()) }
      #expect(abs(clicks - sum) <= 1)
    }
    while place != sum * 4 { step((sum * 4 - place).signum()) }
    #expect(clicks == sum)
  }

  // MARK: Ten thousand clicks

  /// An encoder whose contacts bounce, as pictures of cheap ones on an oscilloscope show it: up to six pairs
  /// of edges within the first two milliseconds or, where the knob is slow, five.
  private struct Encoder {
    var random: SeededRandom
    var place = 0
    var a = true
    var b = true
    var microseconds: Int64 = 0
    let changesPerClick: Int
    static let cycle = [(true, true), (false, true), (false, false), (true, false)]

    /// One click that takes `length` microseconds: the edges, with their microseconds.
    mutating func click(right: Bool, length: Int64) -> [(a: Bool, b: Bool, microseconds: Int64)] {
      var edges: [(a: Bool, b: Bool, microseconds: Int64)] = []
      let phase = length / Int64(changesPerClick)
      for _ in 0..<changesPerClick {
        place += right ? 1 : 3
        let level = Encoder.cycle[place % 4]
        let isA = level.0 != a
        var at = microseconds
        // A contact settles before the other one of the pair moves: that is how they are set apart.
        let end = microseconds + min(phase * 4 / 5, phase > 10_000 ? 5_000 : 2_000)
        (a, b) = level
        edges.append((a, b, at))
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let first = at + Int64.random(in: 1...300, using: &random)
          let second = first + Int64.random(in: 1...300, using: &random)
          guard second < end else { break }
          edges.append((isA ? !a : a, isA ? b : !b, first))
          edges.append((a, b, second))
          at = second
        }
        microseconds += phase
      }
      return edges
    }
  }

  @Test(arguments: [1, 2, 4])
  func tenThousandClicksAreAllThereAndNoneIsWrong(changesPerClick: Int) {
    // The slowest and the fastest of a hand, and beyond: 100 clicks a second.
    let speeds: [Int64] = changesPerClick == 1 ? [300_000, 60_000, 25_000] : [300_000, 60_000, 25_000, 10_000]
    var encoder = Encoder(random: SeededRandom(seed: 20_240), changesPerClick: changesPerClick)
    var decoder = QuadratureDecoder(changesPerClick: changesPerClick)
    decoder.reread(a: true, b: true)
    var random = SeededRandom(seed: 5)
    var (clicks, lost, wrong, edgeCount) = (0, 0, 0, 0)
    while clicks < 10_000 {
      let isRight = Bool.random(using: &random)
      let length = speeds.randomElement(using: &random) ?? 25_000
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let end = encoder.microseconds + length
        var told: [Int] = []
        for edge in encoder.click(right: isRight, length: length) {
          let instant = Instant(.microseconds(edge.microseconds))
          if let due = decoder.due, due <= instant { told.append(decoder.settle()) }
          told.append(decoder.take(a: edge.a, b: edge.b, at: instant))
          edgeCount += 1
        }
        if let due = decoder.due, due <= Instant(.microseconds(end)) { told.append(decoder.settle()) }
        clicks += 1
        wrong += told.count { $0 != 0 && ($0 > 0) != isRight }
        if told.reduce(0, +) != (isRight ? 1 : -1) { lost += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(lost == 0)
    #expect(edgeCount > 30_000, "the contacts did bounce")
  }

  @Test func lostEdgesNeverTurnAKnobTheOtherWay() {
    // One edge of each click is lost: always the same, and one by chance.
    for lost in 0..<5 {
      for right in [true, false] {
        var random = SeededRandom(seed: UInt64(lost))
        var decoder = QuadratureDecoder()
        decoder.reread(a: true, b: true)
        var clicks: [Int] = []
        var place = 0
        for _ in 0..<1_000 {
          let missing = lost < 4 ? lost : Int.random(in: 0..<4, using: &random)
          for edge in 0..<4 {
            place += right ? 1 : 3
            let level = Encoder.cycle[place % 4]
            if edge != missing { clicks.append(decoder.take(a: level.0, b: level.1, at: .start)) }
          }
        }
        #expect(!clicks.contains(right ? -1 : 1), "edge \(lost)")
        #expect(clicks.contains(right ? 1 : -1), "edge \(lost)")
      }
    }
  }

  @Test func afterAGapTheLevelsAreTakenAndNothingIsAStep() {
    var decoder = QuadratureDecoder()
    decoder.reread(a: true, b: true)
    #expect(decoder.take(a: false, b: true, at: .start) == 0)
    decoder.reread(a: true, b: true)
    // Were the first half still counted, this would be a click.
    #expect(decoder.take(a: false, b: true, at: .start) == 0)
    #expect(decoder.take(a: false, b: false, at: .start) == 0)
    decoder.reread(a: false, b: false)
    #expect(decoder.take(a: true, b: false, at: .start) == 1, "it goes on from half way")
  }

  @Test(arguments: [1, 2, 4])
  func tenClicksTellWhatAKnobIsLike(changesPerClick: Int) {
    for right in [true, false] {
      var encoder = Encoder(random: SeededRandom(seed: 3), changesPerClick: changesPerClick)
      var lesson = KnobLesson()
      lesson.take(a: true, b: true)
      for _ in 0..<KnobLesson.clicks {
        for edge in encoder.click(right: right, length: 200_000) { lesson.take(a: edge.a, b: edge.b) }
      }
      #expect(lesson.knob == ControlMap.Knob(changesPerClick: changesPerClick, isReversed: !right))
    }
  }

  @Test func tenClicksToBothSidesTellNothing() {
    var encoder = Encoder(random: SeededRandom(seed: 3), changesPerClick: 4)
    var lesson = KnobLesson()
    #expect(lesson.knob == nil)
    for count in 0..<KnobLesson.clicks {
      for edge in encoder.click(right: count < 6, length: 200_000) { lesson.take(a: edge.a, b: edge.b) }
    }
    #expect(lesson.knob == nil)
  }
}
