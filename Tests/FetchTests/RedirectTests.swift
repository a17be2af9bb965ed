import Fetch
import Foundation
import Linux
import Support
import Testing

@Suite struct RedirectTests {
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  func get(_ url: String, authorities: String? = nil) throws -> Recorder {
    let fetch = try Fetch(loop: loop, userAgent: "Nightstand/test", extraAuthorities: authorities)
    let recorder = Recorder()
    _ = fetch.start(FetchRequest(url: url, wantsTitles: true), recorder)
    #expect(try Tools.turn(loop) { recorder.hasEnded })
    return recorder
  }

  @Test func relativeWithQuery() throws {
    let server = try ScriptedServer { request, client in
      request.path == "/x/a" ? client.redirect(to: "b?sid=1&t=x%26y") : client.respond(Array("audio".utf8))
    }
    defer { server.stop() }
    let result = try get(server.url("/x/a"))
    #expect(result.body == Array("audio".utf8))
    #expect(result.headCount == 1)
    #expect(result.head?.effectiveURL == server.url("/x/b?sid=1&t=x%26y"))
    #expect(server.requests.map(\.path) == ["/x/a", "/x/b?sid=1&t=x%26y"])
    #expect(server.requests.allSatisfy { $0.headers["icy-metadata"] == "1" })
  }

  @Test func twelveHopsAreHonest() throws {
    let server = try ScriptedServer { request, client in
      let hop = Int(request.path.dropFirst(2)) ?? 0
      hop < 12 ? client.redirect("301 Moved", to: "/x\(hop + 1)") : client.respond(Array("audio".utf8))
    }
    defer { server.stop() }
    let result = try get(server.url("/x1"))
    #expect(result.body == Array("audio".utf8))
    #expect(server.requests.count == 12)
  }

  @Test func loopEnds() throws {
    let server = try ScriptedServer { _, client in client.redirect(to: "/loop") }
    defer { server.stop() }
    let result = try get(server.url("/loop"))
    #expect(result.error?.code == 47)
    #expect(result.headCount == 0)
    #expect(server.requests.count == 21)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a", "mms://127.0.0.1/a"])
  func redirectToAnotherScheme(location: String) throws {
    let server = try ScriptedServer { _, client in client.redirect(to: location) }
    defer { server.stop() }
    let result = try get(server.url("/"))
    #expect(result.error?.code == 1)
    #expect(result.error?.status == 302)
    #expect(result.body.isEmpty)
  }

  @Test func cookiesAndUTF8LocationsAlongTheWay() throws {
    let server = try ScriptedServer { request, client in
      if request.path == "/a" {
        client.respond(
          Array("moved".utf8), status: "302 Found", headers: ["Location: /ü b", "Set-Cookie: node=7; Path=/"])
      } else {
        client.respond(Array("audio".utf8))
      }
    }
    defer { server.stop() }
    #expect(try get(server.url("/a")).body == Array("audio".utf8))
    #expect(server.requests.last?.headers["cookie"] == "node=7")
  }

  /// A token that is good once: the one request that carries it is the one that plays.
  @Test(.enabled(if: Tools.has("openssl", "python3"), "needs openssl and python3"))
  func throughHTTPSAndBack() throws {
    let authority = try #require(try CertificateAuthority())
    let good = try #require(authority.issue("good", from: "20200101000000Z", to: "20400101000000Z"))
    let last = try ScriptedServer { request, client in
      client.respond(
        Array("audio".utf8), status: request.path == "/live?tok=1" ? "200 OK" : "403 Forbidden")
    }
    let middle = try ScriptedServer { _, client in client.redirect(to: last.url("/live?tok=1")) }
    let front = try #require(TLSFront(certificate: good.certificate, key: good.key, backendPort: middle.port))
    let first = try ScriptedServer { _, client in client.redirect("301 Moved", to: front.url("/d?a=1")) }
    defer {
      [first, middle, last].forEach { $0.stop() }
      front.stop()
    }
    let result = try get(first.url("/a"), authorities: authority.file)
    #expect(result.error == nil)
    #expect(result.head?.status == 200)
    #expect(result.body == Array("audio".utf8))
    #expect(middle.requests.first?.path == "/d?a=1")
    for server in [first, middle, last] { #expect(server.requests.first?.headers["icy-metadata"] == "1") }
  }
}
