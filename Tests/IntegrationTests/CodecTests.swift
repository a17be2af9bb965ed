import Foundation
import Support
import Testing

/// The real program and a real Icecast, with what real encoders make: what is heard is what was sent,
/// whatever the format, and titles come with their songs.
@Suite(.enabled(if: Tools.has("icecast2", "ffmpeg", "curl"), "the servers are not installed"))
struct CodecTests {
  struct Stream: Sendable, CustomTestStringConvertible {
    var codec: String
    var encoder: [String]
    var type: String
    var mount: String
    /// Whether the songs are logical streams of their own, with titles.
    var isOgg = true
    var testDescription: String { codec }
  }

  static let streams = [
    Stream(
      codec: "AAC", encoder: ["-c:a", "aac", "-aac_pns", "0", "-b:a", "128k", "-f", "adts"],
      type: "audio/aac",
      mount: "/live.aac", isOgg: false),
    Stream(
      codec: "Vorbis", encoder: ["-c:a", "libvorbis", "-b:a", "128k", "-f", "ogg"], type: "application/ogg",
      mount: "/vorbis.ogg"),
    Stream(
      codec: "Opus", encoder: ["-c:a", "libopus", "-b:a", "128k", "-f", "ogg"], type: "application/ogg",
      mount: "/live.opus"),
    Stream(
      codec: "FLAC", encoder: ["-c:a", "flac", "-f", "ogg"], type: "application/ogg", mount: "/flac.ogg")
  ]

  private static let songSeconds = 9.0

  @Test(arguments: streams) func whatIsHeardIsWhatWasSent(stream: Stream) throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let icecast = try #require(try Icecast())
    let songs = try ["One", "Two", "Three"].enumerated().map { number, title in
      try #require(
        try CodecSound.made(
          ["-metadata", "ARTIST=Ana", "-metadata", "TITLE=\(title)"] + stream.encoder, rate: 48_000,
          seconds: Self.songSeconds, frequency: 200 + 100 * number))
    }
    let bytes = songs.flatMap { $0 }
    let file = folder.appendingPathComponent("sound")
    try Data(bytes).write(to: file)
    let pace = Int(Double(bytes.count) / Self.songSeconds / 3 * 1.02)
    #expect(try icecast.send(file, to: stream.mount, type: stream.type, bytesPerSecond: pace))
    let heard = folder.appendingPathComponent("heard.wav")
    let radio = try RunningProgram.nightstand([
      "play", icecast.url(stream.mount), "--seconds", "15", "--wav", heard.path, "--json"
    ])
    #expect(radio.line(containing: #""state":"playing""#) != nil)
    #expect(radio.exitCode() == 0)

    let got = try #require(WaveFile(heard))
    #expect(got.rate == 48_000 && got.channels == 2)
    #expect(got.samples.count > 48_000 * 2 * 12)
    // Each song by itself: what it ends with is not heard in the next one. A chain of AAC is one stream.
    let reference = folder.appendingPathComponent("reference.wav")
    let decoded = try (stream.isOgg ? songs : [bytes]).flatMap { try #require(try CodecSound.reference($0)) }
    try WaveFile.write(decoded, rate: 48_000, channels: 2, to: reference)
    let sent = try #require(WaveFile(reference))
    // It came in somewhere, so the first frames lack what the frame before held for them.
    let settled = got.samples.dropFirst(48_000)
    #expect(sent.place(of: settled.prefix(48_000 * 2 * 11)) != nil)

    let format = try #require(radio.events.first { $0["event"] as? String == "format" })
    #expect(format["codec"] as? String == stream.codec)
    #expect(format["rate"] as? Int == 48_000 && format["channels"] as? Int == 2)
    guard stream.isOgg else { return }
    let titles = radio.events.filter { $0["event"] as? String == "title" && $0["title"] as? String != "" }
    #expect(titles.prefix(2).compactMap { $0["title"] as? String } == ["Ana - One", "Ana - Two"])
  }
}
