import Audio
import Core
import Foundation
import Runtime
import Support
import Testing

/// What the formats beyond MP3 bring along in a session: their titles, their tags, their ends.
@Suite(.enabled(if: CodecSound.hasTools, "ffmpeg is not installed"), .serialized)
struct CodecSessionTests {
  static func song(_ codec: String, title: String?, seconds: Double = 2, frequency: Int = 300) throws
    -> [UInt8]
  {
    let tags = title.map { ["-metadata", "ARTIST=Ana", "-metadata", "TITLE=\($0)"] } ?? []
    return try #require(
      try CodecSound.made(
        tags + ["-c:a", codec, "-f", "ogg"], rate: 48_000, seconds: seconds, frequency: frequency))
  }

  /// The titles inside of a chain are told when their songs are heard, and those of the server still work.
  @Test(arguments: ["libvorbis", "libopus", "flac"]) func titlesOfAChain(codec: String) throws {
    let songs = [
      try Self.song(codec, title: "One &amp; Only", seconds: 2),
      try Self.song(codec, title: "Two\n", seconds: 2),
      try Self.song(codec, title: nil, seconds: 1)
    ]
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
      client.send(songs.flatMap { $0 }, each: 5_000)
    }
    defer { server.stop() }
    let bench = try Bench()
    bench.framesPerTurn = 2_400
    let session = bench.start(server.url("/live.mp3"), limits: Bench.hasty)
    var frames: [UInt64] = []
    #expect(
      try bench.run {
        while frames.count < bench.titles.count { frames.append(session.voice.framesHeard) }
        return bench.failure != nil
      })
    #expect(bench.failure == .ended)
    #expect(bench.titles == ["Ana - One & Only", "Ana - Two", ""])
    // The first at once; the others with their first frame, and a turn of the loop or two later.
    for (told, begins) in zip(frames, [0, 96_000, 192_000]) {
      #expect(Int(told) >= begins && Int(told) < begins + 24_000, "\(frames)")
    }
    #expect(bench.samples.count == 5 * 48_000 * 2)
    #expect(bench.formats.first?.rate == 48_000)
  }

  @Test func serversTitlesInAac() throws {
    let sound = try #require(Sound.other("-c:a", "aac", "-b:a", "128k", "-f", "adts"))
    let stream = SoundTests.muxed(sound, interval: 4_096, titles: [0: "First", 3: "Second"])
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.0 200 OK\r\nicy-metaint: 4096\r\nContent-Type: audio/aacp\r\n\r\n")
      client.send(stream, each: 1_000)
    }
    defer { server.stop() }
    let bench = try Bench()
    #expect(try bench.failure(server.url("/")) == .ended)
    #expect(bench.titles == ["First", "Second"])
    #expect(bench.formats.first?.codec == "AAC")
    #expect(bench.samples.count >= 2 * 44_100 - 2_048)
  }

  /// A cover of some hundred kilobytes is waited for, as a tag is, although no format is known before it.
  @Test func aCoverBeforeTheSound() throws {
    let size = 400_000
    let file = try #require(try CodecSound.made(["-c:a", "flac", "-f", "flac"], rate: 48_000))
    // Behind the first block, which is the only one with a fixed place.
    let header: [UInt8] = [6, UInt8(size >> 16), UInt8(size >> 8 & 255), UInt8(size & 255)]
    let picture = header + [UInt8](repeating: 0x41, count: size)
    let server = try ScriptedServer { _, client in
      client.respond(Array(file[..<42]) + picture + Array(file[42...]))
    }
    defer { server.stop() }
    let bench = try Bench()
    #expect(try bench.failure(server.url("/")) == .clipEnded)
    #expect(bench.samples.count == 2 * 48_000 * 2)
  }

  /// What comes instead of sound in mid-stream ends the try in words, when all before it was heard.
  @Test func soundThatBecomesRubbish() throws {
    let sound = try #require(Sound.other("-c:a", "aac", "-b:a", "128k", "-f", "adts"))
    let rubbish = Encoded.noise(200_000).map { $0 & 0x7F }
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.1 200 OK\r\n\r\n")
      client.send(sound)
      while client.send(rubbish, gap: 0.01) {}
    }
    defer { server.stop() }
    let bench = try Bench()
    #expect(try bench.failure(server.url("/")) == .other("no sound in 512 KB"))
    #expect(bench.samples.count >= 2 * 44_100 - 4_096)
  }

  /// A FLAC stream without a container says at its beginning alone what it is.
  @Test func flacWithoutItsBeginning() throws {
    let file = try #require(try CodecSound.made(["-c:a", "flac", "-f", "flac"], rate: 48_000, seconds: 6))
    let server = try ScriptedServer { _, client in
      client.send("HTTP/1.1 200 OK\r\nContent-Type: audio/flac\r\n\r\n")
      client.send(file[20_000...])
      client.hold()
    }
    defer { server.stop() }
    #expect(file.count > 200_000)
    #expect(try Bench().failure(server.url("/")) == .formatUnknown)
  }
}
