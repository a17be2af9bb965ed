internal import Glibc

/// A system call that failed: which one, and with what number. Its text is made when it is printed.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  public let call: String
  public let code: Int32

  public init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// The error that the calling thread's last system call left behind.
  public init(_ call: String) { self.init(call, code: errno) }

  /// What is larger than its limit (`EFBIG`).
  public static func tooLarge(_ call: String) -> SystemError { SystemError(call, code: EFBIG) }

  public var description: String { "\(call): \(SystemError.text(for: code))" }

  public static func text(for code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }
}
