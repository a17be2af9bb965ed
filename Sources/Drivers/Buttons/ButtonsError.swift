internal import Glibc
public import Linux

/// A line that cannot be had, by the name that the board gives it. The text is made when it is printed.
public enum ButtonsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libgpiod cannot be opened; the words are those of the dynamic linker.
  case noLibrary(line: String, words: String)
  /// No chip of this machine has one of these labels.
  case noChip(line: String, labels: [String])
  case noLine(line: String, labels: [String])
  /// Something else holds it: a driver of the kernel, or another program.
  case busy(line: String, holder: String)
  case failed(line: String, SystemError)
  /// It worked, and then its chip went away.
  case lost(line: String, SystemError)

  /// By the board's name.
  public var line: String {
    switch self {
    case .noLibrary(let line, _), .noChip(let line, _), .noLine(let line, _), .busy(let line, _),
      .failed(let line, _), .lost(let line, _):
      line
    }
  }

  public var description: String {
    switch self {
    case .noLibrary(let line, let words): "line \(line): GPIO cannot be used: \(words)"
    case .noChip(let line, let labels):
      "line \(line): this machine has no GPIO chip \(labels.joined(separator: " or "))"
    case .noLine(let line, let labels):
      labels.isEmpty
        ? "line \(line): no GPIO chip has a line of this name"
        : "line \(line): the GPIO chip \(labels.joined(separator: " or ")) has no such line"
    case .busy(let line, let holder): "line \(line) is held by \(holder.isEmpty ? "something else" : holder)"
    case .failed(let line, let error): "line \(line): \(error)"
    case .lost(let line, let error): "line \(line) is lost: \(error)"
    }
  }

  /// What the kernel said when `line` was asked for.
  init(line: String, asking call: String, code: Int32, holder: String) {
    // EBUSY: requested. EPERM, in old kernels: it is an interrupt of another driver.
    self =
      code == EBUSY ? .busy(line: line, holder: holder) : .failed(line: line, SystemError(call, code: code))
  }
}
