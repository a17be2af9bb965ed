import Foundation
import Support
import Testing

/// The real program against a real web server, with segments that ffmpeg cuts while they are played.
@Suite(
  .enabled(
    if: Nginx.isThere && Tools.has("ffmpeg", "lame", "mpg123", "curl"), "the servers are not installed"))
struct SegmentTests {
  /// Half a minute of music-like sound, encoded by lame.
  private static func song(in folder: URL) throws -> URL {
    let wave = folder.appendingPathComponent("song.wav")
    let song = folder.appendingPathComponent("song.mp3")
    let sound = "aevalsrc='0.3*sin(2*PI*t*(220+30*sin(t/3)))|0.3*sin(2*PI*t*277)*sin(t)':s=44100:d=40"
    Tools.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", sound, wave.path])
    Tools.run("lame", ["--quiet", "-b", "128", "--cbr", "-t", wave.path, song.path])
    return song
  }

  /// Cuts `song` in real time, over and over, into a list of five segments of a second or two.
  private static func air(_ song: URL, on server: Nginx, seconds: Int = 2, _ arguments: [String] = []) throws
    -> RunningProgram
  {
    try RunningProgram(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-re", "-stream_loop", "-1", "-i", song.path, "-c", "copy", "-f", "hls"]
        + ["-hls_time", "\(seconds)", "-hls_list_size", "5", "-hls_flags", "delete_segments"] + arguments
        + [server.folder.appendingPathComponent("live.m3u8").path])
  }

  private static func waitForList(_ server: Nginx, segments: Int) -> Bool {
    let list = server.folder.appendingPathComponent("live.m3u8")
    for _ in 0..<600 {
      let text = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
      if text.components(separatedBy: "#EXTINF").count > segments { return true }
      usleep(50_000)
    }
    return false
  }

  @Test(arguments: ["mpegts", "fmp4"])
  func aLiveStreamIsHeardWithoutAGap(type: String) throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let song = try SegmentTests.song(in: folder)
    let server = try Nginx()
    let encoder = try SegmentTests.air(song, on: server, ["-hls_segment_type", type])
    #expect(SegmentTests.waitForList(server, segments: 3))
    let heard = folder.appendingPathComponent("heard.wav")
    // Longer than what the list holds at any time.
    let radio = try RunningProgram.nightstand([
      "play", server.url("/live.m3u8"), "--seconds", "16", "--wav", heard.path, "--json"
    ])
    #expect(radio.exitCode(within: 60) == 0)
    #expect(encoder.isRunning)
    let states = radio.events.compactMap { $0["state"] as? String }
    #expect(states == ["connecting", "buffering", "playing"])
    let reference = folder.appendingPathComponent("reference.wav")
    Tools.run("mpg123", ["-q", "-w", reference.path, song.path])
    let sent = try #require(WaveFile(reference))
    let got = try #require(WaveFile(heard))
    #expect(got.samples.count > 44_100 * 2 * 13)
    // The first frames lack what the frame before the first held for them.
    let settled = got.samples.dropFirst(8_000)
    let place = try #require(sent.place(of: settled.prefix(44_100)))
    let rest = sent.samples.dropFirst(place)
    let isSame = zip(settled, rest).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    #expect(isSame && rest.count >= settled.count)
  }

  @Test func aServerThatDiesAndComesBack() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let song = try SegmentTests.song(in: folder)
    let server = try Nginx()
    let encoder = try SegmentTests.air(song, on: server, seconds: 1)
    #expect(SegmentTests.waitForList(server, segments: 4))
    let radio = try RunningProgram.nightstand(["play", server.url("/live.m3u8"), "--seconds", "90", "--json"])
    #expect(radio.line(containing: #""state":"playing""#) != nil)
    server.stop()
    let waiting = try #require(radio.line(containing: #""state":"waiting""#, within: 60))
    #expect(waiting.text.contains("refused"), "\(waiting.text)")
    try server.start()
    let end = Date(timeIntervalSinceNow: 60)
    func playing() -> Int { radio.lines.count { $0.text.contains(#""state":"playing""#) } }
    while playing() < 2, Date() < end { usleep(50_000) }
    #expect(playing() == 2)
    #expect(encoder.isRunning)
    radio.signal(SIGTERM)
    #expect(radio.exitCode() == 0)
  }

  /// The titles of the made-up station come at the right time and are its own.
  @Test func theMadeUpStation() throws {
    let tools = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("tools")
    let server = try RunningProgram(tools.appendingPathComponent("station-server").path, [])
    let port = try #require(server.line(containing: "port ", within: 120)).text.dropFirst("port ".count)
    let radio = try RunningProgram.nightstand([
      "play", "http://127.0.0.1:\(port)/slow-chords.m3u8?target=2", "--seconds", "8", "--wav", "/dev/null",
      "--json"
    ])
    #expect(radio.exitCode(within: 60) == 0)
    let titles = radio.events.compactMap { $0["title"] as? String }
    #expect(!titles.isEmpty && titles.count <= 3)
    let known = ["Four Windows", "Blå time", "Don't Wake the Cat"]
    #expect(titles.allSatisfy { title in known.contains { title.hasSuffix($0) } })
    let format = try #require(radio.events.first { $0["event"] as? String == "format" })
    #expect(format["rate"] as? Int == 44_100 && format["kbit"] as? Int == 128)
    server.signal(SIGTERM)
  }
}
