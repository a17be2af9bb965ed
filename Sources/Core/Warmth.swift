/// The stations that are opened before they are chosen, so that the next click sounds at once: those beside the one
/// that was zapped to, and the one on which the knob rests in a list with those beside it. They gather unheard, at
/// the speed of the air, and end after a minute.
public struct Warmth: Hashable, Sendable {
  /// A station that is open, and what it has told so far.
  struct Neighbor: Hashable, Sendable {
    var session: SessionID
    var station: Station
    var info: StreamInfo?
    var format: StreamFormat?
    var title: String?
  }

  /// What is likely to be chosen next.
  struct Wish: Hashable, Sendable {
    /// The likeliest first.
    var stations: [Station]
    /// A hand that goes on turning opens nothing.
    var from: Instant
    var until: Instant { from + Limits.warmKept }
  }

  /// Where the focus is in a list of stations.
  struct Place: Hashable, Sendable {
    var list: StationList
    var row: Int
    var link: String
  }

  struct Refusal: Hashable, Sendable {
    var link: String
    var until: Instant
  }

  var neighbors: [Neighbor] = []
  var wish: Wish?
  /// It takes the place of `wish` when its time has come.
  var nextWish: Wish?
  var place: Place?
  /// Those that failed: not tried again for a while, and nobody is told.
  var refusals: [Refusal] = []
  /// At the start the station that is resumed comes first.
  var earliest = Instant.start
}

extension State {
  /// The station in `row` was zapped to: those beside it are wanted next.
  mutating func wishForNeighbors(of row: Int, in stations: [Station]) {
    guard settings.warmsNeighbors else { return }
    warmth.nextWish = wish(row, in: stations, withItself: false)
  }

  /// What was chosen is not what was near before.
  mutating func forgetWishes() {
    warmth.wish = nil
    warmth.nextWish = nil
  }

  /// The session of `station` if it is open already; it is no neighbor any more.
  mutating func takeNeighbor(_ station: Station) -> Warmth.Neighbor? {
    warmth.neighbors.firstIndex { $0.station.isSame(as: station) }.map { warmth.neighbors.remove(at: $0) }
  }

  /// A report of a session that nobody hears.
  mutating func hearNeighbor(_ report: StreamReport, of session: SessionID, _ effects: inout [Effect]) {
    guard let index = warmth.neighbors.firstIndex(where: { $0.session == session }) else { return }
    switch report {
    case .connected(let info): warmth.neighbors[index].info = info
    case .format(let format): warmth.neighbors[index].format = format
    case .title(let title): warmth.neighbors[index].title = title.isEmpty ? nil : title
    // All of a short recording has come: it is as good as open.
    case .ending(.clipEnded, _): break
    case .failed, .ending:
      let neighbor = warmth.neighbors.remove(at: index)
      effects.append(.stopSession(session))
      warmth.refusals.append(Warmth.Refusal(link: neighbor.station.link, until: now + Limits.warmKept))
    default: break
    }
  }

  mutating func advanceWarmth(_ effects: inout [Effect]) {
    guard settings.warmsNeighbors else { return }
    followPlace()
    if let next = warmth.nextWish, next.from <= now {
      warmth.wish = next
      warmth.nextWish = nil
    }
    if let wish = warmth.wish, wish.until <= now { warmth.wish = nil }
    warmth.refusals.removeAll { $0.until <= now }
    let wanted = wantedNeighbors
    warmth.neighbors.removeAll { neighbor in
      let isWanted = wanted.contains { $0.isSame(as: neighbor.station) }
      if !isWanted { effects.append(.stopSession(neighbor.session)) }
      return !isWanted
    }
    guard isCalm else { return }
    for station in wanted where !warmth.neighbors.contains(where: { $0.station.isSame(as: station) }) {
      playback.sessionsStarted += 1
      let session = SessionID(playback.sessionsStarted)
      warmth.neighbors.append(Warmth.Neighbor(session: session, station: station))
      effects.append(.warmSession(session, station, cushion: cushions.cushion(for: station)))
    }
  }

  var warmthWake: Instant? {
    let end = warmth.neighbors.isEmpty ? nil : warmth.wish?.until
    return [warmth.nextWish?.from, end].compactMap(\.self).min()
  }

  private mutating func followPlace() {
    var place: Warmth.Place?
    if [.stations, .recents, .favorites].contains(browse.screen), let list = shownList,
      let station = focusedStation
    {
      place = Warmth.Place(list: list, row: browse.focus, link: station.link)
    }
    guard place != warmth.place else { return }
    warmth.place = place
    warmth.nextWish = place.map { wish($0.row, in: stations(of: $0.list), withItself: true) }
  }

  private func wish(_ row: Int, in stations: [Station], withItself: Bool) -> Warmth.Wish {
    let count = stations.count
    let beside = [(row + 1) % count, (row - 1 + count) % count].map { stations[$0] }
    let from = max(now + Limits.warmRest, warmth.earliest)
    return Warmth.Wish(stations: (withItself ? [stations[row]] : []) + beside, from: from)
  }

  /// Those that may be open now: none to which there is a connection, and no more than the radio has places for.
  private var wantedNeighbors: [Station] {
    guard let wish = warmth.wish, !isMetered else { return [] }
    let isOpen = playback.session != nil || playback.isWanted
    let others = [isOpen ? playback.station : nil, playback.outgoing?.station].compactMap(\.self)
    let taken = [playback.session != nil, playback.relief != nil, playback.outgoing != nil].count { $0 }
    var links = Set(others.map(\.link) + warmth.refusals.map(\.link))
    let free = wish.stations.filter { links.insert($0.link).inserted }
    return Array(free.prefix(max(0, min(Limits.warmSessions, Limits.sessions - taken))))
  }

  /// Whatever plays needs nothing of the network but what it gets.
  private var isCalm: Bool {
    switch playback.phase {
    case .playing: playback.relief == nil
    case .stopped, .paused, .failed: true
    case .connecting, .buffering, .waiting: false
    }
  }
}
