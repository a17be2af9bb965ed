extension State {
  /// One action of a person or a script.
  mutating func perform(_ action: Action, _ effects: inout [Effect]) {
    switch action {
    case .key(let key):
      if let meant = meaning(of: key) { perform(meant, &effects) }
      return
    case .hold(let key):
      if let meant = meaning(ofHolding: key) { perform(meant, &effects) }
      return
    default: break
    }
    if case .digit = action {} else if action != .push { typedNumber = nil }
    if typedNumber == nil { typedUntil = nil }
    if endsWithoutMoving(action, &effects) { return }
    switch action {
    case .stationNext: zap(by: 1, &effects)
    case .stationPrevious: zap(by: -1, &effects)
    case .categoryNext: zapCategory(by: 1, &effects)
    case .categoryPrevious: zapCategory(by: -1, &effects)
    case .playPause: playPause(&effects)
    case .play: play(&effects)
    case .pause: pause(&effects)
    case .favorite: toggleFavorite(focusedStation ?? playback.station, &effects)
    case .favoritePlaying: toggleFavorite(playback.station, &effects)
    case .favoriteNext: zapFavorites(&effects)
    case .favoriteNumber(let number): playFavorite(number, &effects)
    case .volumeUp: turnVolume(1, &effects)
    case .volumeDown: turnVolume(-1, &effects)
    case .volume(let percent): setVolume(percent, &effects)
    case .mute:
      volumeGoal = nil
      volume.toggleMute()
      dropOutgoing(&effects)
      volumeChanged(&effects)
    case .turn(let clicks): turn(clicks, isExact: false, &effects)
    case .step(let rows): turn(rows, isExact: true, &effects)
    case .sideways(let steps): goSideways(steps, &effects)
    case .page(let pages): page(pages)
    case .focus(let row):
      browse.edit = nil
      endJump()
      if rowCount > 0 { browse.focus = min(max(row, firstFocus), rowCount - 1) }
    case .push: typedNumber == nil ? push(&effects) : tuneTyped(&effects)
    case .back: back()
    case .player: show(.player)
    case .options: openOptions()
    case .help: browse.screen == .help ? back() : openOver(.help)
    case .open(let screen): show(screen)
    case .tune(let number): tune(number, &effects)
    case .digit(let digit): type(digit)
    case .remove: removeFocused(&effects)
    case .key, .hold: break
    case .quit: effects.append(.quit)
    }
  }

  /// Clicks of a knob or presses of a key; what would rise too fast is lost, as if the knob slipped.
  mutating func turnVolume(_ clicks: Int, _ effects: inout [Effect]) {
    let steps = min(max(clicks, -100), 100)
    volumeGoal = nil
    reach(volume.percent + steps * Limits.volumeStep, &effects)
  }

  /// To `percent`, and up to it no faster than the volume may rise.
  private mutating func setVolume(_ percent: Int, _ effects: inout [Effect]) {
    reach(percent, &effects)
    let goal = min(percent, volume.maximum)
    volumeGoal = volume.percent < goal ? goal : nil
  }

  private mutating func reach(_ percent: Int, _ effects: inout [Effect]) {
    let before = volume.percent
    volume.set(min(percent, rise.ceiling(over: before, at: now)))
    rise.changed(from: before, to: volume.percent, at: now)
    volumeChanged(&effects)
  }

  mutating func advanceVolume(_ effects: inout [Effect]) {
    guard let goal = volumeGoal, rise.ceiling(over: volume.percent, at: now) > volume.percent else { return }
    setVolume(goal, &effects)
  }

  var volumeWake: Instant? { volumeGoal == nil ? nil : rise.opens(after: now) }

  private mutating func volumeChanged(_ effects: inout [Effect]) {
    isVolumeShown = true
    volumeShownUntil = now + Limits.overlayShown
    effects.append(.setVolume(percent: volume.percent, isMuted: volume.isMuted))
    effects.append(.save(.state))
  }

  // MARK: Zapping

  /// The stations of `list`, in the order in which they are shown.
  public func stations(of list: StationList) -> [Station] {
    switch list {
    case .category(let index):
      catalogue.categories.indices.contains(index) ? catalogue.categories[index].stations : []
    case .recents: recents.stations
    case .favorites: favorites.stations
    }
  }

  mutating func zap(by step: Int, _ effects: inout [Effect]) {
    var list = playback.list
    // A station that plays from Recents stands first in it, so "next" through Recents would go to and fro
    // between two: the category that was heard last is followed instead.
    if list == .recents || stations(of: list).isEmpty { list = .category(categoryOfWhatPlays) }
    zap(in: list, by: step, &effects)
  }

  /// The category that was heard last where it has the station, else the first one that has it.
  private var categoryOfWhatPlays: Int {
    let last = browse.lastCategory
    guard let station = playback.station else { return last }
    let categories = catalogue.categories
    func has(_ category: Category) -> Bool { category.stations.contains { $0.isSame(as: station) } }
    if categories.indices.contains(last), has(categories[last]) { return last }
    return categories.firstIndex(where: has) ?? last
  }

  private mutating func zap(in list: StationList, by step: Int, _ effects: inout [Effect]) {
    let stations = stations(of: list)
    guard !stations.isEmpty else {
      show(note: list == .favorites ? .noFavorites : .noStations)
      return
    }
    let current = playback.station.flatMap { station in stations.firstIndex { $0.isSame(as: station) } }
    let round = step % stations.count
    let next =
      current.map { ($0 + round + stations.count) % stations.count } ?? (step > 0 ? 0 : stations.count - 1)
    choose(stations[next], from: list, &effects)
    wishForNeighbors(of: next, in: stations)
  }

  private mutating func zapFavorites(_ effects: inout [Effect]) { zap(in: .favorites, by: 1, &effects) }

  private mutating func playFavorite(_ number: Int, _ effects: inout [Effect]) {
    guard favorites.stations.indices.contains(number - 1) else {
      show(note: favorites.stations.isEmpty ? .noFavorites : .noSuchStation(number))
      return
    }
    choose(favorites.stations[number - 1], from: .favorites, &effects)
  }

  private mutating func zapCategory(by step: Int, _ effects: inout [Effect]) {
    let count = catalogue.categories.count
    guard count > 0 else {
      show(note: .noStations)
      return
    }
    // Before anything was chosen, "next" is the first category.
    let index = playback.station == nil && step > 0 ? 0 : (browse.lastCategory + step + count) % count
    let category = catalogue.categories[index]
    let heard = lastHeard[category.name].flatMap { link in category.stations.first { $0.link == link } }
    guard let station = heard ?? category.stations.first else { return }
    choose(station, from: .category(index), &effects)
    let row = category.stations.firstIndex(of: station) ?? 0
    wishForNeighbors(of: row, in: category.stations)
    show(note: .category(category.name))
  }

  // MARK: Numbers

  private mutating func type(_ digit: Int) {
    let number = (typedNumber ?? 0) * 10 + digit
    guard digit >= 0, digit <= 9, String(number).count <= Limits.numberDigits else { return }
    typedNumber = number
    typedUntil = now + Limits.numberTyped
  }

  mutating func tuneTyped(_ effects: inout [Effect]) {
    guard let number = typedNumber else { return }
    typedNumber = nil
    typedUntil = nil
    tune(number, &effects)
  }

  private mutating func tune(_ number: Int, _ effects: inout [Effect]) {
    var left = number - 1
    for (index, category) in catalogue.categories.enumerated() where left >= 0 {
      if left < category.stations.count {
        choose(category.stations[left], from: .category(index), &effects)
        return
      }
      left -= category.stations.count
    }
    show(note: .noSuchStation(number))
  }

  // MARK: Favorites

  private mutating func toggleFavorite(_ station: Station?, _ effects: inout [Effect]) {
    guard let station else {
      show(note: .noStations)
      return
    }
    if favorites.remove(station) {
      show(note: .favoriteRemoved(station.name))
    } else {
      guard favorites.stations.count < favorites.limit else {
        show(note: .favoritesFull)
        return
      }
      favorites.putFirst(station)
      show(note: .favoriteAdded(station.name))
    }
    keepFocusInside()
    effects.append(.save(.favorites))
  }

  private mutating func removeFocused(_ effects: inout [Effect]) {
    guard let station = focusedStation else { return }
    switch shownList {
    case .recents:
      recents.remove(station)
      effects.append(.save(.recents))
    case .favorites:
      favorites.remove(station)
      effects.append(.save(.favorites))
      show(note: .favoriteRemoved(station.name))
    default: return
    }
    keepFocusInside()
  }

  mutating func clear(_ document: Document, _ effects: inout [Effect]) {
    switch document {
    case .recents:
      recents.removeAll()
      show(note: .recentsCleared)
    case .favorites:
      favorites.removeAll()
      show(note: .favoritesCleared)
    case .state, .loudness: return
    }
    keepFocusInside()
    effects.append(.save(document))
  }
}
