internal import CLinux
internal import Glibc

/// Tells when the network changes: links, addresses and routes by the kernel's netlink socket, name servers by the
/// file that the resolver reads. What comes close together is told once.
///
/// It prevents: a buffer that grows with a storm of messages (they are only counted), a lost message that is
/// never made up for (the state is read anew), and a router's repeated word that is taken for something new.
public final class NetworkChanges {
  public typealias Tell = (_ links: NetworkLinks, _ appeared: Bool) -> Void

  /// DHCP sets an address, a route and the name servers within a moment.
  private static let calm = Duration.milliseconds(150)
  /// A storm is not waited out.
  private static let patience = Duration.seconds(1)
  private static let resolverFile = "/etc/resolv.conf"

  private let loop: EventLoop
  private let tell: Tell
  private let read: () -> NetworkLinks
  private let netlink: Descriptor
  private let inotify: Descriptor
  private var timer: EventLoop.Timer?
  private var since: Duration?
  private var hasNewServers = false
  private var known: NetworkLinks

  /// `tell` is called on the loop: in its first turn, and after each change.
  /// - Parameter read: what the network is like now.
  public init(
    loop: EventLoop, read: @escaping () -> NetworkLinks = NetworkLinks.current, tell: @escaping Tell
  ) throws(SystemError) {
    self.loop = loop
    self.tell = tell
    self.read = read
    let number = clinux_network_socket()
    guard number >= 0 else { throw SystemError("netlink") }
    netlink = Descriptor(owning: number)
    let watch = clinux_inotify()
    guard watch >= 0 else { throw SystemError("inotify_init1") }
    inotify = Descriptor(owning: watch)
    // Where none can be watched, new servers are found by the next try.
    for folder in NetworkChanges.resolverFolders() { _ = clinux_inotify_folder(watch, folder) }
    known = read()
    timer = loop.timer { [unowned self] in look() }
    try loop.watch(netlink.number, for: .readable) { [unowned self] _ in hear() }
    try loop.watch(watch, for: .readable) { [unowned self] _ in hearResolver() }
    timer?.set(.zero)
  }

  deinit {
    loop.unwatch(netlink.number)
    loop.unwatch(inotify.number)
    if let timer { loop.remove(timer) }
  }

  /// The folder of the file, and the one that it is a link into.
  private static func resolverFolders() -> [String] {
    var folders = ["/etc"]
    if let real = realpath(resolverFile, nil) {
      let path = String(cString: real)
      free(real)
      if let end = path.lastIndex(of: "/"), path[..<end] != "/etc" { folders.append(String(path[..<end])) }
    }
    return folders
  }

  private func hear() {
    let bits = clinux_network_take(netlink.number)
    guard bits != 0 else { return }
    if bits & Int32(CLINUX_NETWORK_LOSS) != 0 {
      // What is there afterwards came back, even where it is the same as before.
      let now = read()
      known.addresses.formIntersection(now.addresses)
      known.routes = []
    }
    postpone()
  }

  private func hearResolver() {
    guard clinux_inotify_take(inotify.number, "resolv.conf") != 0 else { return }
    hasNewServers = true
    postpone()
  }

  private func postpone() {
    let now = MonotonicClock.now()
    let first = since ?? now
    since = first
    timer?.set(min(now + NetworkChanges.calm, first + NetworkChanges.patience))
  }

  private func look() {
    since = nil
    let links = read()
    let isNewAddress = !links.addresses.isSubset(of: known.addresses)
    let isNewRoute = !(links.routes ?? []).isSubset(of: known.routes ?? [])
    let appeared = isNewAddress || isNewRoute || hasNewServers
    known = links
    hasNewServers = false
    tell(links, appeared)
  }
}
