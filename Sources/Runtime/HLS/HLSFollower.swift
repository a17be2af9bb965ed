internal import Core
internal import Formats

/// Follows a media playlist: which segment is wanted next, when the list is to be loaded again, and when it is
/// over. Events go in with their instants, orders come out; the clock is the caller's.
struct HLSFollower {
  enum Limits {
    /// Live begins so many target durations before the list's end (RFC 8216, 6.3.3).
    static let startDistance = 3
    /// A list that did not change for so many of them is dead.
    static let stallTargets = 3
    static let segmentTries = 2
    /// Segments that could not be had, one after the other, until the stream is given up.
    static let lostInRow = 3
    /// Before the second try of a segment; a server that restarts needs a moment.
    static let retryPause = Duration.seconds(1)
    /// Lists whose server says a second, or nothing, are not loaded more often than this.
    static let reloadLeast = Duration.milliseconds(500)
  }

  enum Order: Hashable {
    case loadPlaylist(String)
    case loadSegment(MediaPlaylist.Segment)
    /// Nothing more is to be had. What was loaded is still good.
    case end(StreamFailure)
  }

  /// Where the playlist is loaded from: where redirects led, which spares them, or the link itself once that fails.
  private(set) var url: String
  private var link: String
  private(set) var playlist: MediaPlaylist?
  /// Times that something was left out: the list had gone on without us, or a segment could not be had.
  private(set) var gapCount = 0
  private(set) var isOver = false
  /// There is nothing to go on with, or too many segments could not be had.
  private var isLost = false
  /// Of the segment that is wanted next.
  private var nextNumber: Int?
  private var lastURL: String?
  private var openSegment: MediaPlaylist.Segment?
  private var isLoadingPlaylist = false
  private var loadStart: Instant
  private var reloadTime: Instant?
  private var lastChange: Instant
  private var retryTime: Instant?
  private var tries = 0
  private var lostInRow = 0
  /// Of the list when it was loaded last, and of the last segment.
  private var listFailure: StreamFailure?
  private var segmentFailure: StreamFailure?
  /// There was a segment that could be had.
  private var hasBegun = false
  /// Lists that came since a segment was lost.
  private var listsSinceLoss = 0
  /// The list said that it is complete when it was loaded first: a recording.
  private(set) var isRecording = false

  init(url: String, at instant: Instant) {
    self.url = url
    link = url
    loadStart = instant
    lastChange = instant
    reloadTime = instant
  }

  /// Goes on with another list of the same station, from the same segment on. A load of the old one is not told.
  /// - Parameter isBroken: of the old one nothing can be had any more.
  mutating func change(url: String, isBroken: Bool, at instant: Instant) {
    self.url = url
    link = url
    if isBroken {
      playlist = nil
      openSegment = nil
      retryTime = nil
      tries = 0
    }
    isOver = false
    isLost = false
    isLoadingPlaylist = false
    reloadTime = instant
    lastChange = instant
    listFailure = nil
    segmentFailure = nil
    lostInRow = 0
  }

  /// When `orders` is to be asked again, if nothing happens before.
  var wakeTime: Instant? {
    guard !isOver else { return nil }
    var times: [Instant] = []
    if !isLoadingPlaylist, let reloadTime { times.append(reloadTime) }
    if let retryTime { times.append(retryTime) }
    if openSegment == nil, nextSegment == nil, playlist != nil { times.append(stallTime) }
    return times.min()
  }

  /// What is to be done now.
  mutating func orders(at instant: Instant) -> [Order] {
    var orders: [Order] = []
    guard !isOver else { return orders }
    if isLost {
      isOver = true
      return [.end(segmentFailure ?? listFailure ?? .stalled)]
    }
    if !isLoadingPlaylist, let time = reloadTime, time <= instant {
      isLoadingPlaylist = true
      loadStart = instant
      reloadTime = nil
      orders.append(.loadPlaylist(url))
    }
    guard openSegment == nil, playlist != nil else { return orders }
    if let retryTime {
      guard retryTime <= instant else { return orders }
      self.retryTime = nil
    }
    if let segment = nextSegment {
      openSegment = segment
      nextNumber = segment.number
      orders.append(.loadSegment(segment))
    } else if playlist?.isEnded == true {
      isOver = true
      orders.append(.end(isRecording ? .clipEnded : .ended))
    } else if instant >= stallTime || isHopeless {
      isOver = true
      orders.append(.end(listFailure ?? segmentFailure ?? .stalled))
    }
    return orders
  }

  // MARK: events

  mutating func playlistArrived(_ new: MediaPlaylist, url: String, at instant: Instant) {
    isLoadingPlaylist = false
    listFailure = nil
    listsSinceLoss += 1
    self.url = url
    let old = playlist
    let isChanged =
      old.map {
        $0.firstNumber != new.firstNumber || $0.segments.count != new.segments.count
          || $0.isEnded != new.isEnded
          || $0.segments.last?.url != new.segments.last?.url
      } ?? true
    if old == nil { isRecording = new.isEnded }
    playlist = new
    if isChanged { lastChange = instant }
    let pause = isChanged ? new.targetDuration : new.targetDuration / 2
    reloadTime = new.isEnded ? nil : max(loadStart + pause, instant + Limits.reloadLeast)
    if openSegment == nil { findPlace() }
  }

  mutating func playlistFailed(_ failure: StreamFailure, at instant: Instant) {
    isLoadingPlaylist = false
    listFailure = failure
    // A token in the other address may have expired.
    url = link
    guard let playlist else {
      isLost = true
      return
    }
    reloadTime = instant + max(Limits.retryPause, playlist.targetDuration / 2)
  }

  mutating func segmentEnded(at instant: Instant) {
    guard let segment = openSegment else { return }
    openSegment = nil
    tries = 0
    lostInRow = 0
    segmentFailure = nil
    hasBegun = true
    lastURL = segment.url
    nextNumber = segment.number + 1
    findPlace()
  }

  /// - Parameter mayRetry: false where a second try would fail in the same way.
  mutating func segmentFailed(_ failure: StreamFailure, mayRetry: Bool = true, at instant: Instant) {
    guard let segment = openSegment else { return }
    openSegment = nil
    tries += 1
    segmentFailure = failure
    listsSinceLoss = 0
    let isGone = failure == .status(404) || failure == .status(410)
    if isGone, playlist?.isEnded == false {
      // It has slid out of the window: the list will tell where that is now.
      reloadTime = min(reloadTime ?? instant, max(instant, loadStart + Limits.reloadLeast))
    }
    if mayRetry, tries < Limits.segmentTries {
      retryTime = instant + Limits.retryPause
      nextNumber = segment.number
      return
    }
    tries = 0
    lostInRow += 1
    gapCount += 1
    lastURL = segment.url
    nextNumber = segment.number + 1
    isLost = lostInRow >= Limits.lostInRow
    findPlace()
  }

  // MARK: places

  /// Nothing of the list could be had, and a newer list has no more.
  private var isHopeless: Bool { !hasBegun && lostInRow > 0 && listsSinceLoss > 0 }

  private var stallTime: Instant { lastChange + (playlist?.targetDuration ?? .zero) * Limits.stallTargets }

  /// The one that is wanted next, if it is in the list. What the server says to be missing is left out.
  private var nextSegment: MediaPlaylist.Segment? {
    guard let playlist, var number = nextNumber else { return nil }
    while let segment = playlist[number: number] {
      if !segment.isGap { return segment }
      number += 1
    }
    return nil
  }

  private func start(of playlist: MediaPlaylist) -> Int {
    guard !playlist.isEnded else { return playlist.firstNumber }
    return playlist.number(fromEnd: playlist.targetDuration * Limits.startDistance)
  }

  /// Where the list, as it is now, goes on for us.
  private mutating func findPlace() {
    guard let playlist, !playlist.segments.isEmpty else { return }
    guard let next = nextNumber else {
      nextNumber = start(of: playlist)
      return
    }
    let isInside = next >= playlist.firstNumber && next <= playlist.endNumber
    let isOrderly = playlist.isNumbered || playlist.isEnded
    if isOrderly, isInside { return }
    if !isOrderly, lastURL == nil {
      nextNumber = start(of: playlist)
      return
    }
    // Not counted, or counted anew: what was loaded last tells the place, and is not loaded again.
    if let index = playlist.segments.lastIndex(where: { $0.url == lastURL }) {
      nextNumber = playlist.segments[index].number + 1
      return
    }
    if isOrderly, next > playlist.endNumber, next - playlist.endNumber <= playlist.segments.count {
      // An older list, from a cache that lags behind.
      return
    }
    gapCount += 1
    tries = 0
    retryTime = nil
    nextNumber = start(of: playlist)
  }
}
