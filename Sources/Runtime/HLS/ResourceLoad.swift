internal import Core
internal import Formats

/// One answer to one request, for a playlist, a key or a segment: within its limits, watched for stalls, and gone
/// on with where an earlier one broke off.
final class ResourceLoad: StreamReceiver {
  enum Event {
    /// Where redirects led, before the first byte.
    case head(url: String)
    /// The last. Nil: all of it has come.
    case ended(StreamFailure?)
  }

  /// What is asked for.
  struct Request {
    var url: String
    var userAgent: String?
    var range: MediaPlaylist.ByteRange?
    /// Bytes of it that are there already.
    var skip = 0
    var countMax: Int
  }

  private let network: any StreamNetwork
  private let time: any Timekeeping
  private let request: Request
  /// False: it takes nothing now; the same bytes come again after `resume`.
  private let take: (UnsafeRawBufferPointer) -> Bool
  private let tell: (Event) -> Void
  private var transfer: TransferID?
  private var watch: StallWatch
  /// Bytes that come before those that are wanted: the server sends all.
  private var unwantedCount = 0
  /// That are still wanted.
  private var leftCount: Int
  private(set) var isResting = false
  private var isOver = false
  /// Bytes that came before it rested for the first time, and when the first of them did: what the line carries.
  private(set) var freeBytes = 0
  private(set) var freeTime = Duration.zero
  private var firstByte: Instant?
  private var hasRested = false

  init(
    _ request: Request, network: any StreamNetwork, time: any Timekeeping, stall: StallWatch.Limits,
    take: @escaping (UnsafeRawBufferPointer) -> Bool, tell: @escaping (Event) -> Void
  ) {
    self.request = request
    self.network = network
    self.time = time
    self.take = take
    self.tell = tell
    leftCount = request.range.map { $0.count - request.skip } ?? Int.max
    watch = StallWatch(at: time.now, limits: stall)
  }

  /// Nothing is told from within.
  func start() {
    var range: ClosedRange<Int>?
    if let part = request.range {
      range = part.offset + request.skip...max(part.offset + part.count - 1, part.offset + request.skip)
    } else if request.skip > 0 {
      range = request.skip...request.skip + HLSLimits.segmentBytes
    }
    transfer = network.start(
      StreamRequest(url: request.url, wantsTitles: false, userAgent: request.userAgent, range: range), self)
  }

  /// Nothing more is told.
  func cancel() {
    isOver = true
    transfer.map(network.cancel)
    transfer = nil
  }

  func resume() {
    guard isResting else { return }
    isResting = false
    watch.setResting(false, at: time.now)
    transfer.map(network.resume)
  }

  /// To be called about once a second.
  func checkStall() {
    if !isOver, let failure = watch.failure(at: time.now) { end(failure) }
  }

  private func end(_ failure: StreamFailure?) {
    guard !isOver else { return }
    cancel()
    tell(.ended(failure))
  }

  // MARK: StreamReceiver

  func streamReceivedHead(_ head: StreamHead) {
    guard !isOver else { return }
    watch.headReceived(at: time.now)
    guard (200..<300).contains(head.status) else { return end(.status(head.status)) }
    if head.status != 206 {
      unwantedCount = (request.range?.offset ?? 0) + request.skip
      guard unwantedCount <= HLSLimits.segmentBytes else { return end(.notAudio("an answer without end")) }
    }
    tell(.head(url: head.effectiveURL))
  }

  func streamReceivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isOver else { return true }
    let before = min(unwantedCount, bytes.count)
    let wanted = UnsafeRawBufferPointer(rebasing: bytes[before...].prefix(leftCount))
    guard wanted.isEmpty || take(wanted) else {
      if !isOver {
        isResting = true
        hasRested = true
        watch.setResting(true, at: time.now)
      }
      return false
    }
    guard !isOver else { return true }
    unwantedCount -= before
    if leftCount < Int.max { leftCount -= wanted.count }
    watch.received(bytes: bytes.count)
    measure(bytes.count)
    receivedCount += wanted.count
    if receivedCount + request.skip > request.countMax {
      end(.notAudio("an answer without end"))
    } else if leftCount == 0 {
      // The server may send more than was asked for.
      end(nil)
    }
    return true
  }

  private var receivedCount = 0

  private func measure(_ count: Int) {
    guard !hasRested else { return }
    guard let firstByte else {
      // How long the first took to come says nothing of the line.
      self.firstByte = time.now
      return
    }
    freeBytes += count
    freeTime = time.now - firstByte
  }

  func streamEnded(_ failure: StreamFailure?) {
    transfer = nil
    let isCut = failure == nil && leftCount > 0 && leftCount < Int.max
    end(isCut ? .connectionLost : failure)
  }
}
