import Testing

@testable import Core

@Suite struct VolumeRiseTests {
  private func radio(_ percent: Int) -> Scenario {
    Scenario(State(catalogue: .small, saved: SavedState(volume: percent)))
  }

  @Test func aKnobThatSlipsRisesBy12dBASecond() {
    let radio = radio(20)
    for _ in 0..<50 { radio.pass(.action(.volumeUp), later: .milliseconds(5)) }
    #expect(radio.state.volume.percent == 20 + Limits.riseMax)
    // A second after the first click the next ones count again.
    radio.pass(.woke, later: Limits.riseWindow)
    radio.pass(.action(.volumeUp))
    #expect(radio.state.volume.percent == 20 + Limits.riseMax + Limits.volumeStep)
  }

  @Test func aCalmHandIsNotHeldBack() {
    let radio = radio(20)
    for _ in 0..<12 { radio.pass(.action(.turn(1)), later: .milliseconds(200)) }
    #expect(radio.state.volume.percent == 20 + 12 * Limits.volumeStep)
  }

  @Test func softerIsAlwaysAtOnce() {
    let radio = radio(80)
    radio.pass(.action(.volume(0)))
    #expect(radio.state.volume.percent == 0)
  }

  @Test func aFarGoalIsReachedInTime() {
    let radio = radio(20)
    var steps: [Int] = []
    radio.pass(.action(.volume(80)))
    steps.append(radio.state.volume.percent)
    while radio.state.volume.percent < 80, steps.count < 10, let wake = radio.state.wake {
      radio.pass(.woke, later: wake - radio.now)
      if radio.state.volume.percent != steps.last { steps.append(radio.state.volume.percent) }
    }
    #expect(steps == [44, 68, 80])
    #expect(radio.now - .start == Limits.riseWindow * 2)
    #expect(radio.state.volumeGoal == nil)
  }

  @Test(arguments: [Action.volumeDown, .mute, .volume(10)]) func aHandEndsTheWayUp(action: Action) {
    let radio = radio(20)
    radio.pass(.action(.volume(80)))
    radio.pass(.action(action))
    let percent = radio.state.volume.percent
    for _ in 0..<5 { radio.pass(.woke, later: .seconds(1)) }
    #expect(radio.state.volume.percent == percent)
  }

  /// Whatever is turned, in no second does it become louder by more than 12 dB.
  @Test func noSecondRisesMore() {
    var random = Jitter(seed: 5)
    let radio = radio(30)
    var heard: [(at: Instant, percent: Int)] = [(radio.now, 30)]
    for _ in 0..<2_000 {
      let pause = random.shortened(.milliseconds(160)) - .milliseconds(119)
      let isUp = random.shortened(.milliseconds(1_000)) > .milliseconds(840)
      radio.pass(.action(isUp ? .turn(3) : .volumeDown), later: pause)
      heard.append((radio.now, radio.state.volume.percent))
      let low = heard.reversed().prefix { radio.now - $0.at < Limits.riseWindow }.map(\.percent).min() ?? 0
      #expect(radio.state.volume.percent <= low + Limits.riseMax)
    }
    #expect(Set(heard.map(\.percent)).count > 10)
  }
}
