import Foundation
import Support
import Testing

/// The real program while servers and networks go away and come back.
@Suite(.enabled(if: Encoded.hasTools, "the encoder is not installed"))
struct OutageTests {
  private static let sound = (try? Encoded.audio(seconds: 3)) ?? []

  /// Seconds of the radio's own clock, and what it told.
  private func events(_ radio: RunningProgram, _ name: String) -> [(time: Double, event: [String: Any])] {
    radio.events.filter { $0["event"] as? String == name }.map { (($0["t"] as? Double) ?? -1, $0) }
  }

  private func states(_ radio: RunningProgram, _ state: String) -> [(time: Double, event: [String: Any])] {
    events(radio, "state").filter { $0.event["state"] as? String == state }
  }

  /// Waits until `isSo`; false after a long while.
  private func wait(_ isSo: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while !isSo() {
      guard Date() < end else { return false }
      usleep(20_000)
    }
    return true
  }

  /// The first connection ends after some sound, the others do not.
  @Test func aBreakIsBridged() throws {
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
      // Twelve seconds at once; what follows is for the second one.
      for _ in 0..<4 { connection.send(OutageTests.sound) }
    }
    defer { server.stop() }
    let radio = try RunningProgram.nightstand(["play", server.url("/live"), "--seconds", "40", "--json"])
    #expect(radio.line(containing: #""event":"lost""#) != nil)
    #expect(wait { server.requests.count >= 2 })
    // Nothing but sound until then.
    #expect(states(radio, "waiting").isEmpty)
    #expect(radio.line(containing: #""state":"playing""#) != nil)
    radio.signal(SIGTERM)
    #expect(radio.exitCode() == 0)
    #expect(server.requests.allSatisfy { $0.path == "/live" })
  }

  @Test func everySilenceHasItsReason() throws {
    let radio = try RunningProgram.nightstand(["play", "http://nobody.invalid/", "--seconds", "2", "--json"])
    #expect(radio.exitCode() == 1)
    let silences = events(radio, "silence")
    let total = silences.compactMap { $0.event["seconds"] as? Double }.reduce(0, +)
    #expect(total >= 1.9 && total <= 3)
    #expect(silences.contains { ($0.event["reason"] as? String)?.contains("name was not found") == true })
  }

  @Test(.enabled(if: SeparateNetwork.isPossible, "needs root, for networks of its own"))
  func aRouteThatComesBackIsTakenAtOnce() throws {
    let network = try SeparateNetwork(
      sound: OutageTests.sound, bytesPerSecond: 16_000, arguments: ["--seconds", "90", "--json"])
    let radio = network.radio
    try #require(radio.line(containing: #""state":"playing""#) != nil, "\(radio.errorText)")
    network.order("ip route del default")
    // Until a pause is long enough to tell.
    #expect(wait { states(radio, "waiting").contains { ($0.event["retryIn"] as? Int ?? 0) >= 7 } })
    let pause = try #require(states(radio, "waiting").last)
    #expect((pause.event["reason"] as? String) == "the network does not lead to the internet")
    let playedBefore = states(radio, "playing").count
    network.order("ip route add default via 10.99.0.1")
    #expect(wait { states(radio, "playing").count > playedBefore })
    let played = try #require(states(radio, "playing").last)
    #expect(played.time < pause.time + Double(pause.event["retryIn"] as? Int ?? 0) - 1)
    #expect(events(radio, "silence").last?.event["reason"] as? String == pause.event["reason"] as? String)
  }

  @Test(.enabled(if: SeparateNetwork.isPossible, "needs root, for networks of its own"))
  func aCableThatIsPulledIsNamed() throws {
    let network = try SeparateNetwork(
      sound: OutageTests.sound, bytesPerSecond: 16_000, arguments: ["--seconds", "90", "--json"])
    let radio = network.radio
    try #require(radio.line(containing: #""state":"playing""#) != nil, "\(radio.errorText)")
    network.order("$there ip link set v1 down")
    #expect(radio.line(containing: #""reason":"no network""#, within: 60) != nil)
    let playedBefore = states(radio, "playing").count
    network.order("$there ip link set v1 up")
    network.order("ip route replace default via 10.99.0.1")
    #expect(wait { states(radio, "playing").count > playedBefore })
  }

  /// DHCP was late: the name server is known only after the radio has started.
  @Test(.enabled(if: SeparateNetwork.isPossible, "needs root, for networks of its own"))
  func aNameServerThatComesLaterIsAskedAtOnce() throws {
    let network = try SeparateNetwork(
      sound: OutageTests.sound, bytesPerSecond: 16_000, host: "late.example",
      arguments: ["--seconds", "90", "--json"])
    let radio = network.radio
    #expect(wait { states(radio, "waiting").contains { ($0.event["retryIn"] as? Int ?? 0) >= 7 } })
    let pause = try #require(states(radio, "waiting").last, "\(radio.errorText)")
    network.order("echo nameserver 10.99.0.1 > /etc/resolv.new && mv /etc/resolv.new /etc/resolv.conf")
    #expect(wait { !states(radio, "playing").isEmpty })
    let played = try #require(states(radio, "playing").first)
    #expect(played.time < pause.time + Double(pause.event["retryIn"] as? Int ?? 0) - 1)
  }

  /// An address of the new kind that swallows everything does not hold up the old kind.
  @Test(.enabled(if: SeparateNetwork.isPossible, "needs root, for networks of its own"))
  func aDeadAddressDoesNotHoldUpTheOther() throws {
    let network = try SeparateNetwork(
      sound: OutageTests.sound, bytesPerSecond: 16_000, host: "halfway.example",
      arguments: ["--seconds", "60", "--json"])
    let radio = network.radio
    try #require(radio.line(containing: #""state":"playing""#) != nil, "\(radio.errorText)")
    // One after the other would take half of the ten seconds that a connection may take.
    #expect(states(radio, "waiting").isEmpty)
    #expect((states(radio, "playing").first?.time ?? 99) < 4.5)
  }
}
