import Testing

@testable import Core

@Suite struct KeptTests {
  @Test func recentsAreTwentyWithoutDoubles() {
    var recents = SiteList(limit: Limits.recents)
    for number in 1...25 { recents.putFirst(.named("\(number)")) }
    recents.putFirst(.named("10"))
    #expect(recents.stations.count == 20)
    #expect(recents.stations.first?.name == "10")
    #expect(recents.stations.last?.name == "6")
    #expect(Set(recents.stations.map(\.link)).count == 20)
  }

  @Test func identityIsTheLink() {
    var list = SiteList(limit: 5)
    list.putFirst(Station(name: "Rain", link: "http://h.example/rain", logo: "rain"))
    list.putFirst(Station(name: "Rain again", link: "http://h.example/rain"))
    #expect(list.stations.map(\.name) == ["Rain again"])
    #expect(list.contains(Station(name: "", link: "http://h.example/rain")))
  }

  @Test func aFavoriteFromTheListIsTheSameFromRecents() {
    let radio = Scenario(State(catalogue: .small))
    radio.pass(.action(.play))
    radio.pass(.stream(1, .sounding))
    radio.pass(.action(.favorite))
    #expect(radio.state.favorites.stations.map(\.name) == ["A"])
    radio.pass(.action(.open(.recents)))
    radio.pass(.action(.favorite))
    #expect(radio.state.favorites.stations.isEmpty)
  }

  @Test func deletingTheMiddleOneClosesUp() {
    let stations = ["A", "B", "C"].map(Station.named)
    let radio = Scenario(State(catalogue: .small, favorites: stations))
    radio.pass(.action(.open(.favorites)))
    radio.pass(.action(.turn(1)))
    let effects = radio.pass(.action(.remove))
    #expect(effects.contains(.save(.favorites)))
    #expect(radio.state.favorites.stations.map(\.name) == ["A", "C"])
    #expect(radio.state.browse.focus == 1)
  }

  @Test func aFullListOfFavoritesLosesNothing() {
    let many = (1...Limits.favorites).map { Station.named("\($0)") }
    let radio = Scenario(State(catalogue: .small, favorites: many))
    radio.pass(.action(.play))
    radio.pass(.action(.favorite))
    #expect(radio.state.note == .favoritesFull)
    #expect(radio.state.favorites.stations == many)
  }

  @Test func playingFromRecentsMovesItUp() {
    let radio = Scenario(State(catalogue: .small, recents: ["C", "B", "A"].map(Station.named)))
    radio.pass(.action(.open(.recents)))
    radio.pass(.action(.turn(2)))
    radio.pass(.action(.push))
    radio.pass(.stream(1, .sounding))
    #expect(radio.state.recents.stations.map(\.name) == ["A", "C", "B"])
  }

  @Test func aStationThatNeverSoundedIsNoRecent() {
    let radio = Scenario(State(catalogue: .small))
    radio.pass(.action(.play))
    radio.pass(.stream(1, .failed(.nameNotFound)))
    #expect(radio.state.recents.stations.isEmpty)
  }

  @Test(arguments: [
    (HouseSettings.ResumeAtStart.asBefore, true, true), (.asBefore, false, false), (.never, true, false),
    (.always, false, true)
  ])
  func theLastStationResumesAsTheHouseSays(
    resume: HouseSettings.ResumeAtStart, wasPlaying: Bool, resumes: Bool
  ) {
    var settings = HouseSettings()
    settings.resumeAtStart = resume
    let saved = SavedState(
      volume: 30, station: .named("E"), categoryName: "Pop", wasPlaying: wasPlaying,
      cushions: ["http://h.example/E": 800])
    let radio = Scenario(State(catalogue: .small, saved: saved, settings: settings))
    let effects = radio.pass(.started)
    #expect(effects.contains(.setVolume(percent: 30, isMuted: false)))
    let start = Effect.startSession(1, .named("E"), cushion: .milliseconds(800))
    #expect(effects.contains(start) == resumes)
    #expect(radio.state.playback.station == .named("E"))
    #expect(radio.state.browse.screen == .player)
    // Next goes on where it was.
    radio.pass(.action(.stationNext))
    #expect(radio.state.playback.station == .named("D"))
  }

  @Test func whatIsSavedComesBack() {
    let radio = Scenario(State(catalogue: .small))
    radio.pass(.action(.categoryNext))
    radio.pass(.action(.stationNext))
    radio.pass(.action(.volume(22)))
    radio.pass(.stream(2, .starved))
    let again = State(catalogue: .small, saved: radio.state.saved)
    #expect(again.saved.station == .named("B"))
    #expect(again.saved.volume == 22)
    #expect(again.cushions.cushion(for: .named("B")) == Limits.cushionAtFirst * 2)
  }

  @Test func theCeilingHolds() {
    var settings = HouseSettings()
    settings.maximumVolume = 40
    settings.startVolume = 90
    let radio = Scenario(State(catalogue: .small, settings: settings))
    #expect(radio.state.volume.percent == 40)
    radio.pass(.action(.volumeUp))
    radio.pass(.action(.volume(100)))
    #expect(radio.state.volume.percent == 40)
  }

  @Test func muteEndsWithLouderAndStaysWithSofter() {
    var volume = Volume(percent: 50)
    volume.toggleMute()
    volume.set(46)
    #expect(volume.isMuted && volume.percent == 46)
    volume.set(50)
    #expect(!volume.isMuted)
  }

  @Test func everyActionHasANameThatIsRead() {
    let forms = Action.names.map(\.form)
    #expect(Set(forms).count == forms.count)
    for form in forms {
      let line = form.replacing(" N", with: " 7").replacing("SCREEN", with: "stations")
        .replacing("KEY", with: "star")
      #expect(Action(line: line) != nil, "\(line)")
    }
    for line in [
      "", " ", "station", "station-next 3", "volume", "volume 101", "volume x", "open", "open sesame", "key",
      "key stars", "hold", "hold me"
    ] {
      #expect(Action(line: line) == nil, "\(line)")
    }
    #expect(Action(line: " volume   7 ") == .volume(7))
    #expect(Action(line: "open stations\r") == .open(.stations))
  }
}
