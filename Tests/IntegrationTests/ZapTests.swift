import Foundation
import Support
import Testing

/// The real program, from one station to the next.
@Suite(.enabled(if: Encoded.hasTools, "the encoder is not installed"))
struct ZapTests {
  private static let sound = (try? Encoded.audio(seconds: 3)) ?? []

  /// Five live stations, /0 to /4, each of which answers after a while and sends in real time.
  private static func server(delay: Double) throws -> ScriptedServer {
    try ScriptedServer { _, connection in
      guard connection.wait(delay) else { return }
      connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
      // Three seconds at once, and then three every three.
      while connection.send(ZapTests.sound), connection.wait(2.9) {}
    }
  }

  private static func radio(_ server: ScriptedServer, in folder: URL, settings: String = "") throws
    -> RunningProgram
  {
    let sites = (0..<5).map {
      "<key>Site\($0)</key><dict><key>siteName</key><string>S\($0)</string>"
        + "<key>siteLink</key><string>\(server.url("/\($0)"))</string></dict>"
    }
    let list =
      "<plist version=\"1.0\"><dict><key>Item0</key><dict><key>categoryName</key><string>All</string>"
      + sites.joined() + "</dict></dict></plist>"
    let stations = folder.appending(path: "stations.plist")
    try Data(list.utf8).write(to: stations)
    let state = folder.appending(path: "state")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try Data("<plist version=\"1.0\"><dict>\(settings)</dict></plist>".utf8)
      .write(to: state.appending(path: "settings.plist"))
    return try RunningProgram.nightstand(["run", "--stations", stations.path, "--state", state.path])
  }

  /// Waits until `isSo`; false after a long while.
  private func wait(_ isSo: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while !isSo() {
      guard Date() < end else { return false }
      usleep(10_000)
    }
    return true
  }

  private func playing(_ radio: RunningProgram) -> Int {
    radio.lines.count { $0.text.contains(#""state":"playing""#) }
  }

  /// The silences for want of a stream, in seconds; that there is no card here does not matter.
  private func connecting(_ radio: RunningProgram) -> [Double] {
    radio.events.filter { $0["event"] as? String == "silence" && $0["reason"] as? String == "connecting" }
      .compactMap { $0["seconds"] as? Double }
  }

  private func zap(_ radio: RunningProgram, _ line: String) {
    let before = playing(radio)
    radio.say(line)
    #expect(wait { playing(radio) > before }, "\(line): \(radio.errorText)")
  }

  @Test func aNeighborSoundsWithoutANewRequest() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try ZapTests.server(delay: 0.1)
    defer { server.stop() }
    let radio = try ZapTests.radio(server, in: folder)
    zap(radio, "tune 2")
    zap(radio, "station-next")
    // The neighbors of /2, once the hand has rested.
    #expect(wait { server.requests.count == 4 })
    // Those two at once, in any order.
    #expect(server.requests.prefix(2).map(\.path) == ["/1", "/2"])
    #expect(Set(server.requests.suffix(2).map(\.path)) == ["/3", "/1"])
    zap(radio, "station-next")
    #expect(server.requests.filter { $0.path == "/3" }.count == 1)
    #expect(wait { server.requests.count == 6 })
    #expect(Set(server.requests.suffix(2).map(\.path)) == ["/4", "/2"])
    radio.say("quit")
    #expect(radio.exitCode() == 0)
    // Only at the start was there nothing to hear.
    #expect(connecting(radio).count == 1)
  }

  /// A server that never answers: the station before is heard for a while, then the silence is counted.
  @Test func theOldStationIsNotHeardForEver() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try ScriptedServer { request, connection in
      guard request.path == "/1" else { return connection.hold() }
      connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
      while connection.send(ZapTests.sound), connection.wait(2.9) {}
    }
    defer { server.stop() }
    let radio = try ZapTests.radio(server, in: folder)
    zap(radio, "tune 2")
    radio.say("station-next")
    #expect(radio.line(containing: #""name":"S2""#) != nil)
    #expect(wait { radio.lines.contains { $0.text.contains(#""state":"waiting""#) } })
    radio.say("quit")
    #expect(radio.exitCode() == 0)
    // At the start; and after the zap what is left of ten seconds when three have passed.
    let silences = connecting(radio)
    #expect(silences.count == 2 && (4...8.5).contains(silences.last ?? 0), "\(silences)")
  }

  @Test func theHouseMaySwitchItOff() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try ZapTests.server(delay: 0)
    defer { server.stop() }
    let radio = try ZapTests.radio(server, in: folder, settings: "<key>warmNeighbours</key><false/>")
    zap(radio, "tune 2")
    zap(radio, "station-next")
    zap(radio, "station-next")
    usleep(1_500_000)
    #expect(server.requests.map(\.path) == ["/1", "/2", "/3"])
    radio.say("quit")
    #expect(radio.exitCode() == 0)
  }
}
