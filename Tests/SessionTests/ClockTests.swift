import Core
import Fetch
import Foundation
import Linux
import Runtime
import Support
import Testing

@testable import nightstand

/// A station with a certificate that the clock says is not valid yet.
@Suite(.enabled(if: Tools.has("openssl", "python3"), "needs openssl and python3"))
struct ClockTests {
  private final class Ear: StreamReceiver {
    var body: [UInt8] = []
    var failure: StreamFailure?
    var hasEnded = false

    func streamReceivedHead(_ head: StreamHead) {}
    func streamReceivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
      body += bytes
      return true
    }
    func streamEnded(_ failure: StreamFailure?) {
      self.failure = failure
      hasEnded = true
    }
  }

  private final class System {
    var time: Int64 = 0
  }

  @Test func aClockThatIsNotSetIsNotTheStationsFault() throws {
    let authority = try #require(try CertificateAuthority())
    let issued = try #require(authority.issue("future", from: "20400101000000Z", to: "20410101000000Z"))
    let server = try ScriptedServer { _, client in client.respond(Array("audio".utf8)) }
    let front = try #require(
      TLSFront(certificate: issued.certificate, key: issued.key, backendPort: server.port))
    defer {
      front.stop()
      server.stop()
    }
    let loop = try EventLoop()
    let system = System()
    // The release is of 2036, the certificate of 2040.
    let clock = TrustedClock(
      floor: ClockFloor(release: 2_082_758_400), system: { system.time }, isSynchronized: false)
    let network = FetchAdapter(
      try Fetch(
        loop: loop, userAgent: "Nightstand/test", extraAuthorities: authority.file,
        certificateTime: { clock.certificateTime ?? system.time }),
      isClockTrusted: { clock.isTrusted })
    func get(_ url: String) throws -> Ear {
      let ear = Ear()
      _ = network.start(StreamRequest(url: url), ear)
      #expect(try Tools.turn(loop) { ear.hasEnded })
      return ear
    }
    #expect(try get(front.url("/")).failure == .clockNotSet)
    // Without a certificate there is nothing to wait for.
    #expect(try get(server.url("/")).body == Array("audio".utf8))
    system.time = 2_100_000_000
    clock.wasSet()
    #expect(try get(front.url("/")).failure == .certificateNotYetValid)
    system.time = 2_222_121_600
    clock.wasSet()
    #expect(try get(front.url("/")).body == Array("audio".utf8))
  }
}
