import Foundation
import Testing

/// tools/station-server, as a listener meets it.
@Suite(.serialized) final class StationServerTests {
  let folder: Folder
  let server = Process()
  let port: Int

  init() throws {
    folder = try Folder()
    let output = folder.url.appending(path: "output")
    try Data().write(to: output)
    server.executableURL = Tree.root.appending(path: "tools/station-server")
    server.arguments = ["--announce", folder.url.appending(path: "list.plist").path]
    server.standardInput = FileHandle.nullDevice
    server.standardOutput = try FileHandle(forWritingTo: output)
    server.standardError = FileHandle.nullDevice
    try server.run()
    // The first time it makes its music.
    let end = Date(timeIntervalSinceNow: 120)
    var found: Int?
    while found == nil {
      let said = try String(contentsOf: output, encoding: .utf8)
      if said.hasSuffix("\n"), let line = said.split(separator: "\n").first { found = Int(line.dropFirst(5)) }
      guard Date() < end, found != nil || server.isRunning else { throw Complaint("no server: \(said)") }
      usleep(5000)
    }
    port = found ?? 0
  }

  deinit {
    // This thread's signals are blocked, and so are those of what it starts, unless that sees to it itself.
    server.terminate()
    for _ in 0..<2000 where server.isRunning { usleep(5000) }
    if server.isRunning {
      Issue.record("the server does not end when it is told to")
      kill(server.processIdentifier, SIGKILL)
    }
  }

  /// What comes back: the head as text, and `count` bytes of the body at most.
  func ask(_ path: String, title: Bool = true, count: Int = 70000) throws -> (head: String, body: Data) {
    let request = "GET \(path) HTTP/1.1\\r\\nHost: h\\r\\n\(title ? "Icy-MetaData: 1\\r\\n" : "")\\r\\n"
    let answer = try Command.run(
      "/bin/bash",
      ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(request)' >&3; head -c \(count) <&3"], timeout: 30
    ).output
    let end = try #require(answer.range(of: Data("\r\n\r\n".utf8)), "no head")
    return (String(decoding: answer[..<end.lowerBound], as: UTF8.self), Data(answer[end.upperBound...]))
  }

  /// Audio and titles of a body with metadata every `interval` bytes.
  func parted(_ body: Data, every interval: Int) -> (audio: Data, titles: [String]) {
    var audio = Data()
    var titles: [String] = []
    var rest = body[...]
    while rest.count > interval {
      audio += rest.prefix(interval)
      rest = rest.dropFirst(interval)
      let length = Int(rest.first ?? 0) * 16
      let block = rest.dropFirst().prefix(length)
      guard block.count == length else { break }
      if length > 0 { titles.append(String(decoding: block.prefix { $0 != 0 }, as: UTF8.self)) }
      rest = rest.dropFirst(1 + length)
    }
    return (audio, titles)
  }

  @Test func titlesStandWhereTheHeadSays() throws {
    let plain = try ask("/slow-chords?start=5&burst=9", title: false)
    #expect(plain.head.hasPrefix("HTTP/1.0 200 OK"))
    #expect(!plain.head.contains("icy-metaint"))
    #expect(plain.head.contains("icy-name: Slow Chords\r\nicy-genre: Ambient\r\nicy-br: 128"))
    #expect(plain.body[0] == 0xFF && plain.body[1] == 0xFB)
    let mixed = try ask("/slow-chords?start=5&burst=9&metaint=777")
    #expect(mixed.head.contains("icy-metaint: 777"))
    let (audio, titles) = parted(mixed.body, every: 777)
    #expect(audio.count > 60000)
    #expect(audio == plain.body.prefix(audio.count))
    #expect(titles == ["StreamTitle='The Long Corridor - Four Windows';StreamUrl='';"])
  }

  @Test func chunksHoldTheSameBytes() throws {
    let plain = try ask("/rain?start=1&short=20000", title: false)
    #expect(plain.body.count == 20000)
    let chunked = try ask("/rain?start=1&short=20000&chunked=1", title: false)
    #expect(chunked.head.hasPrefix("HTTP/1.1 200 OK"))
    var joined = Data()
    var rest = chunked.body[...]
    while let end = rest.range(of: Data("\r\n".utf8)) {
      let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) ?? 0
      joined += rest[end.upperBound...].prefix(size)
      rest = rest[end.upperBound...].dropFirst(size + 2)
    }
    #expect(joined == plain.body)
  }

  @Test func doesWhateverServersDoWrong() throws {
    #expect(try ask("/music-box?icy=1", count: 4000).head.hasPrefix("ICY 200 OK\r\n"))
    #expect(try ask("/rain?status=404").head.hasPrefix("HTTP/1.0 404 Not Found"))
    #expect(try ask("/rain?redirect=2").head.contains("Location: /rain?redirect=1"))
    #expect(try ask("/loop").head.contains("Location: /loop"))
    #expect(try ask("/nowhere").head.hasPrefix("HTTP/1.0 404"))
    #expect(try ask("/rain?type=text/html", count: 4000).head.contains("Content-Type: text/html"))
    let list = try ask("/night-train.pls")
    #expect(
      String(decoding: list.body, as: UTF8.self).contains("File1=http://127.0.0.1:\(port)/night-train\n"))
  }

  @Test func sendsInSegments() throws {
    func list(_ second: Int) throws -> [String] {
      let body = try ask("/music-box.m3u8?target=5&start=\(second)").body
      return String(decoding: body, as: UTF8.self).split(separator: "\n").map { String($0) }
    }
    let lines = try list(1000)
    #expect(lines.contains("#EXT-X-TARGETDURATION:5") || lines.contains("#EXT-X-TARGETDURATION:6"))
    let links = lines.filter { !$0.hasPrefix("#") }
    #expect(links.count == 6)
    // Ten seconds later two are gone and two more are there.
    #expect(try list(1010).filter { !$0.hasPrefix("#") }.prefix(4) == links.suffix(4))
    let segment = try ask("/" + (links.last ?? "")).body
    #expect(segment.starts(with: Data("ID3".utf8)))
    #expect(
      segment.range(of: Data("Tin Cylinder - ".utf8)) != nil || segment.range(of: Data("Lídia".utf8)) != nil)
    // 96 kbit/s in frames of 288 bytes, which begin right behind the tag.
    let length = segment[6..<10].reduce(0) { $0 << 7 | Int($1) } + 10
    #expect((segment.count - length) % 288 == 0 && abs(segment.count - length - 60000) < 300)
    #expect(segment[length] == 0xFF && segment[length + 1] == 0xFB)
  }

  @Test func keepsToTheBitRate() throws {
    let began = Date()
    // 160 kbit/s: a second at once and one more in its time, unless this machine is very busy.
    let body = try ask("/night-train?burst=1&drop=1", title: false).body
    #expect(body.count >= 20000 && body.count <= 40000)
    #expect(Date().timeIntervalSince(began) > 0.9)
  }

  @Test func announcesItsStations() throws {
    let data = try Data(contentsOf: folder.url.appending(path: "list.plist"))
    let root = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    let first = (root?["Item0"] as? [String: Any])?["Site1"] as? [String: String]
    #expect(first?["siteLink"] == "http://127.0.0.1:\(port)/music-box")
  }
}
