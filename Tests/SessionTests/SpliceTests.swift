import Core
import Foundation
import Runtime
import Support
import Testing

/// A stream that broke off and is opened anew goes on where it was, if the server sends what is past.
@Suite(.enabled(if: Sound.isThere, "needs ffmpeg, lame and mpg123"), .serialized)
struct SpliceTests {
  /// Twelve seconds.
  private static let mp3: [UInt8] = (try? Encoded.audio(seconds: 12)) ?? []
  /// In the middle of a frame.
  private static let cut = 100_123

  /// The first listener gets the stream up to the cut, the next ones from `start` on.
  private static func server(_ stream: [UInt8], from start: Int) throws -> ScriptedServer {
    let count = Mutexed(0)
    return try ScriptedServer { _, client in
      let number = count.next()
      client.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 8192\r\n\r\n")
      let part = Array(number == 0 ? stream[..<cut] : stream[start...])
      client.send(
        SoundTests.muxed(part, interval: 8_192, titles: number == 0 ? [0: "One"] : [0: "One", 12: "Two"]))
      if number > 0 { client.hold() }
    }
  }

  private final class Mutexed: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Int
    init(_ value: Int) { self.value = value }
    func next() -> Int {
      lock.withLock {
        defer { value += 1 }
        return value
      }
    }
  }

  /// What both sessions gave, one after the other; the titles of the second.
  private static func heard(_ stream: [UInt8], from start: Int) throws -> (
    old: [Int16], new: [Int16], titles: [String]
  ) {
    let server = try server(stream, from: start)
    defer { server.stop() }
    let station = Station(name: "Test", link: server.url("/"))
    let first = try Bench()
    first.isPlaying = false
    let session = first.start(station)
    #expect(try first.run { first.reports.contains { if case .ending = $0 { true } else { false } } })
    let ends = session.ends
    first.isPlaying = true
    #expect(try first.run { first.failure != nil })
    let second = try Bench()
    _ = second.start(station, after: ends)
    let frames = (stream.count - start) / 418 * 1_152
    _ = try second.run(seconds: 8) { second.samples.count >= (frames - 2_304) * 2 }
    return (first.heard, second.heard, second.titles)
  }

  @Test func nothingIsHeardTwiceAndNothingIsLeftOut() throws {
    let (old, new, titles) = try Self.heard(Self.mp3, from: Self.cut - 40_000)
    let whole = try Encoded.reference(Self.mp3)
    let both = old + new
    #expect(both.count > whole.count * 9 / 10)
    let same = zip(both, whole).prefix { abs(Int($0) - Int($1)) <= 2 }.count
    #expect(same == min(both.count, whole.count), "alike up to \(same), the first had \(old.count)")
    #expect(titles == ["One", "Two"])
  }

  /// A recording that is sent from its beginning each time is heard from there.
  @Test func theSameAgainIsHeardAgain() throws {
    let (_, new, _) = try Self.heard(Self.mp3, from: 0)
    let reference = try Encoded.reference(Self.mp3)
    #expect(new.count > reference.count * 9 / 10)
  }

  /// A server that goes on live has nothing of what is known: all that it sends is heard.
  @Test func whatIsNewIsHeardWhole() throws {
    let (_, new, _) = try Self.heard(Self.mp3, from: Self.cut + 9_000)
    let reference = try Encoded.reference(Array(Self.mp3[(Self.cut + 9_000)...]))
    #expect(new.count > reference.count * 9 / 10)
  }
}
