import Core
import Runtime
import Testing

@Suite struct LinkWatchTests {
  @Test func theNetworkIsLookedAtWhileSomebodyLooks() {
    let time = HandTime()
    var told: [Event] = []
    let watch = LinkWatch(time: time) { told.append($0) }
    var state = State(catalogue: Catalogue())
    var effects: [Effect] = []
    watch.show(state)
    time.pass(.seconds(60))
    #expect(told.isEmpty)
    state.handle(.action(.open(.radio)), at: time.now, &effects)
    watch.show(state)
    time.pass(.zero)
    #expect(told.count == 1)
    watch.show(state)
    time.pass(.seconds(2))
    #expect(told.count == 2)
    state.handle(.action(.back), at: time.now, &effects)
    watch.show(state)
    time.pass(.seconds(60))
    #expect(told.count == 2)
    guard case .network? = told.first else {
      Issue.record("told \(told)")
      return
    }
    watch.close()
  }
}
