internal import CLinux
internal import Glibc

/// An owned file descriptor, closed exactly once. It prevents: leaks on an early return, double close (which
/// would close another thread's new descriptor), and use after close.
public struct Descriptor: ~Copyable, Sendable {
  public let number: Int32

  /// Takes over `number`, which must be open and owned by nobody else.
  public init(owning number: Int32) {
    precondition(number >= 0)
    self.number = number
  }

  deinit {
    // EBADF would mean that somebody else closed it: a bug. Other errors (EIO) lose nothing that fsync
    // has not already reported, and the number is free after any of them (close(2), Linux).
    let result = Glibc.close(number)
    precondition(result == 0 || errno != EBADF, "close of a descriptor that was not open")
  }

  public static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o644) throws(SystemError)
    -> Descriptor
  {
    while true {
      let number = clinux_open(path, flags, mode)
      if number >= 0 { return Descriptor(owning: number) }
      if errno != EINTR { throw SystemError("open") }
    }
  }

  /// Reads once. Nil: nothing there now (`EAGAIN`). 0: the end.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw SystemError("read")
      }
    }
  }

  /// Writes once. Nil: no room now (`EAGAIN`).
  public func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    while true {
      let count = Glibc.write(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw SystemError("write")
      }
    }
  }
}
