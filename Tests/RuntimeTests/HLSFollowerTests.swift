import Core
import Testing

@testable import Formats
@testable import Runtime

/// Live lists that slide, stall, lag and begin anew, by a clock that the test turns.
@Suite struct HLSFollowerTests {
  typealias Order = HLSFollower.Order

  static let url = "http://h/live.m3u8"

  static func at(_ seconds: Double) -> Instant { Instant(.milliseconds(Int(seconds * 1_000))) }

  /// Segments of four seconds: `s<number>.ts`.
  static func list(
    _ numbers: ClosedRange<Int>, target: Int = 4, isEnded: Bool = false, isNumbered: Bool = true,
    gaps: Set<Int> = [], prefix: String = "s"
  ) throws -> MediaPlaylist {
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:\(target)\n"
    if isNumbered { text += "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n" }
    for number in numbers {
      text += "\(gaps.contains(number) ? "#EXT-X-GAP\n" : "")#EXTINF:4,\n\(prefix)\(number).ts\n"
    }
    if isEnded { text += "#EXT-X-ENDLIST\n" }
    guard case .media(let playlist) = try HLSPlaylist.read(Array(text.utf8), base: url) else {
      throw HLSPlaylist.Trouble(words: "is none")
    }
    return playlist
  }

  static func names(_ orders: [Order]) -> [String] {
    orders.map {
      switch $0 {
      case .loadPlaylist: "list"
      case .loadSegment(let segment): segment.url.split(separator: "/").last.map { String($0) } ?? ""
      case .end(let failure): "\(failure)"
      }
    }
  }

  static func started(_ list: MediaPlaylist) -> HLSFollower {
    var follower = HLSFollower(url: url, at: at(0))
    #expect(names(follower.orders(at: at(0))) == ["list"])
    follower.playlistArrived(list, url: url, at: at(0.1))
    return follower
  }

  @Test func liveBeginsThreeTargetsBeforeTheEnd() throws {
    var follower = Self.started(try Self.list(10...19))
    #expect(Self.names(follower.orders(at: Self.at(0.1))) == ["s17.ts"])
    // One at a time.
    #expect(follower.orders(at: Self.at(0.2)) == [])
    for (second, name) in [(0.3, "s18.ts"), (0.4, "s19.ts")] {
      follower.segmentEnded(at: Self.at(second))
      #expect(Self.names(follower.orders(at: Self.at(second))) == [name])
    }
    follower.segmentEnded(at: Self.at(0.5))
    // The list has been used up: it is loaded again a target duration after it was asked for.
    #expect(follower.orders(at: Self.at(0.5)) == [])
    #expect(follower.wakeTime == Self.at(4))
    #expect(Self.names(follower.orders(at: Self.at(4))) == ["list"])
    follower.playlistArrived(try Self.list(11...20), url: Self.url, at: Self.at(4.1))
    #expect(Self.names(follower.orders(at: Self.at(4.1))) == ["s20.ts"])
    #expect(follower.gapCount == 0)
  }

  @Test func anUnchangedListIsLoadedAgainSooner() throws {
    var follower = Self.started(try Self.list(10...19))
    _ = follower.orders(at: Self.at(0.1))
    #expect(Self.names(follower.orders(at: Self.at(4))) == ["list"])
    follower.playlistArrived(try Self.list(10...19), url: Self.url, at: Self.at(4.1))
    #expect(follower.wakeTime == Self.at(6))
    #expect(Self.names(follower.orders(at: Self.at(6))) == ["list"])
  }

  @Test func aRecordingBeginsAtItsBeginningAndEnds() throws {
    var follower = Self.started(try Self.list(0...1, isEnded: true))
    #expect(Self.names(follower.orders(at: Self.at(1))) == ["s0.ts"])
    follower.segmentEnded(at: Self.at(2))
    #expect(Self.names(follower.orders(at: Self.at(2))) == ["s1.ts"])
    follower.segmentEnded(at: Self.at(3))
    #expect(follower.orders(at: Self.at(3)) == [.end(.clipEnded)])
    #expect(follower.isOver && follower.wakeTime == nil && follower.orders(at: Self.at(99)) == [])
  }

  @Test func aLiveStreamThatIsClosedIsNoRecording() throws {
    var follower = Self.started(try Self.list(0...2))
    for second in 1...3 {
      #expect(Self.names(follower.orders(at: Self.at(Double(second)))) == ["s\(second - 1).ts"])
      follower.segmentEnded(at: Self.at(Double(second)))
    }
    #expect(Self.names(follower.orders(at: Self.at(4))) == ["list"])
    follower.playlistArrived(try Self.list(1...2, isEnded: true), url: Self.url, at: Self.at(4.1))
    #expect(follower.orders(at: Self.at(4.1)) == [.end(.ended)])
  }

  @Test func aWindowThatSlidPastIsCaughtUpWith() throws {
    var follower = Self.started(try Self.list(10...19))
    #expect(Self.names(follower.orders(at: Self.at(0.1))) == ["s17.ts"])
    _ = follower.orders(at: Self.at(40))
    follower.playlistArrived(try Self.list(30...39), url: Self.url, at: Self.at(40.1))
    // What is being loaded is loaded to its end.
    #expect(follower.orders(at: Self.at(40.2)) == [])
    follower.segmentEnded(at: Self.at(41))
    #expect(Self.names(follower.orders(at: Self.at(41))) == ["s37.ts"])
    #expect(follower.gapCount == 1)
  }

  @Test func aSegmentThatIsGoneAsksForTheList() throws {
    var follower = Self.started(try Self.list(10...19))
    _ = follower.orders(at: Self.at(0.1))
    follower.segmentFailed(.status(404), at: Self.at(2))
    #expect(Self.names(follower.orders(at: Self.at(2))) == ["list"])
    follower.playlistArrived(try Self.list(20...29), url: Self.url, at: Self.at(2.5))
    #expect(Self.names(follower.orders(at: Self.at(2.5))) == ["s27.ts"])
    #expect(follower.gapCount == 1)
  }

  @Test func aSegmentIsTriedTwiceAndThenLeftOut() throws {
    var follower = Self.started(try Self.list(10...19))
    #expect(Self.names(follower.orders(at: Self.at(0.1))) == ["s17.ts"])
    follower.segmentFailed(.connectionLost, at: Self.at(1))
    #expect(follower.orders(at: Self.at(1)) == [])
    #expect(follower.wakeTime == Self.at(2))
    #expect(Self.names(follower.orders(at: Self.at(2))) == ["s17.ts"])
    follower.segmentFailed(.connectionLost, at: Self.at(2.5))
    #expect(Self.names(follower.orders(at: Self.at(2.5))) == ["s18.ts"])
    #expect(follower.gapCount == 1)
    // What cannot be read is not loaded twice.
    follower.segmentFailed(.formatUnknown, mayRetry: false, at: Self.at(3))
    #expect(Self.names(follower.orders(at: Self.at(3))) == ["s19.ts"])
    // The third in a row is the last.
    follower.segmentFailed(.refused, at: Self.at(3.1))
    #expect(Self.names(follower.orders(at: Self.at(4.1))) == ["list", "s19.ts"])
    follower.segmentFailed(.refused, at: Self.at(4.2))
    #expect(follower.orders(at: Self.at(4.2)) == [.end(.refused)])
  }

  /// A list of which nothing can be had at the start is not waited for longer than for the next one.
  @Test func nothingOfTheListCanBeHad() throws {
    var follower = Self.started(try Self.list(10...10))
    for second in [1.0, 2.0] {
      #expect(Self.names(follower.orders(at: Self.at(second))).contains("s10.ts"))
      follower.segmentFailed(.status(404), at: Self.at(second))
    }
    #expect(follower.orders(at: Self.at(2)).filter { $0 != .loadPlaylist(Self.url) } == [])
    follower.playlistArrived(try Self.list(10...10), url: Self.url, at: Self.at(2.2))
    #expect(follower.orders(at: Self.at(2.2)) == [.end(.status(404))])
  }

  @Test func oneThatComesMakesUpForThoseThatDidNot() throws {
    var follower = Self.started(try Self.list(0...99, isEnded: true))
    for second in stride(from: 1.0, to: 60, by: 3) {
      for _ in 0..<2 {
        #expect(Self.names(follower.orders(at: Self.at(second))).count == 1)
        follower.segmentFailed(.refused, mayRetry: false, at: Self.at(second))
      }
      #expect(Self.names(follower.orders(at: Self.at(second))).count == 1)
      follower.segmentEnded(at: Self.at(second))
    }
    #expect(!follower.isOver && follower.gapCount == 40)
  }

  @Test func aListThatDoesNotChangeIsDead() throws {
    var follower = Self.started(try Self.list(10...19))
    var now = 0.1
    var seen: [String] = []
    while !follower.isOver, now < 60 {
      for order in follower.orders(at: Self.at(now)) {
        seen += Self.names([order])
        switch order {
        case .loadPlaylist: follower.playlistArrived(try Self.list(10...19), url: Self.url, at: Self.at(now))
        case .loadSegment: follower.segmentEnded(at: Self.at(now))
        case .end(let failure): #expect(failure == .stalled)
        }
      }
      now += 0.1
    }
    // Three target durations after it came.
    #expect(now > 12 && now < 12.5)
    #expect(seen.filter { $0.hasPrefix("s1") } == ["s17.ts", "s18.ts", "s19.ts"])
    #expect(seen.count { $0 == "list" } == 5)
  }

  /// The reason is that of the list, if it cannot be had.
  @Test func aServerThatDies() throws {
    var follower = Self.started(try Self.list(10...19))
    var now = 0.1
    var end: StreamFailure?
    while end == nil, now < 60 {
      for order in follower.orders(at: Self.at(now)) {
        switch order {
        case .loadPlaylist: follower.playlistFailed(.refused, at: Self.at(now))
        case .loadSegment: follower.segmentEnded(at: Self.at(now))
        case .end(let failure): end = failure
        }
      }
      now += 0.1
    }
    #expect(end == .refused && now > 12)
    // Without a list there is nothing to wait for.
    var other = HLSFollower(url: Self.url, at: Self.at(0))
    _ = other.orders(at: Self.at(0))
    other.playlistFailed(.status(403), at: Self.at(1))
    #expect(other.orders(at: Self.at(1)) == [.end(.status(403))])
  }

  @Test func aListThatLagsBehindIsWaitedFor() throws {
    var follower = Self.started(try Self.list(10...12))
    for _ in 10...12 {
      _ = follower.orders(at: Self.at(1))
      follower.segmentEnded(at: Self.at(1))
    }
    _ = follower.orders(at: Self.at(4))
    follower.playlistArrived(try Self.list(8...10), url: Self.url, at: Self.at(4.1))
    #expect(follower.orders(at: Self.at(4.2)) == [] && follower.gapCount == 0)
    _ = follower.orders(at: Self.at(8))
    follower.playlistArrived(try Self.list(11...13), url: Self.url, at: Self.at(8.1))
    #expect(Self.names(follower.orders(at: Self.at(8.2))) == ["s13.ts"])
  }

  @Test func aServerThatCountsAnew() throws {
    var follower = Self.started(try Self.list(1_000...1_002))
    for _ in 0..<3 {
      _ = follower.orders(at: Self.at(1))
      follower.segmentEnded(at: Self.at(1))
    }
    _ = follower.orders(at: Self.at(4))
    follower.playlistArrived(try Self.list(0...5, prefix: "n"), url: Self.url, at: Self.at(4.1))
    #expect(Self.names(follower.orders(at: Self.at(4.1))) == ["n3.ts"])
    #expect(follower.gapCount == 1)
  }

  /// Without numbers, what was loaded last tells the place, and nothing is loaded twice.
  @Test func aServerThatDoesNotCount() throws {
    var follower = Self.started(try Self.list(10...14, isNumbered: false))
    var seen: [String] = []
    for turn in 0..<8 {
      let now = Double(turn) * 4 + 1
      while let order = follower.orders(at: Self.at(now)).last(where: { $0 != .loadPlaylist(Self.url) }) {
        seen += Self.names([order])
        follower.segmentEnded(at: Self.at(now))
      }
      follower.playlistArrived(
        try Self.list(11 + turn...15 + turn, isNumbered: false), url: Self.url, at: Self.at(now + 1))
    }
    #expect(seen == (12...21).map { "s\($0).ts" })
    #expect(follower.gapCount == 0)
  }

  @Test func gapsOfTheServerAreLeftOut() throws {
    var follower = Self.started(try Self.list(0...3, isEnded: true, gaps: [0, 2]))
    #expect(Self.names(follower.orders(at: Self.at(1))) == ["s1.ts"])
    follower.segmentEnded(at: Self.at(1))
    #expect(Self.names(follower.orders(at: Self.at(1))) == ["s3.ts"])
  }

  @Test func anotherListGoesOnAtTheSamePlace() throws {
    var follower = Self.started(try Self.list(10...19))
    _ = follower.orders(at: Self.at(0.1))
    follower.segmentEnded(at: Self.at(0.5))
    follower.change(url: "http://h/hi.m3u8", isBroken: false, at: Self.at(0.5))
    #expect(follower.orders(at: Self.at(0.5)).first == .loadPlaylist("http://h/hi.m3u8"))
    follower.segmentEnded(at: Self.at(0.8))
    follower.playlistArrived(try Self.list(10...19, prefix: "h"), url: "http://h/hi.m3u8", at: Self.at(1))
    #expect(Self.names(follower.orders(at: Self.at(1))) == ["h19.ts"])
    // Of a broken one nothing more is asked for.
    follower.change(url: "http://h/lo.m3u8", isBroken: true, at: Self.at(2))
    #expect(follower.orders(at: Self.at(2)) == [.loadPlaylist("http://h/lo.m3u8")])
    follower.playlistArrived(try Self.list(12...21, prefix: "l"), url: "http://h/lo.m3u8", at: Self.at(2.1))
    #expect(Self.names(follower.orders(at: Self.at(2.1))) == ["l19.ts"])
  }

  @Test func redirectsAreFollowedOnce() throws {
    var follower = HLSFollower(url: Self.url, at: Self.at(0))
    _ = follower.orders(at: Self.at(0))
    follower.playlistArrived(try Self.list(10...19), url: "http://node/live.m3u8?token=1", at: Self.at(0.1))
    #expect(follower.orders(at: Self.at(4)).first == .loadPlaylist("http://node/live.m3u8?token=1"))
    follower.playlistFailed(.status(403), at: Self.at(4.1))
    #expect(follower.orders(at: Self.at(7)).first == .loadPlaylist(Self.url))
  }
}
