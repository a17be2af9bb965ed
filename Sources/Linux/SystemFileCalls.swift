internal import CLinux
internal import Glibc

/// The real file calls.
public struct SystemFileCalls: FileCalls {
  public init() {}

  public func openForReading(_ path: String) throws(SystemError) -> Int32 {
    try checked("open", clinux_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0))
  }

  public func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
    try checked("open", clinux_open(path, O_WRONLY | O_CREAT | O_EXCL, mode))
  }

  public func openFolder(_ path: String) throws(SystemError) -> Int32 {
    try checked("open", clinux_open(path, O_RDONLY | O_DIRECTORY, 0))
  }

  public func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = Glibc.read(file, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw SystemError("read") }
    return count
  }

  public func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let count = Glibc.write(file, bytes.baseAddress, bytes.count)
    guard count >= 0 else { throw SystemError("write") }
    return count
  }

  public func sync(_ file: Int32) throws(SystemError) { _ = try checked("fsync", fsync(file)) }

  public func close(_ file: Int32) {
    let result = Glibc.close(file)
    precondition(result == 0 || errno != EBADF, "close of a file that was not open")
  }

  public func link(_ existing: String, as name: String) throws(SystemError) {
    _ = try checked("link", Glibc.link(existing, name))
  }

  public func rename(_ path: String, to name: String) throws(SystemError) {
    _ = try checked("rename", Glibc.rename(path, name))
  }

  public func unlink(_ path: String) throws(SystemError) { _ = try checked("unlink", Glibc.unlink(path)) }

  public func makeFolder(_ path: String, mode: UInt32) throws(SystemError) {
    _ = try checked("mkdir", mkdir(path, mode))
  }

  private func checked(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(call) }
    return result
  }
}
