internal import Glibc

/// What has a name in the file system and is no file: a device, a pipe. An `AtomicFile` would put a file in its
/// place.
public enum SpecialFile {
  /// Also a folder; a symbolic link counts as what it leads to.
  public static func isThere(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG
  }

  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let number = open(path, O_WRONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError("open") }
    let descriptor = Descriptor(owning: number)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor.number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemError("write")
      }
    }
  }
}
