internal import Glibc

/// What this machine itself knows of its ways into a network, at one moment.
public struct NetworkLinks: Hashable, Sendable {
  /// A link other than the loopback is up and has a carrier.
  public var isConnected = false
  /// A Wi-Fi link is switched on, connected or not.
  public var hasWiFi = false
  /// Addresses that can be reached from other machines.
  public var addresses: Set<String> = []
  /// Routes to everywhere, by link and gateway. Nil: the kernel does not tell.
  public var routes: Set<String>?

  public init() {}

  /// More than this of /proc is not a bedside's.
  private static let tableSizeMax = 1 << 18

  public static func current() -> NetworkLinks {
    var links = NetworkLinks()
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return links }
    defer { freeifaddrs(first) }
    var next = first
    while let entry = next {
      next = entry.pointee.ifa_next
      let flags = entry.pointee.ifa_flags
      guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0, let name = entry.pointee.ifa_name
      else { continue }
      if access("/sys/class/net/\(String(cString: name))/wireless", F_OK) == 0 { links.hasWiFi = true }
      if flags & UInt32(IFF_RUNNING) != 0 { links.isConnected = true }
    }
    links.addresses = Set(NetworkAddresses.current())
    links.routes = routes()
    return links
  }

  private static func routes() -> Set<String>? {
    let four = (try? BoundedRead.file("/proc/net/route", sizeMax: tableSizeMax)).map(defaultRoutes4)
    let six = (try? BoundedRead.file("/proc/net/ipv6_route", sizeMax: tableSizeMax)).map(defaultRoutes6)
    guard four != nil || six != nil else { return nil }
    return (four ?? []).union(six ?? [])
  }

  /// `/proc/net/route`: link, destination, gateway, flags …, mask in the eighth column; proc(5).
  static func defaultRoutes4(_ bytes: [UInt8]) -> Set<String> {
    var routes: Set<String> = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst() {
      let columns = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
      guard columns.count >= 8, columns[1] == "00000000", columns[7] == "00000000",
        let flags = UInt32(columns[3], radix: 16), isUsable(flags)
      else { continue }
      routes.insert("\(columns[0]) \(columns[2])")
    }
    return routes
  }

  /// `/proc/net/ipv6_route`: destination, its length, source, its length, next hop, metric, uses, use, flags,
  /// link.
  static func defaultRoutes6(_ bytes: [UInt8]) -> Set<String> {
    var routes: Set<String> = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let columns = line.split(separator: " ")
      // The kernel's own "unreachable" route stands on the loopback.
      guard columns.count >= 10, columns[1] == "00", columns[0].allSatisfy({ $0 == "0" }),
        let flags = UInt32(columns[8], radix: 16), isUsable(flags), columns[9] != "lo"
      else { continue }
      routes.insert("\(columns[9]) \(columns[4])")
    }
    return routes
  }

  /// RTF_UP without RTF_REJECT (linux/route.h).
  private static func isUsable(_ flags: UInt32) -> Bool { flags & 0x1 != 0 && flags & 0x200 == 0 }
}
