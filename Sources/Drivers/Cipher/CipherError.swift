internal import CCrypto

/// A call of libcrypto that failed. Its text is made when it is printed.
public struct CipherError: Error, Hashable, Sendable, CustomStringConvertible {
  public let call: String
  /// libcrypto's packed number; 0 where it gives none.
  public let code: UInt

  /// Takes what libcrypto noted last on this thread, and clears the rest.
  static func last(_ call: String) -> CipherError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    return CipherError(call: call, code: code)
  }

  public var description: String {
    guard code != 0, let reason = ERR_reason_error_string(code) else { return "\(call): failed" }
    return "\(call): \(String(cString: reason))"
  }
}
