import Core
import Foundation
import Support
import Testing

/// Days and nights at the bedside. `NIGHTSTAND_SEED=N` replays one run, `NIGHTSTAND_FUZZ=N` makes N times as many.
@Suite struct BedsideTests {
  static let seeds: [UInt64] = {
    if let given = ProcessInfo.processInfo.environment["NIGHTSTAND_SEED"].flatMap({ UInt64($0) }) {
      return [given]
    }
    return (0..<UInt64(Tools.fuzzCount(3))).map { $0 &* 0x9E37_79B9 &+ 1 }
  }()

  static let keys: [Action] = [
    .stationNext, .stationNext, .stationPrevious, .categoryNext, .categoryPrevious, .playPause, .playPause,
    .favorite,
    .favoriteNext, .volumeUp, .volumeDown, .mute, .turn(1), .turn(1), .turn(-1), .turn(-3), .push, .push,
    .back, .back,
    .player, .options, .help, .open(.stations), .open(.favorites), .open(.recents), .open(.settings),
    .open(.home),
    .step(1), .page(1), .page(-1), .focus(2), .focus(-1), .volume(90), .open(.radio),
    .tune(9), .tune(99), .digit(1), .digit(2), .remove, .play, .pause
  ]

  @Test(arguments: seeds) func nothingBreaksIt(seed: UInt64) {
    let bedside = Bedside(seed: seed)
    var isGone = false
    for _ in 0..<200 {
      switch Int.random(in: 0..<100, using: &bedside.random) {
      case 0..<55:
        // A hand at the keys, often faster than any network.
        for _ in 0..<Int.random(in: 1...12, using: &bedside.random) {
          bedside.act(BedsideTests.keys.randomElement(using: &bedside.random)!)
          bedside.pass(.milliseconds(Int.random(in: 0...700, using: &bedside.random)))
        }
      case 55..<85: bedside.pass(.seconds(Int.random(in: 1...240, using: &bedside.random)))
      case 85..<88: bedside.pass(.seconds(Int.random(in: 600...3_600, using: &bedside.random)))
      case 88..<91: bedside.network.breakAll()
      case 91..<94: bedside.setNetwork(isDown: !bedside.network.isDown)
      case 94..<96:
        isGone.toggle()
        bedside.sound.setGone(isGone)
      case 96..<98:
        var traits = bedside.disk.traits
        traits.isReadOnly.toggle()
        bedside.disk.traits = traits
      default: bedside.pullThePlug()
      }
      if !bedside.broken.isEmpty { break }
    }
    // When the world is well again, so is the radio.
    bedside.network.isCalm = true
    bedside.setNetwork(isDown: false)
    bedside.pass(.seconds(2 * 3_600))
    bedside.act(.tune(1))
    bedside.pass(.seconds(120))
    #expect(bedside.radio.state.playback.phase == .playing, "NIGHTSTAND_SEED=\(seed)")
    #expect(bedside.broken == [], "NIGHTSTAND_SEED=\(seed)")
    #expect(bedside.powerCuts > 0 && bedside.sound.framesHeard > 44_100)
  }

  @Test func aCalmNightPlaysThrough() {
    let bedside = Bedside(seed: 7)
    bedside.network.isCalm = true
    bedside.act(.tune(5))
    bedside.pass(.seconds(10))
    let before = bedside.sound.framesHeard
    bedside.pass(.seconds(3 * 3_600))
    let seconds = (bedside.sound.framesHeard - before) / 44_100
    #expect((3 * 3_600 - 60...3 * 3_600 + 60).contains(seconds))
    #expect(bedside.network.startCount == 1)
    #expect(bedside.broken == [])
  }

  /// However long it was away: with the network the sound is back.
  @Test(arguments: [5, 60, 600, 7_200]) func theNetworkComesBackAndSoDoesTheSound(seconds: Int) {
    let bedside = Bedside(seed: 13)
    bedside.network.isCalm = true
    bedside.act(.tune(5))
    bedside.pass(.seconds(60))
    bedside.setNetwork(isDown: true)
    bedside.network.breakAll()
    bedside.pass(.seconds(seconds))
    bedside.setNetwork(isDown: false)
    bedside.pass(.seconds(2))
    #expect(bedside.radio.state.playback.phase == .playing)
    #expect(bedside.broken == [])
  }

  /// Servers that are restarted every hour, a network that is silent for a second or two: nobody hears of it.
  @Test func aNightOfShortBreaksPlaysThrough() {
    let bedside = Bedside(seed: 11)
    bedside.network.isCalm = true
    bedside.act(.tune(5))
    bedside.pass(.seconds(60))
    for hour in 0..<24 {
      let before = bedside.sound.framesHeard
      bedside.network.breakAll()
      bedside.pass(.seconds(60))
      let missing = 60 - Double(bedside.sound.framesHeard - before) / 44_100
      #expect(missing < 1, "\(missing) s of silence in hour \(hour)")
      bedside.pass(.seconds(3_540))
    }
    #expect(bedside.network.startCount == 25)
    #expect(bedside.broken == [])
  }

  @Test func aCalmNightInSegments() {
    let bedside = Bedside(seed: 8)
    bedside.network.isCalm = true
    bedside.act(.tune(6))
    bedside.pass(.seconds(10))
    #expect(bedside.radio.state.playback.station?.link.hasSuffix(HostileNetwork.listEnding) == true)
    let before = bedside.sound.framesHeard
    bedside.pass(.seconds(3 * 3_600))
    let seconds = (bedside.sound.framesHeard - before) / 44_100
    #expect((3 * 3_600 - 60...3 * 3_600 + 60).contains(seconds))
    // A list and a segment every ten seconds, and no more.
    #expect((2_100...2_250).contains(bedside.network.startCount))
    #expect(bedside.broken == [])
  }
}
