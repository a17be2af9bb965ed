@testable import Core
import Formats
import Linux
import Runtime
import Support

/// A radio at a bedside in virtual time: hostile network, card and disk, somebody at the keys, and the plug that
/// is pulled. What must always be so is checked after each turn.
final class Bedside {
  let seed: UInt64
  let time = VirtualTime()
  let network: HostileNetwork
  private(set) var radio: Radio!
  private(set) var sound: VirtualSound!
  private(set) var decoders: VirtualDecoders!
  private(set) var disk: SimulatedDisk
  private(set) var broken: [String] = []
  private(set) var powerCuts = 0
  private(set) var playingSeconds = 0
  var random: SeededRandom

  static let folder = "/state"
  static let catalogue = Catalogue(
    categories: (0..<4).map { category in
      Category(
        name: "C\(category)",
        stations: (0..<7).map {
          Station(
            name: "S\(category)\($0)",
            link: "http://h.example/\(category)/\($0)" + ($0 == 5 ? HostileNetwork.listEnding : ""),
            alternates: $0 == 3 ? ["http://h.example/\(category)/alternate"] : [])
        })
    })

  init(seed: UInt64) {
    self.seed = seed
    random = SeededRandom(seed: seed)
    network = HostileNetwork(time: time, random: SeededRandom(seed: seed ^ 0xA5A5))
    disk = SimulatedDisk(folders: [Bedside.folder])
    start()
  }

  /// Writes each document at once; the store's own patience has its own tests.
  private final class DiskKeeper: Keeping {
    unowned let bedside: Bedside
    init(_ bedside: Bedside) { self.bedside = bedside }

    func keep(_ document: Document, of state: State) {
      let (name, bytes): (String, [UInt8]) =
        switch document {
        case .recents: ("recentSites.plist", SiteListFile.write(state.recents.stations, kind: .recents))
        case .favorites:
          ("favoriteSites.plist", SiteListFile.write(state.favorites.stations, kind: .favorites))
        case .state: ("state.plist", StateFile.write(state.saved))
        case .loudness: ("learnedLoudness.plist", LoudnessFile.write(state.loudness))
        }
      do {
        _ = try AtomicFile(path: "\(Bedside.folder)/\(name)", calls: bedside.disk).write(bytes)
        if document == .favorites { bedside.favoritesKept = state.favorites.stations.map(\.link) }
      } catch {
        bedside.radio.submit(.stored(.failed(document, reason: "\(error)")))
      }
    }
  }

  private var keeper: DiskKeeper?
  /// What a restart must find, or what was being written when the plug was pulled.
  private var favoritesKept: [String] = []

  private func start() {
    let kept = Kept(folder: Bedside.folder, calls: disk)
    check(
      kept.favorites.map(\.link) == favoritesKept,
      "favorites after a power cut: \(kept.favorites.map(\.name))")
    let sound = VirtualSound(time: time)
    let decoders = VirtualDecoders(time: time)
    let keeper = DiskKeeper(self)
    self.sound = sound
    self.decoders = decoders
    self.keeper = keeper
    let state = State(
      catalogue: Bedside.catalogue, saved: kept.state, recents: kept.recents, favorites: kept.favorites,
      seed: random.next(), now: time.now)
    radio = Radio(state: state, time: time, output: sound, keeper: keeper) {
      [time, network] id, station, _, report in
      StationSession(
        id: id, station: station, network: network, decoders: decoders, time: time, report: report)
    }
    radio.submit(.started)
    radio.turn()
  }

  func pullThePlug() {
    powerCuts += 1
    radio.close()
    disk = disk.afterPowerCut(using: &random)
    start()
  }

  func act(_ action: Action) {
    radio.submit(.action(action))
    radio.turn()
    check(radio.state.now == time.now, "a key waited: \(action)")
  }

  /// The network goes or comes back, and the kernel tells of it.
  func setNetwork(isDown: Bool) {
    network.isDown = isDown
    radio.submit(.link(isDown ? .noRoute : .ready, appeared: !isDown))
    radio.turn()
    guard !isDown, case .waiting(let failure, _) = radio.state.playback.phase else { return }
    check(failure == .clipEnded, "waits though the network is back: \(failure)")
  }

  /// Lets `duration` pass.
  func pass(_ duration: Duration) {
    let end = time.now + duration
    var shown = radio.state.playback
    while time.ring(by: end) {
      radio.turn()
      checkParts()
      // Most alarms only move sound along.
      guard radio.state.playback != shown else { continue }
      shown = radio.state.playback
      checkAll()
    }
    radio.turn()
    checkAll()
    if radio.state.playback.phase == .playing { playingSeconds += Int(duration.milliseconds / 1_000) }
  }

  private func check(_ isSo: Bool, _ what: @autoclosure () -> String) {
    if !isSo && broken.count < 5 { broken.append("\(time.now.sinceStart): \(what())") }
  }

  private func checkParts() {
    let (playback, warmth) = (radio.state.playback, radio.state.warmth)
    // What is heard, what follows it or was before it, and two that may be chosen next.
    let own = [playback.session, playback.relief?.session, playback.outgoing?.session].compactMap(\.self)
    let sessions = own + warmth.neighbors.map(\.session)
    check(sessions.count <= Limits.sessions, "\(sessions.count) sessions")
    check(Set(sessions).count == sessions.count, "one session in two places")
    check(warmth.neighbors.count <= Limits.warmSessions, "\(warmth.neighbors.count) neighbors")
    // Of HLS a list and a segment.
    let connections = network.openCount
    check(connections <= sessions.count * 2, "\(connections) connections, \(sessions.count) sessions")
    check(decoders.runningCount <= sessions.count, "\(decoders.runningCount) decoders")
    let addresses = network.openAddresses
    check(Set(addresses).count == addresses.count, "two connections to one address: \(addresses)")
    check(time.alarmCount < 64, "\(time.alarmCount) alarms are kept")
    check(radio.droppedEvents == 0, "events were dropped")
  }

  private func checkAll() {
    checkParts()
    let state = radio.state
    let playback = state.playback
    check(
      sound.oldVoice == nil || sound.oldVoice == playback.outgoing?.session.number,
      "a station is heard that was left")
    check(playback.outgoing == nil || playback.phase != .playing, "two stations at once")
    let warm = state.warmth.neighbors.map(\.station.link)
    check(Set(warm).count == warm.count, "two neighbors of one address")
    check(playback.session == nil || !warm.contains(playback.station?.link ?? ""), "what plays is a neighbor")
    switch playback.phase {
    case .playing:
      let heard = sound.lastHeard
      check(
        heard?.voice == playback.session?.number && time.now - heard!.instant <= VirtualSound.period * 2,
        "playing is said, and nothing is heard")
    case .connecting, .buffering:
      check(playback.session != nil, "buffering without a session")
      check(playback.silence(at: time.now) <= Limits.silenceMax, "silent for longer than it may be")
    case .waiting(_, let until):
      check(playback.session == nil, "waits with a session")
      check(until - time.now <= Limits.clipPauseMax, "a pause without end")
    case .stopped, .failed: check(playback.session == nil, "a session without a wish")
    case .paused: break
    }
    check(state.recents.stations.count <= Limits.recents, "too many recents")
    check(Set(state.recents.stations.map(\.link)).count == state.recents.stations.count, "doubles in recents")
    check(
      Set(state.favorites.stations.map(\.link)).count == state.favorites.stations.count, "double favorites")
    check(state.rowCount == 0 || (0..<state.rowCount).contains(state.browse.focus), "the focus is outside")
    check((0...100).contains(state.volume.percent), "volume \(state.volume.percent)")
  }
}

extension Playback {
  /// How long sound has been wanted in vain.
  func silence(at now: Instant) -> Duration { silentSince.map { now - $0 } ?? .zero }
}
