internal import CMpg123

/// A call of libmpg123 that failed. Its text is made when it is printed.
public struct DecoderError: Error, Hashable, Sendable, CustomStringConvertible {
  public let call: String
  /// One of libmpg123's error numbers.
  public let code: Int32

  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  public var description: String {
    guard let text = mpg123_plain_strerror(code) else { return "\(call): error \(code)" }
    return "\(call): \(String(cString: text))"
  }
}
