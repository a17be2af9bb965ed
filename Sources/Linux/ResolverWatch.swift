internal import CLinux
internal import Glibc

/// Tells when the file with the name servers is written or replaced. The C library itself reads it anew at the next
/// look-up (since glibc 2.26).
final class ResolverWatch {
  private static let name = "resolv.conf"

  private let loop: EventLoop
  private let inotify: Descriptor

  /// `tell` is called on the loop.
  init(loop: EventLoop, tell: @escaping () -> Void) throws(SystemError) {
    self.loop = loop
    let number = clinux_inotify()
    guard number >= 0 else { throw SystemError("inotify_init1") }
    inotify = Descriptor(owning: number)
    for folder in ResolverWatch.folders() { _ = clinux_inotify_folder(number, folder) }
    try loop.watch(number, for: .readable) { _ in
      if clinux_inotify_take(number, ResolverWatch.name) != 0 { tell() }
    }
  }

  deinit { loop.unwatch(inotify.number) }

  /// The folder of the file, and the one that it is a link into.
  private static func folders() -> [String] {
    var folders = ["/etc"]
    if let real = realpath("/etc/" + name, nil) {
      let path = String(cString: real)
      free(real)
      if let end = path.lastIndex(of: "/"), path[..<end] != "/etc" { folders.append(String(path[..<end])) }
    }
    return folders
  }
}
