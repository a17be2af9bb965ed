internal import Glibc
public import Linux
internal import Synchronization

/// File calls of which one goes wrong: the one with a given number.
public final class FailingFileCalls: FileCalls {
  public enum Fault: Hashable, Sendable {
    /// Fails with this number, once.
    case once(Int32)
    /// This call and all later ones of the same name.
    case always(Int32)
    /// Takes or gives one byte only (for read and write, else nothing happens).
    case short
  }

  private struct Plan {
    var fault: Fault?
    var at = 0
    var count = 0
    var failing: String?
    var log: [String] = []
  }

  private let calls: any FileCalls
  private let plan = Mutex(Plan())

  public init(_ calls: any FileCalls) { self.calls = calls }

  /// Plans `fault` for the call number `index` from now on (0 is the next one), and starts the log anew.
  public func plan(_ fault: Fault?, at index: Int = 0) {
    plan.withLock { $0 = Plan(fault: fault, at: index) }
  }

  /// The names of the calls since then.
  public var log: [String] { plan.withLock { $0.log } }

  /// True: this call is to be short.
  private func check(_ call: String) throws(SystemError) -> Bool {
    let result: Result<Bool, SystemError> = plan.withLock { plan in
      let number = plan.count
      plan.count += 1
      plan.log.append(call)
      switch plan.fault {
      case .once(let code) where number == plan.at: return .failure(SystemError(call, code: code))
      case .always(let code) where number == plan.at || plan.failing == call:
        plan.failing = call
        return .failure(SystemError(call, code: code))
      case .short: return .success(number == plan.at)
      default: return .success(false)
      }
    }
    return try result.get()
  }

  public func openForReading(_ path: String) throws(SystemError) -> Int32 {
    _ = try check("open")
    return try calls.openForReading(path)
  }

  public func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
    _ = try check("create")
    return try calls.create(path, mode: mode)
  }

  public func openFolder(_ path: String) throws(SystemError) -> Int32 {
    _ = try check("opendir")
    return try calls.openFolder(path)
  }

  public func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let isShort = try check("read")
    return try calls.read(
      file, into: isShort ? UnsafeMutableRawBufferPointer(rebasing: buffer[..<1]) : buffer)
  }

  public func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let isShort = try check("write")
    return try calls.write(file, isShort ? UnsafeRawBufferPointer(rebasing: bytes[..<1]) : bytes)
  }

  public func sync(_ file: Int32) throws(SystemError) {
    _ = try check("fsync")
    try calls.sync(file)
  }

  public func close(_ file: Int32) { calls.close(file) }

  public func link(_ existing: String, as name: String) throws(SystemError) {
    _ = try check("link")
    try calls.link(existing, as: name)
  }

  public func rename(_ path: String, to name: String) throws(SystemError) {
    _ = try check("rename")
    try calls.rename(path, to: name)
  }

  public func unlink(_ path: String) throws(SystemError) {
    _ = try check("unlink")
    try calls.unlink(path)
  }

  public func makeFolder(_ path: String, mode: UInt32) throws(SystemError) {
    _ = try check("mkdir")
    try calls.makeFolder(path, mode: mode)
  }
}
