import Testing

@testable import Core

/// Arrow keys, on a keyboard and in the terminal.
@Suite struct ArrowTests {
  private func radio(_ actions: Action...) -> Scenario {
    let languages = [Language(code: "de", name: "Deutsch"), Language(code: "fr", name: "Français")]
    let radio = Scenario(State(catalogue: .small, languages: languages))
    radio.pass(.started)
    for action in actions { radio.pass(.action(action), later: .milliseconds(500)) }
    return radio
  }

  @Test func upIsLouderAndARowUp() {
    let player = radio(.play, .player)
    let before = player.state.volume.percent
    player.pass(.action(.step(-1)))
    #expect(player.state.volume.percent == before + Limits.volumeStep)
    player.pass(.action(.step(1)), later: .seconds(1))
    player.pass(.action(.step(1)), later: .seconds(1))
    #expect(player.state.volume.percent == before - Limits.volumeStep)
    // The knob is no arrow: to the right is louder.
    player.pass(.action(.turn(1)), later: .seconds(1))
    #expect(player.state.volume.percent == before)
    let list = radio(.open(.stations), .step(1), .step(1), .step(-1))
    #expect(list.state.browse.focus == 1)
  }

  @Test func sidewaysChangesTheValueThatIsBeingChangedAndNothingElse() {
    let radio = radio(.play, .open(.settings), .push)
    #expect(radio.state.browse.edit == .language(0))
    let playback = radio.state.playback
    #expect(radio.pass(.action(.sideways(1))).isEmpty)
    #expect(radio.state.browse.edit == .language(1))
    radio.pass(.action(.sideways(1)))
    radio.pass(.action(.sideways(-1)))
    #expect(radio.state.browse.edit == .language(1))
    #expect(radio.state.playback == playback)
    radio.pass(.action(.push))
    #expect(radio.state.chosenLanguage == "de")
    radio.pass(.action(.sideways(1)))
    #expect(radio.state.playback.station == .named("B"))
  }

  /// A station that was chosen from Recents goes on in its own category.
  @Test func afterRecentsTheNextOneIsBesideItInItsCategory() {
    let state = State(catalogue: .small, recents: [.named("D"), .named("A")])
    let radio = Scenario(state)
    for action: Action in [.open(.recents), .push] { radio.pass(.action(action), later: .seconds(1)) }
    #expect(radio.state.playback.station == .named("D"))
    #expect(radio.state.playback.list == .recents)
    radio.pass(.action(.stationNext), later: .seconds(1))
    #expect(radio.state.playback.station == .named("E"))
    #expect(radio.state.playback.list == .category(1))
  }

  @Test(arguments: KeptList.allCases)
  func theListThatWasChosenFromIsKept(_ list: KeptList) {
    let station = Station.named("A")
    var saved = SavedState(station: station, keptList: list)
    let state = State(catalogue: .small, saved: saved, recents: [station], favorites: [station])
    #expect(state.playback.list == (list == .favorites ? .favorites : .recents))
    #expect(state.saved.keptList == list)
    // Files of before have no word of it.
    saved.keptList = nil
    #expect(State(catalogue: .small, saved: saved, favorites: [station]).playback.list == .favorites)
    #expect(State(catalogue: .small, saved: saved).playback.list == .recents)
  }
}
