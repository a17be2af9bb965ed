import Testing

@testable import Core

/// Settings, This radio, BACK and Home.
@Suite struct SettingTests {
  private static let german = Language(code: "de", name: "Deutsch")

  private func radio(settings: HouseSettings = HouseSettings(), saved: SavedState = SavedState()) -> Scenario
  {
    Scenario(
      State(
        catalogue: .small, saved: saved, settings: settings,
        languages: [SettingTests.german, Language(code: "fr", name: "Français")], version: "1"))
  }

  @Test func theLanguageIsChosenInItsRow() {
    let radio = radio()
    radio.pass(.action(.open(.settings)))
    radio.send(.action(.push), []) { $0.browse.edit = .language(0) }
    radio.send(.action(.turn(1)), []) { $0.browse.edit = .language(1) }
    radio.send(.action(.turn(9)), []) { $0.browse.edit = .language(2) }
    radio.send(.action(.turn(-1)), []) { $0.browse.edit = .language(1) }
    #expect(radio.state.language == .english)
    radio.send(.action(.push), [.save(.state)]) {
      $0.browse.edit = nil
      $0.chosenLanguage = "de"
    }
    #expect(radio.state.language == SettingTests.german)
    #expect(radio.state.saved.language == "de")
    let again = State(catalogue: .small, saved: radio.state.saved, languages: [SettingTests.german])
    #expect(again.language == SettingTests.german)
  }

  @Test(arguments: [Action.back, .player, .options, .open(.home), .help])
  func whatIsLeftIsNotAccepted(action: Action) {
    let radio = radio()
    for step: Action in [.open(.settings), .push, .turn(1), action] { radio.pass(.action(step)) }
    #expect(radio.state.browse.edit == nil)
    #expect(radio.state.language == .english)
    if action == .back { #expect(radio.state.browse.screen == .settings) }
  }

  @Test func theHandWinsOverTheHouse() {
    var settings = HouseSettings()
    settings.language = "FR"
    #expect(radio(settings: settings).state.language.code == "fr")
    #expect(radio(settings: settings, saved: SavedState(language: "de")).state.language.code == "de")
    settings.language = "tlh"
    #expect(radio(settings: settings).state.language == .english)
  }

  @Test func withoutOtherLanguagesThereIsNothingToChoose() {
    let state = State(catalogue: .small)
    #expect(state.settingsChoices == [.ask(.clearRecents), .ask(.clearFavorites), .open(.radio)])
  }

  @Test func thisRadioTellsWhatItKnows() {
    var settings = HouseSettings()
    settings.revision = "7"
    let radio = radio(settings: settings, saved: SavedState(room: "12"))
    radio.pass(.action(.open(.radio)))
    let report = NetworkReport(addresses: ["192.168.1.20"], signal: -60)
    radio.send(.network(report), []) { $0.network = report }
    #expect(
      radio.state.radioFacts == [
        .version("1"), .revision("7"), .room("12"), .address("192.168.1.20"), .signal(-60),
        .stations(count: 5, categories: 2), .favorites(count: 0), .recents(count: 0), .sound(nil)
      ])
    radio.pass(.action(.focus(8)))
    radio.pass(.network(NetworkReport()))
    // A row less: the focus stays on the list.
    #expect(radio.state.browse.focus == 7)
    #expect(radio.state.radioFacts[3] == .noAddress)
    #expect(radio.pass(.action(.push)).isEmpty)
    #expect(radio.state.browse.screen == .radio)
  }

  @Test func backUndoesTheLastStep() {
    let radio = radio()
    // Stream details of Player lead back to Player, This radio of Settings to Settings.
    for step: Action in [.player, .open(.radio), .back] { radio.pass(.action(step)) }
    #expect(radio.state.browse.screen == .player)
    for step: Action in [.open(.settings), .focus(3), .push] { radio.pass(.action(step)) }
    #expect(radio.state.browse.screen == .radio)
    radio.pass(.action(.back))
    #expect(radio.state.browse.screen == .settings)
  }

  @Test func homeLeadsBackToWhereItCameFromOnce() {
    let radio = radio()
    for step: Action in [.open(.favorites), .open(.home), .back] { radio.pass(.action(step)) }
    #expect(radio.state.browse.screen == .favorites)
    let expected: [Screen] = [.home, .player, .home, .player]
    for screen in expected {
      radio.pass(.action(.back))
      #expect(radio.state.browse.screen == screen)
    }
  }

  @Test func aCategoryThatWasLookedThroughKeepsItsRow() {
    let radio = radio()
    radio.pass(.action(.play))
    for step: Action in [.open(.categories), .push, .step(2), .back, .push] { radio.pass(.action(step)) }
    #expect(radio.state.browse.focus == 2)
    // From the player the focus is on what plays.
    for step: Action in [.player, .push] { radio.pass(.action(step)) }
    #expect(radio.state.browse.focus == 0)
  }

  @Test func aRefusedListIsNews() {
    let radio = radio()
    let until = radio.now + Limits.noteShown
    radio.send(.listRefused(reason: "damaged"), [.wake(at: until)]) {
      $0.note = .listRefused(reason: "damaged")
      $0.noteUntil = until
    }
    radio.send(.noted("more"), []) { $0.untold = [.told("more")] }
    radio.pass(.woke, later: Limits.noteShown)
    #expect(radio.state.note == .told("more"))
  }
}
