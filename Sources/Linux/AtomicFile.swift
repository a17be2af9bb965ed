internal import Glibc

/// A document that is replaced as a whole: after a power cut at any moment its name leads to the old content or
/// to the new one, complete. The generation before it stays beside it as `NAME.bak`.
///
/// The steps, and why a power cut is harmless after each:
/// 1. `.NAME.new` is written and fsynced: nothing names it yet.
/// 2. `.NAME.old` is a second name of the present content (a copy, where the file system knows no hard links,
///    as FAT): the document itself is not touched.
/// 3. `.NAME.new` is renamed over NAME: before the folder is fsynced NAME leads to either, both are complete.
/// 4. The folder is fsynced: from here on the new content stays.
/// 5. `.NAME.old` is renamed over `NAME.bak`: only now, when the new content is safe, may the older generation
///    go. Should this rename be lost, the backup is one generation older, which is still one.
public struct AtomicFile: Sendable {
  public enum Outcome: Hashable, Sendable {
    case written
    /// The disk had this very content already; flash is not worn for it.
    case unchanged
  }

  /// What is larger is not copied as the generation before, in bytes. Documents have kilobytes.
  static let sizeMax = 64 << 20

  public let path: String
  let folder: String
  let name: String
  private let mode: UInt32
  private let keepsPrevious: Bool
  private let calls: any FileCalls

  public init(
    path: String, mode: UInt32 = 0o644, keepsPrevious: Bool = true, calls: any FileCalls = SystemFileCalls()
  ) {
    self.path = path
    folder = Folder.parent(of: path) ?? "/"
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    precondition(!name.isEmpty, "a document needs a name")
    self.mode = mode
    self.keepsPrevious = keepsPrevious
    self.calls = calls
  }

  /// The generation before.
  public var backupPath: String { path + ".bak" }
  var temporaryPath: String { "\(folder)/.\(name).new" }
  var outgoingPath: String { "\(folder)/.\(name).old" }

  /// Returns when `bytes` are on the disk to stay. After an error the temporary is gone and the old content
  /// stands, or, when the very last step failed, the new one; never anything else.
  @discardableResult
  public func write(_ bytes: [UInt8]) throws(SystemError) -> Outcome {
    if try isOnDisk(bytes) { return .unchanged }
    do throws(SystemError) {
      try writeNew(temporaryPath, bytes)
      let hasPrevious = keepsPrevious ? try keepPrevious() : false
      try rename(temporaryPath, to: path)
      try Folder.sync(folder, calls)
      if hasPrevious { try rename(outgoingPath, to: backupPath) }
    } catch {
      discardTemporaries()
      throw error
    }
    return .written
  }

  /// Removes what a write that was cut off has left behind. Nothing to report: each write replaces it anyway.
  func discardTemporaries() {
    for path in [temporaryPath, outgoingPath] { try? remove(path) }
  }

  /// Whether the document has this content, and for good: a write that failed at its last step may have left
  /// the right content that is not safe yet.
  private func isOnDisk(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    do throws(SystemError) {
      let file = try OpenFile(reading: path, calls)
      guard try file.readAll(limit: bytes.count) == bytes else { return false }
      // After a failed fsync the kernel may call the lost pages clean; only a new file is sure then.
      try file.sync()
    } catch { return false }
    try Folder.sync(folder, calls)
    return true
  }

  private func writeNew(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try created(path)
    try file.writeAll(bytes)
    try file.sync()
  }

  private func created(_ path: String) throws(SystemError) -> OpenFile {
    do throws(SystemError) { return try OpenFile(creating: path, mode: mode, calls) } catch {
      guard error.code == EEXIST else { throw error }
    }
    try remove(path)
    return try OpenFile(creating: path, mode: mode, calls)
  }

  /// Gives the present content a second name. False: there is none yet.
  private func keepPrevious() throws(SystemError) -> Bool {
    do throws(SystemError) { return try linkPrevious() } catch {
      switch error.code {
      case ENOENT: return false
      case EPERM, EOPNOTSUPP, EMLINK, ENOSYS, EINVAL: break
      default: throw error
      }
    }
    return try copyPrevious()
  }

  private func copyPrevious() throws(SystemError) -> Bool {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try OpenFile(reading: path, calls).readAll(limit: AtomicFile.sizeMax)
    } catch {
      guard error.code == ENOENT else { throw error }
      return false
    }
    guard let bytes else { throw .tooLarge("read") }
    try writeNew(outgoingPath, bytes)
    return true
  }

  private func linkPrevious() throws(SystemError) -> Bool {
    do throws(SystemError) { try link() } catch {
      guard error.code == EEXIST else { throw error }
      try remove(outgoingPath)
      try link()
    }
    return true
  }

  private func link() throws(SystemError) {
    try uninterrupted { () throws(SystemError) in try calls.link(path, as: outgoingPath) }
  }

  private func rename(_ from: String, to: String) throws(SystemError) {
    try uninterrupted { () throws(SystemError) in try calls.rename(from, to: to) }
  }

  private func remove(_ path: String) throws(SystemError) {
    try uninterrupted { () throws(SystemError) in try calls.unlink(path) }
  }
}
