internal import Glibc

/// The names in a folder, sorted, without "." and "..".
public enum FolderListing {
  /// Names beyond this are not looked at: a list of stations has one file.
  public static let countMax = 10_000

  /// Names that are not UTF-8 are left out: no file of the radio has one.
  public static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw SystemError("opendir") }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < countMax, let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
          String(validatingCString: $0)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
