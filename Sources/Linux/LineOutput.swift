internal import CLinux
internal import Glibc

/// Lines for a reader that may be slow or gone, such as a pipe. A line that the pipe has no room for waits in a
/// bounded buffer; more than that is dropped, whole lines at a time, and counted. The loop never waits.
public final class LineOutput {
  public enum State: Hashable, Sendable {
    case written
    /// Watch the descriptor for writing and call `flush`.
    case waiting
    /// Nobody reads any more.
    case gone
  }

  /// What waits, in bytes.
  static let pendingMax = 1 << 20

  /// Not owned: standard output stays open.
  public let number: Int32
  private let flags: Int32
  private var pending: [UInt8] = []
  private var isGone = false
  /// Why nothing can be written any more; a reader that has gone is no failure.
  public private(set) var failure: SystemError?
  public private(set) var droppedCount = 0

  public init(_ number: Int32) {
    self.number = number
    flags = clinux_fcntl(number, F_GETFL, 0)
    _ = clinux_fcntl(number, F_SETFL, flags | O_NONBLOCK)
  }

  /// The flag is shared with whoever gave us the descriptor: it is put back as it was.
  deinit { _ = clinux_fcntl(number, F_SETFL, flags) }

  public func write(_ line: String) -> State {
    guard !isGone else { return .gone }
    guard pending.count + line.utf8.count < LineOutput.pendingMax else {
      droppedCount += 1
      return .waiting
    }
    pending += line.utf8
    pending.append(UInt8(ascii: "\n"))
    return flush()
  }

  public func flush() -> State {
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count >= 0 {
        pending.removeFirst(count)
      } else if errno == EAGAIN {
        return .waiting
      } else if errno != EINTR {
        isGone = true
        if errno != EPIPE { failure = SystemError("write") }
        pending.removeAll()
        return .gone
      }
    }
    return .written
  }
}
