public import Core

/// Every word that the radio shows. Nothing is worded anywhere else.
public enum Phrases {
  static let noStations = "No stations. Put a list on the radio: see categorizedSites.plist."
  static let noRecents = "Nothing was played yet."
  static let noFavorites = "No favorites yet: press F on a station."
  static let yes = "Yes"
  static let no = "No"
  static let nothingChosen = "No station chosen"

  static func place(_ number: Int, of count: Int) -> String { "\(number) of \(count)" }

  static func volume(_ volume: Volume) -> String {
    volume.isMuted ? "Muted" : "Volume \(volume.percent)"
  }

  static func title(of screen: Screen) -> String {
    switch screen {
    case .home: "Nightstand"
    case .categories: "Categories"
    case .stations: "Stations"
    case .player, .options, .confirm: "Player"
    case .recents: "Recents"
    case .favorites: "Favorites"
    case .settings: "Settings"
    case .radio: "This radio"
    case .help: "Keys"
    }
  }

  public static func name(of list: StationList, in catalogue: Catalogue) -> String {
    switch list {
    case .category(let index):
      catalogue.categories.indices.contains(index) ? catalogue.categories[index].name : ""
    case .recents: "Recents"
    case .favorites: "Favorites"
    }
  }

  static func choice(_ choice: Choice, in state: State) -> String {
    switch choice {
    case .open(let screen): screen == .home ? "Home" : title(of: screen)
    case .ask(.clearRecents): "Clear recents…"
    case .ask(.clearFavorites): "Clear favorites…"
    case .perform(.favorite): "Add to favorites, or remove"
    case .perform(.remove): "Remove from this list"
    case .perform(.mute): state.volume.isMuted ? "Sound on" : "Mute"
    case .perform(.stationNext): "Next station"
    case .perform(.stationPrevious): "Previous station"
    case .perform(.categoryNext): "Next category"
    case .perform(.categoryPrevious): "Previous category"
    case .perform: ""
    }
  }

  static func question(_ question: Question) -> String {
    switch question {
    case .clearRecents: "Clear all recents: are you sure?"
    case .clearFavorites: "Clear all favorites: are you sure?"
    }
  }

  static func note(_ note: Note) -> String {
    switch note {
    case .noStations: noStations
    case .noFavorites: noFavorites
    case .favoriteAdded(let name): "★ \(name) is a favorite"
    case .favoriteRemoved(let name): "☆ \(name) is no favorite any more"
    case .favoritesFull: "The favorites are full: remove one first"
    case .recentsCleared: "Recents are cleared"
    case .favoritesCleared: "Favorites are cleared"
    case .noSuchStation(let number): "There is no station \(number)"
    case .category(let name): name
    case .told(let words): words
    case .cannotKeep(.favorites, let reason): "Cannot keep favorites: \(reason)"
    case .cannotKeep(.recents, let reason): "Cannot keep recents: \(reason)"
    case .cannotKeep(.state, let reason): "Cannot keep volume and station: \(reason)"
    }
  }

  public static func status(of state: State) -> Scene.Status {
    let playback = state.playback
    switch playback.phase {
    case .stopped: return Scene.Status(kind: .idle, text: "Stopped")
    case .paused: return Scene.Status(kind: .idle, text: "Paused")
    case .connecting:
      let again = playback.lastFailure.map { "Connecting again (\(reason(for: $0)))" }
      return Scene.Status(kind: .busy, text: again ?? "Connecting")
    case .buffering(let percent): return Scene.Status(kind: .busy, text: "Buffering \(percent) %")
    case .playing:
      if case .silent(let reason) = state.output {
        return Scene.Status(kind: .trouble, text: "Playing silently: \(reason)")
      }
      return Scene.Status(kind: .playing, text: "Playing")
    case .waiting(let failure, let until):
      let seconds = max(1, (until - state.now).secondsRoundedUp)
      return Scene.Status(
        kind: .trouble, text: "\(capitalized(reason(for: failure))), next try in \(seconds) s")
    case .failed(let failure):
      return Scene.Status(kind: .trouble, text: capitalized(reason(for: failure)))
    }
  }

  /// A failure in plain words, in the middle of a sentence.
  public static func reason(for failure: StreamFailure) -> String {
    switch failure {
    case .linkNotUsable: "the link is not one that the radio can open"
    case .nameNotFound: "the station's name was not found (no internet?)"
    case .networkUnreachable: "no network"
    case .refused: "the station refused the connection"
    case .noAnswer: "the station does not answer"
    case .status(401), .status(403): "the station does not let this radio in"
    case .status(404), .status(410): "the stream is gone from its address"
    case .status(let code) where code >= 500: "the station's server has trouble (\(code))"
    case .status(let code): "the station answered with error \(code)"
    case .tooManyRedirects: "the station sends the radio round in circles"
    case .certificateNotYetValid: "the certificate is not valid yet (is the clock set?)"
    case .certificate: "the station's certificate is not valid"
    case .stalled: "the stream stopped coming"
    case .ended: "the station closed the stream"
    case .clipEnded: "the station sent a recording, and it ended"
    case .notAudio(let kind): "not audio but \(kind)"
    case .formatNotYet(let format): "\(format): not yet"
    case .formatUnknown: "the format is not understood"
    case .playlist(let trouble): "the playlist \(trouble)"
    case .connectionLost: "the connection broke"
    case .other(let words): words
    }
  }

  static func capitalized(_ text: String) -> String {
    guard let first = text.first else { return text }
    return first.uppercased() + text.dropFirst()
  }

  public static func details(of playback: Playback) -> String {
    guard let format = playback.format else { return "" }
    // 44.1 and 22.05, but 48.
    let hundredths = format.rate % 1_000 / 10
    var kilohertz = "\(format.rate / 1_000)"
    if hundredths % 10 != 0 {
      kilohertz += ".\(hundredths < 10 ? "0" : "")\(hundredths)"
    } else if hundredths != 0 {
      kilohertz += ".\(hundredths / 10)"
    }
    var parts = [format.codec, "\(kilohertz) kHz", format.channels == 1 ? "mono" : "stereo"]
    if let kbit = format.kbitPerSecond ?? playback.info?.kbitPerSecond { parts.append("\(kbit) kbit/s") }
    return parts.joined(separator: " · ")
  }

  static func diagnostics(of state: State) -> [String] {
    let playback = state.playback
    var lines = [
      "\(state.catalogue.stationCount) stations in \(state.catalogue.categories.count) categories",
      "\(state.favorites.stations.count) favorites, \(state.recents.stations.count) recents"
    ]
    switch state.output {
    case .opened(let device): lines.append("Sound: \(device)")
    case .silent(let reason): lines.append("Sound: none, \(reason)")
    case nil: lines.append("Sound: not in use yet")
    }
    guard let station = playback.station else { return lines }
    lines += ["", "Station: \(station.name)", "Link: \(station.link)"]
    if let name = playback.info?.name { lines.append("Calls itself: \(name)") }
    if let genre = playback.info?.genre { lines.append("Genre: \(genre)") }
    if !details(of: playback).isEmpty { lines.append("Stream: \(details(of: playback))") }
    lines.append("Gathers \(state.cushions.cushion(for: station).milliseconds) ms before it sounds")
    if let failure = playback.lastFailure {
      lines.append("Failures in a row: \(playback.failures), the last: \(reason(for: failure))")
    }
    return lines
  }
}
