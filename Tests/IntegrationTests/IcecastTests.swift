import Foundation
import Support
import Testing

/// The real program against a real Icecast with a real encoder's stream.
@Suite(
  .enabled(if: Tools.has("icecast2", "ffmpeg", "lame", "mpg123", "curl"), "the servers are not installed"))
struct IcecastTests {
  /// A minute of music-like sound as MP3 by lame.
  private static func song(in folder: URL) throws -> URL {
    let wave = folder.appendingPathComponent("song.wav")
    let song = folder.appendingPathComponent("song.mp3")
    Tools.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "aevalsrc='0.3*sin(2*PI*t*(220+30*sin(t/3)))+0.2*sin(2*PI*t*330)*sin(t)|0.3*sin(2*PI*t*277)':s=44100:d=60",
        wave.path
      ])
    Tools.run("lame", ["--quiet", "-b", "128", "--cbr", "-t", wave.path, song.path])
    return song
  }

  @Test func whatIsHeardIsWhatWasSent() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let icecast = try #require(try Icecast())
    #expect(try icecast.feed(try IcecastTests.song(in: folder)))
    // The same stream without titles, as it came over the wire, is the reference.
    let wire = folder.appendingPathComponent("wire.mp3")
    let recorder = try RunningProgram("curl", ["-s", "-m", "12", "-o", wire.path, icecast.url])
    let heard = folder.appendingPathComponent("heard.wav")
    let radio = try RunningProgram.nightstand([
      "play", icecast.url, "--seconds", "6", "--wav", heard.path, "--json"
    ])
    #expect(radio.line(containing: #""state":"playing""#) != nil)
    usleep(1_000_000)
    icecast.setTitle("Ana Moura – Desfado")
    #expect(radio.exitCode() == 0)
    #expect(recorder.exitCode() != nil)

    let reference = folder.appendingPathComponent("reference.wav")
    Tools.run("mpg123", ["-q", "-w", reference.path, wire.path])
    let sent = try #require(WaveFile(reference))
    let got = try #require(WaveFile(heard))
    #expect(got.rate == 44_100 && got.channels == 2)
    #expect(got.samples.count > 44_100 * 2 * 4)
    // Both came in at some frame, so the first frames lack what the frame before held for them.
    let settled = got.samples.dropFirst(44_100)
    #expect(sent.place(of: settled.prefix(44_100 * 2 * 3)) != nil)

    let titles = radio.events.filter { $0["event"] as? String == "title" }.compactMap {
      $0["title"] as? String
    }
    #expect(titles.last == "Ana Moura – Desfado")
    let format = try #require(radio.events.first { $0["event"] as? String == "format" })
    #expect(format["codec"] as? String == "MP3" && format["kbit"] as? Int == 128)
  }

  @Test func itComesBackWhenTheSourceDoes() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let icecast = try #require(try Icecast())
    let song = try IcecastTests.song(in: folder)
    #expect(try icecast.feed(song))
    let radio = try RunningProgram.nightstand(["play", icecast.url, "--seconds", "40", "--json"])
    #expect(radio.line(containing: #""state":"playing""#) != nil)
    icecast.cutSource()
    // What was received is heard to its end, then the reason is told.
    #expect(radio.line(containing: #""state":"waiting""#) != nil)
    #expect(try icecast.feed(song))
    let end = Date(timeIntervalSinceNow: 20)
    func playing() -> Int { radio.lines.count { $0.text.contains(#""state":"playing""#) } }
    while playing() < 2, Date() < end { usleep(50_000) }
    #expect(playing() == 2)
    radio.signal(SIGTERM)
    #expect(radio.exitCode() == 0)
  }
}
