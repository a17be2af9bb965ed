internal import Core
internal import Fetch
internal import Glibc
internal import Linux
internal import Runtime

/// `Fetch` in the role of the sessions' network.
final class FetchAdapter: StreamNetwork {
  private let fetch: Fetch
  private var transfers: [TransferID: FetchID] = [:]

  private let isClockTrusted: () -> Bool

  init(_ fetch: Fetch, isClockTrusted: @escaping () -> Bool = { true }) {
    self.fetch = fetch
    self.isClockTrusted = isClockTrusted
  }

  func start(_ request: StreamRequest, _ receiver: any StreamReceiver) -> TransferID {
    let relay = Relay(receiver, isClockTrusted)
    let fetchRequest = FetchRequest(
      url: request.url, userAgent: request.userAgent, wantsTitles: request.wantsTitles,
      range: request.range)
    let fetchID = fetch.start(fetchRequest, relay)
    let id = TransferID(fetchID.number)
    relay.whenEnded = { [weak self] in self?.transfers[id] = nil }
    transfers[id] = fetchID
    return id
  }

  func cancel(_ id: TransferID) {
    if let fetchID = transfers.removeValue(forKey: id) { fetch.cancel(fetchID) }
  }

  func resume(_ id: TransferID) {
    if let fetchID = transfers[id] { fetch.resume(fetchID) }
  }

  private final class Relay: FetchReceiver {
    let receiver: any StreamReceiver
    let isClockTrusted: () -> Bool
    var whenEnded: () -> Void = {}

    init(_ receiver: any StreamReceiver, _ isClockTrusted: @escaping () -> Bool) {
      self.receiver = receiver
      self.isClockTrusted = isClockTrusted
    }

    func fetchReceivedHead(_ head: FetchHead) {
      receiver.streamReceivedHead(
        StreamHead(
          status: head.status, fields: head.fields.map { (name: $0.name, value: $0.value) },
          effectiveURL: head.effectiveURL))
    }

    func fetchReceivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool { receiver.streamReceivedBody(bytes) }

    func fetchEnded(_ error: CurlError?) {
      whenEnded()
      let failure = error.map { StreamFailure($0) }
      let isForTheClock = failure == .certificateNotYetValid && !isClockTrusted()
      receiver.streamEnded(isForTheClock ? .clockNotSet : failure)
    }
  }
}

extension StreamFailure {
  /// What a listener is told of an error of libcurl; the numbers are those of curl.h.
  init(_ error: CurlError) {
    switch error.code {
    case 1:
      // "Unsupported protocol" is also said of an answer that is no HTTP.
      let isScheme = (300..<400).contains(error.status) || !error.hasConnected
      self = isScheme ? .linkNotUsable : .connectionLost
    case 3: self = .linkNotUsable
    case 5, 6: self = .nameNotFound
    case 7:
      switch error.systemCode {
      case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: self = .networkUnreachable
      case ETIMEDOUT: self = .noAnswer
      default: self = .refused
      }
    case 28: self = .noAnswer
    // libcurl's own limits on an answer's head, which it calls a lack of memory.
    case 27, 100: self = .notAudio("an answer without end")
    case 47: self = .tooManyRedirects
    case 60: self = error.verifyResult == 9 ? .certificateNotYetValid : .certificate
    case 51, 58, 66, 77, 82, 83, 90, 91: self = .certificate
    // Cut before its end, nothing at all, broken, not to be understood, or no TLS.
    case 8, 18, 35, 52, 55, 56: self = .connectionLost
    default: self = .other("\(error)")
    }
  }
}
