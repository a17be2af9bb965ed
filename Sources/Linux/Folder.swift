internal import Glibc

/// Folders for documents.
public enum Folder {
  /// Makes `wanted` and the folders above it where they are missing (mode 0755), so that they are still there
  /// after a power cut. Throws when something else has the name (`ENOTDIR`) or the system refuses.
  public static func make(_ wanted: String, calls: any FileCalls = SystemFileCalls()) throws(SystemError) {
    let path = trimmed(wanted)
    guard try !isThere(path, calls) else { return }
    var missing = [path]
    while let above = parent(of: missing[missing.count - 1]), try !isThere(above, calls) {
      missing.append(above)
    }
    for folder in missing.reversed() {
      do throws(SystemError) {
        try uninterrupted { () throws(SystemError) in try calls.makeFolder(folder, mode: 0o755) }
      } catch { guard error.code == EEXIST else { throw error } }
      if let above = parent(of: folder) { try sync(above, calls) }
    }
  }

  /// Brings the folder's entries to the disk.
  static func sync(_ path: String, _ calls: any FileCalls) throws(SystemError) {
    let folder = try OpenFile(folder: path, calls)
    do throws(SystemError) { try folder.sync() } catch {
      // Some network and user-space file systems have no fsync for folders: nothing more can be done there.
      guard error.code == EINVAL else { throw error }
    }
  }

  private static func isThere(_ path: String, _ calls: any FileCalls) throws(SystemError) -> Bool {
    do throws(SystemError) { _ = try OpenFile(folder: path, calls) } catch {
      guard error.code == ENOENT else { throw error }
      return false
    }
    return true
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Nil for the root; "." for a bare name.
  static func parent(of path: String) -> String? {
    let trimmed = trimmed(path)
    guard trimmed != "/", trimmed != "." else { return nil }
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }
}
