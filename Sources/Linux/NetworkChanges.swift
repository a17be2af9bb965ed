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

  private let loop: EventLoop
  private let tell: Tell
  private let read: () -> NetworkLinks
  private let netlink: Descriptor
  private var resolver: ResolverWatch?
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
    known = read()
    timer = loop.timer { [unowned self] in look() }
    try loop.watch(netlink.number, for: .readable) { [unowned self] _ in hear() }
    // Where it cannot be watched, new servers are found by the next try.
    resolver = try? ResolverWatch(loop: loop) { [unowned self] in
      hasNewServers = true
      postpone()
    }
    timer?.set(.zero)
  }

  deinit {
    loop.unwatch(netlink.number)
    if let timer { loop.remove(timer) }
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
