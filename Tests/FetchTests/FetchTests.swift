import Fetch
import Foundation
import Linux
import Support
import Testing

@Suite struct FetchTests {
  let loop: EventLoop
  let fetch: Fetch

  init() throws {
    loop = try EventLoop()
    fetch = try Fetch(loop: loop, userAgent: "Nightstand/test (internet radio)")
  }

  func get(_ url: String, wantsTitles: Bool = true) throws -> Recorder {
    let recorder = Recorder()
    _ = fetch.start(FetchRequest(url: url, wantsTitles: wantsTitles), recorder)
    #expect(recorder.callCount == 0)
    #expect(try Tools.turn(loop) { recorder.hasEnded })
    return recorder
  }

  @Test func plainResponse() throws {
    let server = try ScriptedServer { _, client in client.respond(Array("abc".utf8), headers: ["icy-name: X"])
    }
    defer { server.stop() }
    let result = try get(server.url("/a?b=1;c"))
    #expect(result.error == nil)
    #expect(result.head?.status == 200)
    #expect(result.value("content-type") == "audio/mpeg")
    #expect(result.body == Array("abc".utf8))
    #expect(result.headCount == 1)
    let request = try #require(server.requests.first)
    #expect(request.path == "/a?b=1;c")
    #expect(request.headers["icy-metadata"] == "1")
    #expect(request.headers["user-agent"] == "Nightstand/test (internet radio)")
    #expect(request.headers["accept-encoding"] == nil)
  }

  @Test func fragmentIsNotSentAndAgentCanBeChosen() throws {
    let server = try ScriptedServer { _, client in client.respond(Array("x".utf8)) }
    defer { server.stop() }
    let recorder = Recorder()
    _ = fetch.start(FetchRequest(url: server.url("/live.mp3#.aac"), userAgent: "Other/1"), recorder)
    #expect(try Tools.turn(loop) { recorder.hasEnded })
    let request = try #require(server.requests.first)
    #expect(request.path == "/live.mp3")
    #expect(request.headers["user-agent"] == "Other/1")
    #expect(request.headers["icy-metadata"] == nil)
  }

  @Test func aPartOfAFile() throws {
    let server = try ScriptedServer { request, client in
      client.respond(Array((request.headers["range"] ?? "none").utf8), status: "206 Partial Content")
    }
    defer { server.stop() }
    let recorder = Recorder()
    _ = fetch.start(FetchRequest(url: server.url("/s.ts"), range: 5...9), recorder)
    #expect(try Tools.turn(loop) { recorder.hasEnded })
    #expect(recorder.head?.status == 206)
    #expect(recorder.body == Array("bytes=5-9".utf8))
  }

  @Test func statusLineOfOldStreamServers() throws {
    let body = Array(repeating: UInt8(7), count: 16) + [0] + Array(repeating: UInt8(9), count: 15)
    let server = try ScriptedServer { _, client in
      client.send("ICY 200 OK\r\nicy-name:X\r\nicy-metaint:16\r\ncontent-type:audio/mpeg\r\n\r\n")
      client.send(body)
    }
    defer { server.stop() }
    let result = try get(server.url("/"))
    #expect(result.head?.status == 200)
    #expect(result.value("icy-name") == "X")
    #expect(result.value("icy-metaint") == "16")
    #expect(result.body == body)
    #expect(result.error == nil)
  }

  @Test func answerThatIsNoHTTPIsRefused() throws {
    let server = try ScriptedServer { _, client in client.send("hello, this is not HTTP at all\r\n\r\n") }
    defer { server.stop() }
    let result = try get(server.url("/"))
    #expect(result.error?.code == 1)
    #expect(result.error?.hasConnected == true)
    #expect(result.body.isEmpty)
  }

  @Test func chunksAreRemoved() throws {
    let pieces = [Array(repeating: UInt8(1), count: 5), Array(repeating: 2, count: 11), [0], [3, 3, 3, 3]]
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nicy-metaint: 16\r\n\r\n")
      for piece in pieces {
        client.send(String(piece.count, radix: 16) + "\r\n")
        client.send(piece + [13, 10], each: 1)
      }
      client.send("0\r\nX-Trailer: 1\r\n\r\n")
    }
    defer { server.stop() }
    let result = try get(server.url("/"))
    #expect(result.body == pieces.flatMap { $0 })
    #expect(result.error == nil)
    #expect(result.headCount == 1)
  }

  @Test func bytesOneAtATime() throws {
    let body = Array("The quick brown fox".utf8)
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.0 200 OK\r\nContent-Type:audio/mpeg\r\n\r\n", each: 1)
      client.send(body, each: 1)
    }
    defer { server.stop() }
    #expect(try get(server.url("/")).body == body)
  }

  @Test func refusedBytesComeAgain() throws {
    var random = SeededRandom(seed: 3)
    let body = random.bytes(300_000)
    let server = try ScriptedServer { _, client in client.respond(body) }
    defer { server.stop() }
    let recorder = Recorder()
    var refusals = 0
    var isOpen = true
    recorder.isTaking = { _ in
      defer { isOpen.toggle() }
      if !isOpen { refusals += 1 }
      return isOpen
    }
    let id = fetch.start(FetchRequest(url: server.url("/")), recorder)
    var resumed = 0
    #expect(
      try Tools.turn(loop) {
        if refusals > resumed {
          resumed = refusals
          fetch.resume(id)
        }
        return recorder.hasEnded
      })
    #expect(recorder.body == body)
    #expect(refusals > 3)
    fetch.resume(id)
  }

  /// While a receiver rests, nothing is read and the loop sleeps.
  @Test func restingTransferCostsNothing() throws {
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.1 200 OK\r\n\r\n")
      while client.send(Array(repeating: 0x55, count: 65_536)) {}
    }
    defer { server.stop() }
    let recorder = Recorder()
    recorder.isTaking = { _ in false }
    let id = fetch.start(FetchRequest(url: server.url("/")), recorder)
    #expect(try Tools.turn(loop) { recorder.callCount >= 2 })
    var turns = 0
    try Tools.turn(loop, seconds: 0.5) {
      turns += 1
      return false
    }
    #expect(recorder.callCount == 2)
    #expect(turns < 60)
    fetch.cancel(id)
  }

  @Test func cancelAndStartFromWithinCallbacks() throws {
    let server = try ScriptedServer { request, client in
      client.send("HTTP/1.1 200 OK\r\n\r\nbody")
      if request.path == "/end" { return }
      client.hold()
    }
    defer { server.stop() }
    for place in 0..<3 {
      let first = Recorder()
      let second = Recorder()
      let id = fetch.start(FetchRequest(url: server.url(place == 2 ? "/end" : "/hold")), first)
      let swap = {
        self.fetch.cancel(id)
        _ = self.fetch.start(FetchRequest(url: server.url("/end")), second)
      }
      switch place {
      case 0: first.whenHead = swap
      case 1: first.whenBody = swap
      default: first.whenEnded = swap
      }
      #expect(try Tools.turn(loop) { second.hasEnded })
      #expect(second.body == Array("body".utf8))
      #expect(first.hasEnded == (place == 2))
      #expect(first.callCount == place + 1)
    }
    // One that is started and canceled within the same callback never begins.
    let before = server.connectionCount
    let first = Recorder()
    let third = Recorder()
    first.whenHead = {
      self.fetch.cancel(self.fetch.start(FetchRequest(url: server.url("/hold")), third))
    }
    _ = fetch.start(FetchRequest(url: server.url("/end")), first)
    #expect(try Tools.turn(loop) { first.hasEnded })
    #expect(third.callCount == 0)
    #expect(server.connectionCount == before + 1)
  }

  @Test func headAndErrorPageHaveLimits() throws {
    let server = try ScriptedServer { request, client in
      if request.path == "/head" {
        client.send("HTTP/1.1 200 OK\r\n")
        var number = 0
        while client.send("X-\(number): \(String(repeating: "y", count: 500))\r\n") { number += 1 }
      } else {
        client.send("HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n")
        while client.send(Array(repeating: 0x20, count: 65_536)) {}
      }
    }
    defer { server.stop() }
    let endless = try get(server.url("/head"))
    #expect(endless.error?.call == "response header")
    #expect(endless.headCount == 0)
    let page = try get(server.url("/page"))
    #expect(page.head?.status == 404)
    #expect(page.error == nil)
    #expect(page.body.count <= 65_536)
  }

  @Test func failuresAreToldApart() throws {
    let reset = try ScriptedServer { _, client in
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
      client.reset()
    }
    let cut = try ScriptedServer { _, client in
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
    }
    let silent = try ScriptedServer { _, _ in }
    silent.stop()
    defer {
      reset.stop()
      cut.stop()
    }
    #expect(try get(reset.url("/")).error?.code == 56)
    #expect(try get(cut.url("/")).error?.code == 18)
    let refused = try get("http://127.0.0.1:1/")
    #expect(refused.error?.code == 7)
    #expect(refused.error?.systemCode == ECONNREFUSED)
    #expect(try get("http://nobody.invalid/").error?.code == 6)
    #expect(try get("http://h /").error?.code == 3)
    for url in ["file:///etc/passwd", "mms://127.0.0.1/a", "ftp://127.0.0.1/"] {
      let error = try get(url).error
      #expect(error?.code == 1)
      #expect(error?.hasConnected == false)
    }
    #expect("\(try #require(refused.error))".contains("Connection refused"))
  }
}
