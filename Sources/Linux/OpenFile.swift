internal import Glibc

/// A file or folder that is open through `FileCalls`, closed exactly once. It deals with short counts and with
/// interruptions, so that what is built on it sees whole operations only.
struct OpenFile: ~Copyable {
  private let calls: any FileCalls
  private let number: Int32

  init(reading path: String, _ calls: any FileCalls) throws(SystemError) {
    let opened = try uninterrupted { () throws(SystemError) in try calls.openForReading(path) }
    self.calls = calls
    number = opened
  }

  init(creating path: String, mode: UInt32, _ calls: any FileCalls) throws(SystemError) {
    let opened = try uninterrupted { () throws(SystemError) in try calls.create(path, mode: mode) }
    self.calls = calls
    number = opened
  }

  init(folder path: String, _ calls: any FileCalls) throws(SystemError) {
    let opened = try uninterrupted { () throws(SystemError) in try calls.openFolder(path) }
    self.calls = calls
    number = opened
  }

  deinit { calls.close(number) }

  func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = try uninterrupted { () throws(SystemError) in try written(bytes, from: done) }
      // A file takes at least one byte or fails; a call that does neither would hold us here for ever.
      guard count > 0 else { throw SystemError("write", code: EIO) }
      done += count
    }
  }

  /// The whole content; nil where it is longer than `limit` bytes.
  func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit + 1, 65_536))
    while bytes.count <= limit {
      let count = try uninterrupted { () throws(SystemError) in try read(into: &chunk) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    return nil
  }

  func sync() throws(SystemError) {
    try uninterrupted { () throws(SystemError) in try calls.sync(number) }
  }

  // Array.withUnsafe… does not hand on a typed error in Swift 6.0, hence the detour by Result.
  private func written(_ bytes: [UInt8], from start: Int) throws(SystemError) -> Int {
    let result: Result<Int, SystemError> = bytes.withUnsafeBytes { buffer in
      do throws(SystemError) {
        return .success(try calls.write(number, UnsafeRawBufferPointer(rebasing: buffer[start...])))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func read(into chunk: inout [UInt8]) throws(SystemError) -> Int {
    let result: Result<Int, SystemError> = chunk.withUnsafeMutableBytes { buffer in
      do throws(SystemError) { return .success(try calls.read(number, into: buffer)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// Repeats `body` while a signal interrupts it; after a thousand times something is wrong, and EINTR is the
/// error.
func uninterrupted<Value>(_ body: () throws(SystemError) -> Value) throws(SystemError) -> Value {
  var count = 0
  while true {
    do throws(SystemError) { return try body() } catch {
      count += 1
      guard error.code == EINTR, count < 1_000 else { throw error }
    }
  }
}
