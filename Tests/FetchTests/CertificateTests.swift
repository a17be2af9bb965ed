import Fetch
import Foundation
import Linux
import Support
import Testing

@Suite(.enabled(if: Tools.has("openssl", "python3"), "needs openssl and python3"))
struct CertificateTests {
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  func get(_ url: String, authorities: String? = nil, at time: Int64? = nil) throws -> Recorder {
    let fetch = try Fetch(
      loop: loop, userAgent: "Nightstand/test", extraAuthorities: authorities, certificateTime: { time })
    let recorder = Recorder()
    _ = fetch.start(FetchRequest(url: url), recorder)
    #expect(try Tools.turn(loop) { recorder.hasEnded })
    return recorder
  }

  @Test func certificatesAreVerifiedAndTheReasonIsKept() throws {
    let authority = try #require(try CertificateAuthority())
    let server = try ScriptedServer { _, client in client.respond(Array("audio".utf8)) }
    defer { server.stop() }
    let cases: [(name: String, from: String, to: String, isTrusted: Bool, verify: Int)] = [
      ("good", "20200101000000Z", "20400101000000Z", true, 0),
      ("future", "20400101000000Z", "20410101000000Z", true, 9),
      ("past", "20100101000000Z", "20110101000000Z", true, 10),
      ("stranger", "20200101000000Z", "20400101000000Z", false, 20)
    ]
    for one in cases {
      let issued = try #require(authority.issue(one.name, from: one.from, to: one.to))
      let front = try #require(
        TLSFront(certificate: issued.certificate, key: issued.key, backendPort: server.port))
      defer { front.stop() }
      let result = try get(front.url("/"), authorities: one.isTrusted ? authority.file : nil)
      #expect(result.error?.code == (one.verify == 0 ? nil : 60), "\(one.name)")
      #expect(result.error?.verifyResult ?? 0 == one.verify, "\(one.name)")
      #expect(result.body == (one.verify == 0 ? Array("audio".utf8) : []))
    }
    #expect(server.requests.count == 1)
  }

  /// A clock without a battery shows 1970 or last week; what is known better counts, and nothing else is let off.
  @Test func certificatesAreJudgedByTheTimeThatIsGiven() throws {
    let authority = try #require(try CertificateAuthority())
    let server = try ScriptedServer { _, client in client.respond(Array("audio".utf8)) }
    defer { server.stop() }
    // 2040-06-01, and 2010-06-01.
    let (later, earlier): (Int64, Int64) = (2_222_121_600, 1_275_350_400)
    let cases: [(name: String, from: String, to: String, isTrusted: Bool, time: Int64, verify: Int)] = [
      ("future", "20400101000000Z", "20410101000000Z", true, later, 0),
      ("later", "20410101000000Z", "20420101000000Z", true, later, 9),
      ("today", "20200101000000Z", "20400101000000Z", true, later, 10),
      // The authority's own certificate is younger than that.
      ("past", "20100101000000Z", "20110101000000Z", true, earlier, 9),
      ("stranger", "20400101000000Z", "20410101000000Z", false, later, 20)
    ]
    for one in cases {
      let issued = try #require(authority.issue(one.name, from: one.from, to: one.to))
      let front = try #require(
        TLSFront(certificate: issued.certificate, key: issued.key, backendPort: server.port))
      defer { front.stop() }
      let result = try get(front.url("/"), authorities: one.isTrusted ? authority.file : nil, at: one.time)
      #expect(result.error?.verifyResult ?? 0 == one.verify, "\(one.name)")
      #expect(result.body == (one.verify == 0 ? Array("audio".utf8) : []), "\(one.name)")
    }
    #expect(server.requests.count == 1)
  }
}
