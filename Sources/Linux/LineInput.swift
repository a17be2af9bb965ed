internal import CLinux
internal import Glibc

/// Lines from a descriptor that is not ours to change: standard input, be it a pipe, a file or a terminal. One
/// read a readiness, so that it never waits.
public final class LineInput {
  public enum Line: Hashable, Sendable {
    case text(String)
    /// A line longer than `lengthMax` was left out.
    case tooLong
  }

  public static let lengthMax = 4_096

  public let number: Int32
  private var rest: [UInt8] = []
  private var isSkipping = false
  public private(set) var isAtEnd = false

  public init(_ number: Int32) { self.number = number }

  /// Reads once. Call it when the descriptor is ready (a regular file always is).
  public func read() -> [Line] {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
    guard count > 0 else {
      isAtEnd = true
      defer { rest.removeAll() }
      return rest.isEmpty || isSkipping ? [] : [.text(String(decoding: rest, as: UTF8.self))]
    }
    var lines: [Line] = []
    for byte in buffer[..<count] {
      if byte == UInt8(ascii: "\n") {
        lines.append(isSkipping ? .tooLong : .text(String(decoding: rest, as: UTF8.self)))
        rest.removeAll(keepingCapacity: true)
        isSkipping = false
      } else if rest.count < LineInput.lengthMax {
        rest.append(byte)
      } else {
        isSkipping = true
      }
    }
    return lines
  }
}
