import Audio
import Core
import Foundation
import Runtime
import Support
import Testing

/// What arrives as sound is heard whole, and nothing else is.
@Suite(.enabled(if: Sound.isThere, "needs ffmpeg, lame and mpg123"), .serialized)
struct SoundTests {
  static func muxed(_ audio: [UInt8], interval: Int, titles: [Int: String]) -> [UInt8] {
    var stream: [UInt8] = []
    for (number, start) in stride(from: 0, to: audio.count, by: interval).enumerated() {
      let piece = audio[start..<min(audio.count, start + interval)]
      stream += piece
      guard piece.count == interval else { break }
      let text = titles[number].map { Array("StreamTitle='\($0)';".utf8) } ?? []
      stream.append(UInt8((text.count + 15) / 16))
      stream += text + Array(repeating: 0, count: (16 - text.count % 16) % 16)
    }
    return stream
  }

  @Test func oldServerWithTitlesIsHeardToItsEnd() throws {
    let stream = Self.muxed(
      Sound.mp3, interval: 4_096, titles: [0: "First - One", 1: "First - One", 8: "Second & Two"])
    let server = try ScriptedServer { _, client in
      client.send("ICY 200 OK\r\nicy-name:Caf\u{e9}\r\nicy-br:128,128\r\nicy-metaint:4096\r\n")
      client.send("content-type:audio/mpeg\r\n\r\n")
      client.send(stream, each: 1_000)
    }
    defer { server.stop() }
    let bench = try Bench()
    #expect(try bench.failure(server.url("/")) == .ended)
    #expect(bench.info?.name == "Café")
    #expect(bench.info?.kbitPerSecond == 128)
    #expect(bench.titles == ["First - One", "Second & Two"])
    #expect(bench.formats == [StreamFormat(codec: "MP3", rate: 44_100, channels: 2, kbitPerSecond: 128)])
    #expect(Sound.isClose(bench.heard, try Encoded.reference(Sound.mp3)))
    // In this order, and nothing behind the end.
    guard case .connected = bench.reports.first, case .failed = bench.reports.last else {
      Issue.record("\(bench.reports)")
      return
    }
  }

  /// As soon as no more will come, so that the next session can be opened while the rest is heard.
  @Test func theEndIsToldBeforeItIsHeard() throws {
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
      client.send(Sound.mp3)
    }
    defer { server.stop() }
    let bench = try Bench()
    bench.isPlaying = false
    _ = bench.start(server.url("/"))
    var endings: [(failure: StreamFailure, left: Duration)] {
      bench.reports.compactMap {
        if case .ending(let failure, let left) = $0 { (failure, left) } else { nil }
      }
    }
    #expect(try bench.run { !endings.isEmpty })
    #expect(bench.failure == nil)
    bench.isPlaying = true
    #expect(try bench.run { bench.failure != nil })
    #expect(bench.failure == .ended)
    #expect(endings.count == 1 && endings.first?.failure == .ended)
    // Of three seconds; how much is decoded at that moment is up to the decoder's thread.
    #expect((endings.first?.left ?? .zero) <= .milliseconds(3_200))
  }

  @Test(arguments: [1, 16, 1_024, 16_000])
  func everyIntervalAndChunksGiveTheSameSound(interval: Int) throws {
    let sound = interval == 1 ? Array(Sound.mp3.prefix(20_000)) : Sound.mp3
    let stream = Self.muxed(sound, interval: interval, titles: [1: String(repeating: "x", count: 4_060)])
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nicy-metaint: \(interval)\r\n\r\n")
      var random = SeededRandom(seed: 1)
      var index = 0
      while index < stream.count {
        let size = min(stream.count - index, Int.random(in: 1...3_000, using: &random))
        client.send(String(size, radix: 16) + "\r\n")
        client.send(Array(stream[index..<index + size]) + [13, 10])
        index += size
      }
      client.send("0\r\n\r\n")
    }
    defer { server.stop() }
    let bench = try Bench()
    #expect(try bench.failure(server.url("/")) == .ended)
    #expect(Sound.isClose(bench.heard, try Encoded.reference(sound)))
  }

  /// The second title stands behind a second of sound and is told when that has been heard, not before.
  @Test func titlesWaitForTheirSound() throws {
    let stream = Self.muxed(Sound.mp3, interval: 16_000, titles: [0: "A", 1: "B"])
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.0 200 OK\r\nicy-metaint: 16000\r\n\r\n")
      client.send(stream)
      client.hold()
    }
    defer { server.stop() }
    let bench = try Bench()
    bench.framesPerTurn = 2_205
    // This output is faster than a card, so the clock has to be looked at more often.
    let session = bench.start(server.url("/"), limits: Bench.hasty)
    var framesAtB: UInt64?
    #expect(
      try bench.run {
        if framesAtB == nil, bench.titles.contains("B") { framesAtB = session.voice.framesHeard }
        return framesAtB != nil
      })
    // 32,000 bytes of 128 kbit/s are two seconds; a quarter of a second is allowed, and a turn of the loop.
    let frames = Double(framesAtB ?? 0)
    #expect(frames > 1.7 * 44_100 && frames < 2.5 * 44_100)
    session.cancel()
  }

  /// Nobody hears the station: its titles change all the same when their time has come.
  @Test func titlesOfAWarmStationComeInTime() throws {
    let stream = Self.muxed(Sound.mp3, interval: 16_000, titles: [0: "A", 1: "B"])
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.0 200 OK\r\nicy-metaint: 16000\r\n\r\n")
      client.send(stream)
      client.hold()
    }
    defer { server.stop() }
    let bench = try Bench()
    bench.isPlaying = false
    var limits = SessionLimits()
    limits.tick = .milliseconds(50)
    limits.warmStock = .milliseconds(100)
    let session = bench.start(server.url("/"), limits: limits)
    session.isWarm = true
    #expect(try bench.run { bench.titles.contains("A") })
    #expect(session.voice.framesHeard < 44_100)
    #expect(try bench.run { bench.titles.contains("B") })
    #expect(session.voice.framesHeard >= 2 * 44_100 - 11_025)
    session.cancel()
  }

  /// A recording begins at its beginning, however long it was open.
  @Test func aWarmRecordingWaits() throws {
    let server = try ScriptedServer { _, client in client.respond(Sound.mp3 + Sound.mp3) }
    defer { server.stop() }
    let bench = try Bench()
    bench.isPlaying = false
    let voice = Voice(id: 1, byteCapacity: 1 << 13, sampleCapacity: 1 << 15)
    var limits = Bench.hasty
    limits.formatWait = .seconds(10)
    limits.warmStock = .zero
    let session = bench.start(Station(name: "Test", link: server.url("/")), voice: voice, limits: limits)
    session.isWarm = true
    #expect(try bench.run { voice.bytes.room == 0 })
    _ = try bench.run(seconds: 0.3) { bench.failure != nil }
    #expect(voice.framesHeard == 0 && bench.failure == nil)
    session.isWarm = false
    bench.isPlaying = true
    #expect(try bench.run { bench.failure != nil })
    #expect(Sound.isClose(bench.heard, try Encoded.reference(Sound.mp3 + Sound.mp3)))
  }

  @Test func tagsAndRubbishAreNotHeard() throws {
    var random = SeededRandom(seed: 9)
    let reference = try Encoded.reference(Sound.mp3)
    let size = 300_000
    let tag: [UInt8] =
      [0x49, 0x44, 0x33, 3, 0, 0, UInt8(size >> 21 & 127), UInt8(size >> 14 & 127), UInt8(size >> 7 & 127)]
      + [UInt8(size & 127)] + random.bytes(size)
    for (name, before) in [
      ("tag", tag), ("rubbish", random.bytes(5_000)), ("zeros", Array(repeating: 0, count: 65_536))
    ] {
      let server = try ScriptedServer { _, client in client.respond(before + Sound.mp3) }
      defer { server.stop() }
      let bench = try Bench()
      #expect(try bench.failure(server.url("/")) == .clipEnded)
      #expect(Sound.isClose(bench.heard, reference), "\(name)")
    }
  }

  @Test func startInMidFrameAndLayerTwo() throws {
    for sound in [Array(Sound.mp3[200...]), Sound.mp2] {
      let server = try ScriptedServer { _, client in client.respond(sound, type: "text/html") }
      defer { server.stop() }
      let bench = try Bench()
      #expect(try bench.failure(server.url("/x.mp3")) == .clipEnded)
      let seconds = Double(bench.samples.count) / 2 / 44_100
      #expect(seconds > 2.8)
      #expect(bench.formats.first?.codec == (sound == Sound.mp2 ? "MP2" : "MP3"))
    }
  }

  /// A small ring fills: the transfer rests, goes on when there is room, and nothing is lost.
  @Test func fullRingHoldsTheTransferBack() throws {
    let server = try ScriptedServer { _, client in client.respond(Sound.mp3 + Sound.mp3 + Sound.mp3) }
    defer { server.stop() }
    let bench = try Bench()
    bench.isPlaying = false
    let voice = Voice(id: 1, byteCapacity: 1 << 13, sampleCapacity: 1 << 15)
    var limits = Bench.hasty
    limits.formatWait = .seconds(10)
    bench.start(Station(name: "Test", link: server.url("/")), voice: voice, limits: limits)
    // Longer than the stall window: that nothing comes is our own wish.
    _ = try bench.run(seconds: 1.5) { bench.failure != nil }
    #expect(bench.failure == nil)
    #expect(voice.bytes.bytesWritten < 40_000)
    bench.isPlaying = true
    #expect(try bench.run { bench.failure != nil })
    #expect(bench.failure == .clipEnded)
    #expect(Sound.isClose(bench.heard, try Encoded.reference(Sound.mp3 + Sound.mp3 + Sound.mp3)))
  }

  @Test func stopsAndBreaksInMidStream() throws {
    let server = try ScriptedServer { request, client in
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n")
      client.send(Sound.mp3)
      switch request.path {
      case "/stall": client.hold()
      case "/trickle": while client.send([0], gap: 0.1) {}
      case "/reset":
        client.wait(0.3)
        client.reset()
      default: break
      }
    }
    defer { server.stop() }
    let expected: [(String, StreamFailure)] = [
      ("/stall", .stalled), ("/trickle", .stalled), ("/reset", .connectionLost), ("/cut", .connectionLost)
    ]
    let reference = try Encoded.reference(Sound.mp3)
    for (path, failure) in expected {
      let bench = try Bench()
      #expect(try bench.failure(server.url(path), limits: Bench.hasty) == failure, "\(path)")
      // All that came was heard first (but the last frame, which the trickle's zeros may spoil).
      #expect(bench.heard.count > reference.count - 8 * 1_152, "\(path)")
    }
  }

  @Test func reconnectingBeginsWithTheStationsOwnLink() throws {
    let tokens = NSLock()
    nonisolated(unsafe) var next = 0
    nonisolated(unsafe) var spent: Set<String> = []
    let server = try ScriptedServer { request, client in
      if request.path == "/a" {
        client.redirect(to: "b?sid=\(tokens.withLock { next += 1; return next })&t=x%26y")
      } else {
        let isFresh = tokens.withLock { spent.insert(request.path).inserted }
        client.respond(Sound.mp3, status: isFresh ? "200 OK" : "403 Forbidden")
      }
    }
    defer { server.stop() }
    let bench = try Bench()
    for _ in 0..<2 {
      bench.reports = []
      #expect(try bench.failure(server.url("/a")) == .clipEnded)
      #expect(bench.info != nil)
    }
    #expect(server.requests.map(\.path) == ["/a", "/b?sid=1&t=x%26y", "/a", "/b?sid=2&t=x%26y"])
  }

  @Test func cancelInEveryReport() throws {
    let stream = Self.muxed(Sound.mp3, interval: 4_096, titles: [0: "A", 4: "B"])
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.0 200 OK\r\nicy-metaint: 4096\r\n\r\n")
      client.send(stream)
    }
    defer { server.stop() }
    let loops = try Bench()
    for count in 1...4 {
      var reports = 0
      var session: StationSession?
      session = StationSession(
        id: SessionID(count), station: Station(name: "Test", link: server.url("/")), network: loops.fetch,
        decoders: loops.decoders, time: LoopTime(loops.loop)
      ) { _, _ in
        reports += 1
        guard reports == count else { return }
        session?.cancel()
        session = nil
      }
      session?.start()
      _ = try Tools.turn(loops.loop, seconds: 0.4) { session == nil }
      _ = try Tools.turn(loops.loop, seconds: 0.05) { false }
      #expect(reports <= count)
      session?.cancel()
    }
  }
}
