/// What is to be fetched: always a GET of an http or https URL.
public struct FetchRequest: Hashable, Sendable {
  /// Absolute. Blanks and other characters that a URL must not hold are to be encoded already.
  public var url: String
  /// Sent instead of the driver's own (some stations want a certain one).
  public var userAgent: String?
  /// Sends `Icy-MetaData: 1`, which asks the server for titles between the audio bytes.
  public var wantsTitles: Bool
  /// The first and the last byte that are wanted. Nil: all of it.
  public var range: ClosedRange<Int>?

  public init(
    url: String, userAgent: String? = nil, wantsTitles: Bool = false, range: ClosedRange<Int>? = nil
  ) {
    self.url = url
    self.range = range
    self.userAgent = userAgent
    self.wantsTitles = wantsTitles
  }
}

/// The head of the response that is not a redirect.
public struct FetchHead: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    /// In lower case.
    public var name: String
    /// Without the blanks around it. Bytes, since old servers send station names in Windows-1252.
    public var value: [UInt8]

    public init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// 200 for `ICY 200 OK`.
  public var status: Int
  /// In the order in which they came.
  public var fields: [Field]
  /// Where the redirects led.
  public var effectiveURL: String

  public init(status: Int, fields: [Field], effectiveURL: String) {
    self.status = status
    self.fields = fields
    self.effectiveURL = effectiveURL
  }
}

/// Names one transfer; never used again.
public struct FetchID: Hashable, Sendable {
  public let number: Int
}

/// Is told of one transfer, on the loop's thread. Nothing is called from within `Fetch.start`, and nothing after
/// `Fetch.cancel`; any of the two may be called from within these.
public protocol FetchReceiver: AnyObject {
  func fetchReceivedHead(_ head: FetchHead)

  /// False: nothing was taken. The transfer rests, and the same bytes come again after `Fetch.resume`. The
  /// bytes are valid during the call only.
  func fetchReceivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// Nil: the server ended the response as it should (its declared length, or the connection's end). The last
  /// call.
  func fetchEnded(_ error: CurlError?)
}
