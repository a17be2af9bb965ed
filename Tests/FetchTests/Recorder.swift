import Fetch

/// Keeps what a transfer told.
final class Recorder: FetchReceiver {
  var head: FetchHead?
  var headCount = 0
  var body: [UInt8] = []
  var hasEnded = false
  var error: CurlError?
  var callCount = 0
  /// Refuses each delivery once with this, before it is taken.
  var isTaking: (Int) -> Bool = { _ in true }
  var whenHead: () -> Void = {}
  var whenBody: () -> Void = {}
  var whenEnded: () -> Void = {}

  func fetchReceivedHead(_ head: FetchHead) {
    self.head = head
    headCount += 1
    callCount += 1
    whenHead()
  }

  func fetchReceivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    callCount += 1
    guard isTaking(bytes.count) else { return false }
    body.append(contentsOf: bytes)
    whenBody()
    return true
  }

  func fetchEnded(_ error: CurlError?) {
    callCount += 1
    hasEnded = true
    self.error = error
    whenEnded()
  }

  func value(_ name: String) -> String? {
    head?.fields.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
  }
}
