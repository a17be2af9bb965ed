import Core
import Foundation
import Runtime
import Support
import Testing

/// What is no sound is named within seconds, and the next link is tried.
@Suite(.serialized) struct CandidateTests {
  func server(_ pages: [String: (type: String, body: [UInt8])]) throws -> ScriptedServer {
    try ScriptedServer { request, client in
      guard let page = pages[request.path] else {
        return client.respond(Array("<html>gone</html>".utf8), status: "404 Not Found", type: "text/html")
      }
      // A link to this server itself can only be written once its port is known.
      let here = "http://" + (request.headers["host"] ?? "")
      guard page.body.count < 1_000 else { return client.respond(page.body, type: page.type) }
      let list = String(decoding: page.body, as: UTF8.self).replacingOccurrences(of: "HERE", with: here)
      client.respond(Array(list.utf8), type: page.type)
    }
  }

  func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  static let page = Array("<!DOCTYPE html><html>".utf8) + Array(repeating: UInt8(ascii: "x"), count: 3_500)

  @Test func pagesAndRefusals() throws {
    let server = try ScriptedServer { request, client in
      switch request.path {
      case "/404": client.respond(Self.page, status: "404 Not Found", type: "text/html")
      case "/403": client.respond(Self.page, status: "403 Forbidden", type: "text/html")
      case "/html": client.respond(Self.page, type: "text/html")
      case "/mislabeled": client.respond(Self.page)
      case "/empty": client.respond([UInt8]())
      case "/zeros": client.respond([UInt8](repeating: 0, count: 300_000))
      case "/loop": client.redirect(to: "/loop")
      case "/file": client.redirect(to: "file:///etc/passwd")
      case "/talk": client.send("220 mail ready\r\n")
      default: break
      }
    }
    defer { server.stop() }
    let expected: [(String, StreamFailure)] = [
      ("/404", .status(404)), ("/403", .status(403)), ("/html", .notAudio("a web page")),
      ("/mislabeled", .notAudio("a web page")), ("/empty", .ended), ("/zeros", .formatUnknown),
      ("/loop", .tooManyRedirects), ("/file", .linkNotUsable), ("/talk", .connectionLost),
      ("/close", .connectionLost)
    ]
    for (path, failure) in expected {
      let bench = try Bench()
      #expect(try bench.failure(server.url(path)) == failure, "\(path)")
      #expect(bench.reports.count == 1)
      #expect(bench.session?.voice.bytes.bytesWritten == 0)
    }
    let bench = try Bench()
    #expect(try bench.failure("http://127.0.0.1:1/") == .refused)
    for link in [
      "file:///etc/passwd", "rtsp://h/a", "javascript:1", "", String(repeating: "a", count: 10_000)
    ] {
      let bench = try Bench()
      #expect(try bench.failure(link) == .linkNotUsable)
    }
    #expect(try Bench().failure("http://nobody.invalid/") == .nameNotFound)
  }

  @Test func silence() throws {
    let server = try ScriptedServer { request, client in
      if request.path == "/head" {
        client.send("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "\u{1}", count: 100))
      }
      if request.path == "/noise" {
        client.send("HTTP/1.1 200 OK\r\n\r\n")
        while client.send([UInt8](repeating: 3, count: 500), gap: 0.02) {}
      }
      client.hold()
    }
    defer { server.stop() }
    let expected: [(String, StreamFailure)] = [
      ("/nothing", .noAnswer), ("/head", .stalled), ("/noise", .formatUnknown)
    ]
    for (path, failure) in expected {
      let bench = try Bench()
      var limits = Bench.hasty
      if path == "/head" { limits.formatWait = .seconds(5) }
      #expect(try bench.failure(server.url(path), limits: limits) == failure, "\(path)")
    }
    // A stop works at once, and nothing is told afterwards.
    let bench = try Bench()
    let session = bench.start(server.url("/nothing"))
    _ = try bench.run(seconds: 0.2) { false }
    session.cancel()
    _ = try bench.run(seconds: 0.2) { false }
    #expect(bench.reports.isEmpty)
  }

  @Test func listsThatLeadNowhere() throws {
    let pages: [String: (type: String, body: [UInt8])] = [
      "/self.m3u": ("audio/x-mpegurl", text("#EXTM3U\n/self.m3u\nself.m3u\n")),
      "/empty.m3u": ("audio/x-mpegurl", text("#EXTM3U\n\n")),
      "/d0.m3u": ("text/plain", text("#EXTM3U\nd1.m3u")), "/d1.m3u": ("text/plain", text("#EXTM3U\nd2.m3u")),
      "/d2.m3u": ("text/plain", text("#EXTM3U\nd3.m3u")), "/d3.m3u": ("text/plain", text("#EXTM3U\nd4.m3u")),
      "/d4.m3u": ("text/plain", text("#EXTM3U\nd5.m3u")),
      "/hls.m3u8": ("audio/x-mpegurl", text("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4.9,\no1.ts")),
      "/master.m3u8": ("text/plain", text("#EXTM3U\n\n#EXT-X-STREAM-INF:BANDWIDTH=96000\nlo/x")),
      "/x.xspf": ("application/xspf+xml", text("<?xml version='1.0'?><playlist/>")),
      "/x.asx": ("video/x-ms-asf", text("<asx><entryref href=X.ASX></asx>")),
      "/X.ASX": ("video/x-ms-asf", text("<asx><entryref href=x.asx></asx>")),
      "/x.smil": ("application/smil", text("<smil><body><audio src='1.mp3'/></body></smil>")),
      "/dead.pls": ("audio/x-scpls", text("[playlist]\nFile1=/one\nFile2=/two\n"))
    ]
    let server = try server(pages)
    defer { server.stop() }
    let expected: [(String, StreamFailure)] = [
      ("/self.m3u", .playlist("leads to itself")),
      ("/empty.m3u", .playlist("has no link that can be opened")),
      ("/d0.m3u", .playlist("is nested too deep")), ("/hls.m3u8", .status(404)),
      ("/master.m3u8", .status(404)), ("/x.xspf", .playlist("has no link that can be opened")),
      ("/x.asx", .playlist("leads to itself")), ("/x.smil", .formatNotYet("SMIL playlist")),
      ("/dead.pls", .status(404))
    ]
    for (path, failure) in expected {
      let bench = try Bench()
      #expect(try bench.failure(server.url(path)) == failure, "\(path)")
    }
    let many = try self.server([
      "/many": ("audio/x-mpegurl", text((0..<90).map { "http://127.0.0.1:1/\($0)\n" }.joined()))
    ])
    defer { many.stop() }
    #expect(try Bench().failure(many.url("/many")) == .refused)
  }

  @Test(.enabled(if: Sound.isThere, "needs ffmpeg, lame and mpg123"))
  func listsThatLeadToSound() throws {
    let wave = Sound.other("-f", "wav") ?? []
    let pages: [String: (type: String, body: [UInt8])] = [
      "/1.mp3": ("audio/mpeg", Sound.mp3), "/2.mp3": ("application/octet-stream", Sound.mp3),
      "/wave": ("audio/mpeg", wave),
      "/html": ("text/html", Self.page),
      "/bom": ("audio/mpeg", text("\u{feff}HERE/1.mp3 \r\n")),
      "/odd.pls": (
        "application/octet-stream", text("[Playlist]\nnumberofentries=9\nfile2=/2.mp3\nFILE1=/dead\n")
      ),
      "/a.m3u": ("audio/x-mpegurl", text("b.pls")),
      "/b.pls": ("text/plain", text("[playlist]\nFile1=c/c.m3u")),
      "/c/c.m3u": ("text/plain", text("#EXTM3U\n../1.mp3")),
      "/e": ("audio/mpeg", text("#EXTM3U\n\n#EXTINF:-1,A\n/wave\n/html\n/1.mp3")),
      "/live.m3u8": ("application/vnd.apple.mpegurl", text("#EXTM3U\n/1.mp3")),
      "/x.xspf": (
        "text/plain",
        text(
          "<playlist xml:base='/c/'><trackList><track><location>dead</location><location>x.asx</location>"
            + "</track></trackList></playlist>")
      ),
      "/c/x.asx": ("text/html", text("<ASX Version=3><Entry><Ref HRef='/wave?a&b'><ref href='ref.asx'/>")),
      "/c/ref.asx": ("video/x-ms-asf", text("[Reference]\r\nRef1=../gone\r\nRef2=/1.mp3\r\n"))
    ]
    let server = try server(pages)
    defer { server.stop() }
    for path in ["/bom", "/odd.pls", "/a.m3u", "/e", "/live.m3u8", "/x.xspf"] {
      let bench = try Bench()
      #expect(try bench.failure(server.url(path)) == .clipEnded, "\(path)")
      #expect(bench.info != nil, "\(path)")
      #expect(bench.samples.count > 2 * 44_100 * 2, "\(path)")
    }
    // A list whose server forgets to close is read as far as it came.
    let open = try ScriptedServer { request, client in
      if request.path == "/1.mp3" { return client.respond(Sound.mp3) }
      client.send("HTTP/1.1 200 OK\r\nContent-Type: audio/x-mpegurl\r\n\r\n#EXTM3U\n/1.mp3\n")
      client.hold()
    }
    defer { open.stop() }
    let bench = try Bench()
    #expect(try bench.failure(open.url("/"), limits: Bench.hasty) == .clipEnded)
    #expect(bench.info != nil)
  }

  @Test(.enabled(if: Sound.isThere, "needs ffmpeg, lame and mpg123"))
  func alternatesAreTriedInOrder() throws {
    let server = try server(["/ok": ("audio/mpeg", Sound.mp3), "/html": ("text/html", Self.page)])
    defer { server.stop() }
    let bench = try Bench()
    let alternates = [
      server.url("/gone"), server.url("/html"), "ftp://h/a", server.url("/ok"), server.url("/never")
    ]
    #expect(try bench.failure("http://127.0.0.1:1/", alternates: alternates) == .clipEnded)
    #expect(bench.info != nil)
    #expect(server.requests.map(\.path) == ["/gone", "/html", "/ok"])
    // Where none gives sound, the station's own link says why.
    let other = try Bench()
    #expect(
      try other.failure(server.url("/html"), alternates: ["http://127.0.0.1:1/"]) == .notAudio("a web page"))
    // A link that may be well again in a second is worth another try, whatever the first one was.
    let mixed = try Bench()
    #expect(try mixed.failure("mailto:a@b", alternates: ["http://127.0.0.1:1/"]) == .refused)
    let odd = try Bench()
    #expect(try odd.failure("mailto:a@b", alternates: [server.url("/ok")]) == .clipEnded)
    #expect(odd.info != nil)
  }

  /// Every label says MP3 and the fragment something else: neither matters, and the fragment is not sent.
  @Test(.enabled(if: Sound.isThere, "needs ffmpeg, lame and mpg123"))
  func playsWhatItIs() throws {
    let kinds: [(String, [UInt8]?)] = [
      ("AAC", Sound.other("-c:a", "aac", "-f", "adts")),
      ("Opus", Sound.other("-c:a", "libopus", "-f", "ogg")),
      ("Vorbis", Sound.other("-c:a", "libvorbis", "-f", "ogg")),
      ("FLAC", Sound.other("-c:a", "flac", "-f", "flac")),
      ("FLAC", Sound.other("-c:a", "flac", "-f", "ogg"))
    ]
    for (name, made) in kinds {
      guard let bytes = made else {
        print("\(name) not tried: this ffmpeg does not make it")
        continue
      }
      let server = try ScriptedServer { _, client in
        client.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
        client.send(bytes.prefix(32_768))
        client.hold()
      }
      defer { server.stop() }
      let bench = try Bench()
      _ = bench.start(server.url("/live.mp3#.aac"))
      // The report of the format may still be on its way when the samples are there.
      #expect(
        try bench.run {
          bench.samples.count > 22_050 && !bench.formats.isEmpty || bench.failure != nil
        })
      #expect(bench.failure == nil)
      #expect(bench.formats.first?.codec == name)
      #expect(server.requests.first?.path == "/live.mp3")
    }
  }

  @Test(.enabled(if: Sound.isThere, "needs ffmpeg, lame and mpg123"))
  func otherFormatsAreNamed() throws {
    let kinds: [(String, [UInt8]?)] = [
      ("WAV", Sound.other("-f", "wav"))
    ]
    for (name, made) in kinds {
      guard let bytes = made else {
        print("\(name) not tried: this ffmpeg does not make it")
        continue
      }
      let server = try ScriptedServer { _, client in
        client.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
        client.send(bytes.prefix(32_768))
        client.hold()
      }
      defer { server.stop() }
      let bench = try Bench()
      #expect(try bench.failure(server.url("/live.mp3#.aac")) == .formatNotYet(name))
      #expect(server.requests.first?.path == "/live.mp3")
    }
  }
}
