import Foundation
import Support
import Testing

/// The real program, two stations of the same music, one far louder than the other, and what a listener hears.
@Suite(
  .enabled(
    if: VirtualSoundCard.isAvailable && Tools.has("ffmpeg"),
    "the encoder or the sound server is not installed"))
struct LoudnessTests {
  private static let loud = -9.0
  private static let quiet = -27.0

  private struct Unmeasured: Error {}

  /// What ffmpeg measures of `file`, integrated, in LUFS.
  private static func measure(_ file: URL) throws -> Double {
    let told = Tools.run(
      "ffmpeg",
      [
        "-v", "error", "-i", file.path, "-af", "ebur128=metadata=1,ametadata=print:file=-", "-f", "null", "-"
      ])
    let values = String(decoding: told ?? [], as: UTF8.self).split(separator: "\n").compactMap { line in
      line.hasPrefix("lavfi.r128.I=") ? Double(line.dropFirst(13)) : nil
    }
    guard let last = values.last else { throw Unmeasured() }
    return last
  }

  /// Half a minute of chords that come and go, as MP3 of each loudness.
  private static func music(_ folder: URL, _ wanted: [Double]) throws -> [[UInt8]] {
    let tones = [220, 277, 330, 880].enumerated().map { number, frequency in
      "0.08*(1+0.5*sin(2*PI*t*\(number + 1)/5))*sin(2*PI*\(frequency)*t)"
    }
    let source = folder.appendingPathComponent("music.wav")
    let made = Tools.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "aevalsrc='\(tones.joined(separator: "+"))|\(tones.joined(separator: "+"))':s=44100:d=30", source.path
      ])
    guard made != nil else { throw Unmeasured() }
    let loudness = try measure(source)
    return try wanted.map { level in
      let encoded = Tools.run(
        "ffmpeg",
        [
          "-v", "error", "-i", source.path, "-af", "volume=\(level - loudness)dB", "-c:a", "libmp3lame",
          "-b:a",
          "128k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3", "pipe:1"
        ])
      guard let encoded, !encoded.isEmpty else { throw Unmeasured() }
      return encoded
    }
  }

  private static func list(_ links: [String]) -> String {
    let sites = links.enumerated().map { number, link in
      "<key>Site\(number)</key><dict><key>siteName</key><string>S\(number)</string>"
        + "<key>siteLink</key><string>\(link)</string></dict>"
    }
    return "<plist><dict><key>Item0</key><dict><key>categoryName</key><string>All</string>"
      + "\(sites.joined())</dict></dict></plist>"
  }

  /// What a listener hears of the station that plays, in LUFS.
  private static func heard(_ card: VirtualSoundCard, _ folder: URL) throws -> Double {
    try card.record()
    usleep(4_500_000)
    // The first second may be that of the station before, and its end.
    let samples = Array(try card.heard().dropFirst(44_100))
    let file = folder.appendingPathComponent("heard.wav")
    try WaveFile.write(samples.flatMap { [$0, $0] }, rate: 44_100, channels: 2, to: file)
    return try measure(file)
  }

  @Test func stationsThatWereHeardOnceAreEquallyLoud() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let music = try Self.music(folder, [Self.loud, Self.quiet])
    // As fast as it is taken, so that as much is known as has been decoded.
    let server = try ScriptedServer { request, connection in
      connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
      for _ in 0..<20 { connection.send(music[request.path == "/loud" ? 0 : 1]) }
    }
    defer { server.stop() }
    let card = try VirtualSoundCard(isOfThisProcess: false)
    let stations = folder.appendingPathComponent("stations.plist")
    try Data(Self.list([server.url("/loud"), server.url("/quiet")]).utf8).write(to: stations)
    let board = folder.appendingPathComponent("board")
    try FileManager.default.createDirectory(at: board, withIntermediateDirectories: true)
    try Data("<plist><dict/></plist>".utf8).write(to: board.appendingPathComponent("board.plist"))
    let radio = try RunningProgram.nightstand(
      [
        "run", "--board", board.path, "--stations", stations.path, "--state",
        folder.appendingPathComponent("state").path, "--seconds", "180"
      ], environment: card.environment)
    radio.say("volume 90")

    var before: [Double] = []
    for (number, expected) in [Self.loud, Self.quiet].enumerated() {
      radio.say("tune \(number + 1)")
      try #require(played(radio, "S\(number)", times: 1), "\(radio.lines.map(\.text)) \(radio.errorText)")
      before.append(try Self.heard(card, folder))
      try #require(learned(radio, count: number + 1), "\(radio.lines.map(\.text))")
      let told = radio.events.last { $0["event"] as? String == "loudness" }?["lufs"] as? Double
      #expect(abs((told ?? 0) - expected) < 1)
    }
    // As they are sent.
    #expect(abs(before[0] - before[1] - (Self.loud - Self.quiet)) < 1)

    var after: [Double] = []
    for number in 0..<2 {
      radio.say("tune \(number + 1)")
      try #require(played(radio, "S\(number)", times: 2), "\(radio.lines.map(\.text))")
      after.append(try Self.heard(card, folder))
    }
    #expect(abs(after[0] - after[1]) < 1, "\(before) \(after)")
    radio.say("quit")
    #expect(radio.exitCode() == 0)
  }

  /// Waits until the station was chosen so many times, and sounds.
  private func played(_ radio: RunningProgram, _ name: String, times: Int) -> Bool {
    wait {
      let events = radio.events
      let chosen = events.indices.filter {
        events[$0]["event"] as? String == "station" && events[$0]["name"] as? String == name
      }
      guard chosen.count >= times, let last = chosen.last else { return false }
      return events[last...].contains { $0["state"] as? String == "playing" }
    }
  }

  private func learned(_ radio: RunningProgram, count: Int) -> Bool {
    wait { radio.events.filter { $0["event"] as? String == "loudness" }.count >= count }
  }

  private func wait(_ isSo: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while !isSo() {
      guard Date() < end else { return false }
      usleep(50_000)
    }
    return true
  }
}
