public import Core

/// What a session asks for.
public struct StreamRequest: Hashable, Sendable {
  /// Absolute, http or https.
  public var url: String
  /// Asks the server for titles between the audio bytes.
  public var wantsTitles: Bool
  /// Instead of the radio's own.
  public var userAgent: String?
  /// Asks for a part of it, from the first number to the second, in bytes. A server may send all of it (status
  /// 200, not 206).
  public var range: ClosedRange<Int>?

  public init(
    url: String, wantsTitles: Bool = true, userAgent: String? = nil, range: ClosedRange<Int>? = nil
  ) {
    self.url = url
    self.range = range
    self.userAgent = userAgent
    self.wantsTitles = wantsTitles
  }
}

/// The head of the answer that is not a redirect.
public struct StreamHead: Sendable {
  public var status: Int
  /// Names in lower case, values as bytes: station names come in Windows-1252 too.
  public var fields: [(name: String, value: [UInt8])]
  /// Where the redirects led: the base of relative links.
  public var effectiveURL: String

  public init(status: Int, fields: [(name: String, value: [UInt8])], effectiveURL: String) {
    self.status = status
    self.fields = fields
    self.effectiveURL = effectiveURL
  }
}

/// Names one transfer; never used again.
public struct TransferID: Hashable, Sendable {
  public let number: Int
  public init(_ number: Int) { self.number = number }
}

/// Fetches by http(s). Nothing blocks. All on the loop's thread.
public protocol StreamNetwork: AnyObject {
  /// The receiver is never called from within.
  func start(_ request: StreamRequest, _ receiver: any StreamReceiver) -> TransferID
  /// The receiver hears no more. Also from within the receiver's own calls.
  func cancel(_ id: TransferID)
  /// Goes on after `streamReceivedBody` has refused bytes.
  func resume(_ id: TransferID)
}

/// Is told of one transfer.
public protocol StreamReceiver: AnyObject {
  func streamReceivedHead(_ head: StreamHead)
  /// False: nothing was taken; the same bytes come again after `resume`. Valid during the call only.
  func streamReceivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// The last call. Nil: the answer ended as it should.
  func streamEnded(_ failure: StreamFailure?)
}
