import Audio
import Core
import Runtime
import Support
import Testing

/// Stations that are open and that nobody hears.
@Suite struct WarmSessionTests {
  /// A station in virtual time, which sends 4 s at once and then what the hour brings.
  private func warmed(for time: Duration) -> (session: StationSession, clock: VirtualTime) {
    let clock = VirtualTime()
    let network = HostileNetwork(time: clock, random: SeededRandom(seed: 1))
    network.isCalm = true
    let session = StationSession(
      id: SessionID(1), station: Bedside.catalogue.categories[0].stations[0], network: network,
      decoders: VirtualDecoders(time: clock), time: clock
    ) { _, _ in }
    session.isWarm = true
    session.start()
    while clock.ring(by: .start + time) {}
    return (session, clock)
  }

  /// What is left to hear, in seconds of 128 kbit/s.
  private func stock(_ voice: Voice) -> Double {
    Double(voice.decodedMilliseconds) / 1_000 + Double(voice.bytes.count) / 417 * 1_152 / 44_100
  }

  @Test(arguments: [3, 10, 50, 300]) func aLiveStreamIsAsFarAheadAsItWas(seconds: Int) {
    let (session, _) = warmed(for: .seconds(seconds))
    let left = stock(session.voice)
    #expect((3...6).contains(left), "\(left) s are left after \(seconds) s")
    let sent = Double(session.voice.framesHeard) / 44_100 + left
    // Nothing is lost: what is not left has passed.
    #expect(abs(sent - Double(seconds) - 4) < 1.5, "\(sent) s after \(seconds) s")
    session.cancel()
  }

  @Test func whatIsHeardDoesNotPassByItself() {
    let (session, clock) = warmed(for: .seconds(20))
    session.isWarm = false
    let heard = session.voice.framesHeard
    while clock.ring(by: .start + .seconds(30)) {}
    #expect(session.voice.framesHeard == heard)
    session.cancel()
  }

  @Test func aNeighborSoundsWithoutANewRequest() {
    let bedside = Bedside(seed: 3)
    bedside.network.isCalm = true
    bedside.act(.tune(2))
    bedside.pass(.seconds(10))
    bedside.act(.stationNext)
    bedside.pass(.seconds(5))
    // Two that were heard, and the two beside.
    #expect(bedside.network.startCount == 4 && bedside.network.openCount == 3)
    bedside.act(.stationNext)
    bedside.pass(VirtualSound.period * 2)
    #expect(bedside.radio.state.playback.phase == .playing)
    #expect(bedside.radio.state.playback.station?.name == "S03")
    #expect(bedside.network.startCount == 4)
    bedside.pass(.seconds(120))
    #expect(bedside.network.openCount == 1)
    #expect(bedside.broken == [])
  }

  /// From one station to the next the whole evening long: nothing is left behind, and nobody hears a pause.
  @Test func anEveningOfZapsHasNoSilence() {
    let bedside = Bedside(seed: 5)
    bedside.network.isCalm = true
    bedside.act(.tune(1))
    bedside.pass(.seconds(10))
    for zap in 0..<60 {
      let before = bedside.sound.framesHeard
      bedside.act(zap % 3 == 2 ? .stationPrevious : .stationNext)
      bedside.pass(.seconds(4))
      let missing = 4 - Double(bedside.sound.framesHeard - before) / 44_100
      #expect(missing < 0.6, "\(missing) s of silence after zap \(zap)")
    }
    #expect(bedside.network.openCountMax <= 4)
    #expect(bedside.broken == [])
  }
}
