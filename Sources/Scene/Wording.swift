public import Core

// What is said of which state, in the words of the catalogue.
extension Phrases {
  func title(of screen: Screen) -> String {
    switch screen {
    case .home: "Nightstand"
    case .categories: self[.categories]
    case .stations: self[.stations]
    case .player, .options, .confirm: self[.player]
    case .recents: self[.recents]
    case .favorites: self[.favorites]
    case .settings: self[.settings]
    case .radio: self[.thisRadio]
    case .help: self[.keys]
    }
  }

  public func name(of list: StationList, in catalogue: Catalogue) -> String {
    switch list {
    case .category(let index):
      catalogue.categories.indices.contains(index) ? catalogue.categories[index].name : ""
    case .recents: self[.recents]
    case .favorites: self[.favorites]
    }
  }

  /// What the row does, as it would be done now.
  func choice(_ choice: Choice, in state: State) -> String {
    switch choice {
    case .open(.home): self[.home]
    // Over Player it is the way to what is known of the stream.
    case .open(.radio): state.browse.screen == .options ? self[.streamDetails] : self[.thisRadio]
    case .open(let screen): title(of: screen)
    case .ask(.clearRecents): self[.clearRecents]
    case .ask(.clearFavorites): self[.clearFavorites]
    case .edit(.language): self[.language]
    case .jump: self[.jumpToLetter]
    case .perform(.favorite):
      state.favoriteWouldBeRemoved ? self[.removeFromFavorites] : self[.addToFavorites]
    case .perform(.remove): self[.removeFromList]
    case .perform(.mute): state.volume.isMuted ? self[.soundOn] : self[.mute]
    case .perform(.stationNext): self[.nextStation]
    case .perform(.stationPrevious): self[.previousStation]
    case .perform(.categoryNext): self[.nextCategory]
    case .perform(.categoryPrevious): self[.previousCategory]
    case .perform: ""
    }
  }

  func question(_ question: Question) -> String {
    switch question {
    case .clearRecents: self[.sureToClearRecents]
    case .clearFavorites: self[.sureToClearFavorites]
    }
  }

  func note(_ note: Note, in state: State, _ panel: ScenePanel) -> String {
    switch note {
    case .noStations: noStations(in: state)
    case .noFavorites: noFavorites(panel)
    case .favoriteAdded(let name): "★ " + self(.favoriteAdded, ["station": name])
    case .favoriteRemoved(let name): "☆ " + self(.favoriteRemoved, ["station": name])
    case .favoritesFull: self[.favoritesFull]
    case .recentsCleared: self[.recentsCleared]
    case .favoritesCleared: self[.favoritesCleared]
    case .noSuchStation(let number): self(.noSuchStation, ["number": String(number)])
    case .category(let name): name
    case .keyStuck(let name): self(.keyStuck, ["key": name])
    case .told(let words): translated(words)
    case .listRefused(let reason): self(.lastGoodList, ["reason": translated(reason)])
    case .listNotKept(let reason): self(.cannotKeepList, ["reason": translated(reason)])
    case .cannotKeep(.favorites, let reason): self(.cannotKeepFavorites, ["reason": translated(reason)])
    case .cannotKeep(.recents, let reason): self(.cannotKeepRecents, ["reason": translated(reason)])
    case .cannotKeep(.state, let reason), .cannotKeep(.loudness, let reason):
      self(.cannotKeepState, ["reason": translated(reason)])
    }
  }

  func noStations(in state: State) -> String { self(.noStations, ["file": state.settings.stationsFile]) }

  func noFavorites(_ panel: ScenePanel) -> String {
    if panel.hasKeyboard { return self[.noFavoritesPress] }
    if panel.hasStar { return self[.noFavoritesHold] }
    return self[panel.hasTouch ? .noFavoritesTouch : .noFavoritesOptions]
  }

  func volume(_ volume: Volume) -> String {
    let values: KeyValuePairs = ["percent": String(volume.percent), "maximum": String(volume.maximum)]
    return volume.maximum < 100
      ? self(volume.isMuted ? .volumeMutedUpTo : .volumeUpTo, values)
      : self(volume.isMuted ? .volumeMuted : .volume, values)
  }

  public func status(of state: State) -> Scene.Status {
    let playback = state.playback
    switch playback.phase {
    case .stopped: return Scene.Status(kind: .idle, text: self[.stopped])
    case .paused: return Scene.Status(kind: .idle, text: self[.paused])
    case .connecting:
      let again = playback.lastFailure.map { self(.connectingAgain, ["reason": reason(for: $0)]) }
      return Scene.Status(kind: .busy, text: again ?? self[.connecting])
    case .buffering(let percent):
      return Scene.Status(kind: .busy, text: self(.buffering, ["percent": String(percent)]))
    case .playing:
      if case .silent(let reason) = state.output {
        return Scene.Status(kind: .trouble, text: self(.playingSilently, ["reason": translated(reason)]))
      }
      return Scene.Status(kind: .playing, text: self[.playing])
    case .waiting(let failure, let until):
      let seconds = max(1, (until - state.now).secondsRoundedUp)
      let text = self(.nextTry, ["reason": reason(for: failure), "seconds": String(seconds)])
      return Scene.Status(kind: .trouble, text: Phrases.capitalized(text))
    case .failed(let failure):
      return Scene.Status(kind: .trouble, text: Phrases.capitalized(reason(for: failure)))
    }
  }

  /// A failure in plain words, in the middle of a sentence.
  public func reason(for failure: StreamFailure) -> String {
    switch failure {
    case .linkNotUsable: self[.linkNotUsable]
    case .nameNotFound: self[.nameNotFound]
    case .networkUnreachable: self[.noNetwork]
    case .noWiFi: self[.noWiFi]
    case .noAddress: self[.noNetworkAddress]
    case .noInternet: self[.noInternet]
    case .refused: self[.refused]
    case .noAnswer: self[.noAnswer]
    case .status(401), .status(403): self[.notLetIn]
    case .status(404), .status(410): self[.gone]
    case .status(let code): self(code >= 500 ? .serverTrouble : .otherStatus, ["code": String(code)])
    case .tooManyRedirects: self[.circles]
    case .certificateNotYetValid: self[.certificateNotYetValid]
    case .clockNotSet: self[.clockNotSet]
    case .certificate: self[.certificate]
    case .stalled: self[.stalled]
    case .ended: self[.ended]
    case .clipEnded: self[.clipEnded]
    case .notAudio(let kind): self(.notAudio, ["kind": translated(kind)])
    case .formatNotYet(let format): self(.formatNotYet, ["format": format])
    case .formatUnknown: self[.formatUnknown]
    case .playlist(let trouble): self(.playlistTrouble, ["trouble": translated(trouble)])
    case .connectionLost: self[.connectionLost]
    case .other(let words): translated(words)
    }
  }

  public func details(of playback: Playback) -> String {
    guard let format = playback.format else { return "" }
    // 44.1 and 22.05, but 48.
    let hundredths = format.rate % 1_000 / 10
    var kilohertz = "\(format.rate / 1_000)"
    if hundredths % 10 != 0 {
      kilohertz += self[.decimalSeparator] + "\(hundredths < 10 ? "0" : "")\(hundredths)"
    } else if hundredths != 0 {
      kilohertz += self[.decimalSeparator] + "\(hundredths / 10)"
    }
    var parts = [format.codec, "\(kilohertz) kHz", self[format.channels == 1 ? .mono : .stereo]]
    if let kbit = format.kbitPerSecond ?? playback.info?.kbitPerSecond { parts.append("\(kbit) kbit/s") }
    return parts.joined(separator: " · ")
  }

  /// A row of This radio: what it is, and what is so.
  func fact(_ fact: RadioFact, in state: State) -> (label: String, value: String) {
    switch fact {
    case .version(let version): (self[.version], version)
    case .revision(let revision): (self[.revision], revision)
    case .room(let name): (self[.room], name)
    case .address(let address): (self[.address], address)
    case .noAddress: (self[.address], self[.noAddress])
    case .signal(let level):
      // 0 % at −100 dBm, where nothing gets through, 100 % from −50 dBm.
      (
        self[.signal],
        self(
          .signalLevel,
          ["percent": String(min(max(2 * (level + 100), 0), 100)), "level": "−\(abs(level))"])
      )
    case .stations(let count, let categories):
      (
        self[.stations],
        self(.both, ["one": counted(.stations, count), "other": counted(.categories, categories)])
      )
    case .favorites(let count): (self[.favorites], String(count))
    case .recents(let count): (self[.recents], String(count))
    case .sound(.opened(let device)): (self[.sound], device)
    case .sound(.silent(let reason)): (self[.sound], self(.none, ["reason": translated(reason)]))
    case .sound(nil): (self[.sound], self[.notInUse])
    case .station(let name): (self[.station], name)
    case .link(let link): (self[.link], link)
    case .callsItself(let name): (self[.callsItself], name)
    case .genre(let genre): (self[.genre], genre)
    case .stream: (self[.stream], details(of: state.playback))
    case .cushion(let cushion): (self[.cushion], "\(cushion.milliseconds) ms")
    case .clock(let ppm): (self[.clockOfStation], "\(ppm > 0 ? "+" : ppm < 0 ? "−" : "±")\(abs(ppm)) ppm")
    case .failures(let count, let failure):
      (self[.failures], self(.lastFailure, ["count": String(count), "reason": reason(for: failure)]))
    }
  }
}
