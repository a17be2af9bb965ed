internal import Glibc

/// The addresses under which this machine can be reached.
public enum NetworkAddresses {
  /// A machine with many bridges has many; a person needs the first few.
  public static let countMax = 8

  /// As people write them, IPv4 first; without those of the loopback and of the link alone, since neither leads
  /// here from another machine.
  public static func current() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var four: [String] = []
    var six: [String] = []
    var next = first
    while let entry = next {
      next = entry.pointee.ifa_next
      let flags = entry.pointee.ifa_flags
      guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
        let address = entry.pointee.ifa_addr
      else { continue }
      switch Int32(address.pointee.sa_family) {
      case AF_INET: text(of: address, size: MemoryLayout<sockaddr_in>.size).map { four.append($0) }
      case AF_INET6:
        guard let text = text(of: address, size: MemoryLayout<sockaddr_in6>.size),
          !text.hasPrefix("fe80")
        else { continue }
        six.append(text)
      default: continue
      }
    }
    return Array((four.filter { !$0.hasPrefix("169.254.") } + six).prefix(countMax))
  }

  private static func text(of address: UnsafePointer<sockaddr>, size: Int) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { name in
      guard
        getnameinfo(
          address, socklen_t(size), name.baseAddress, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0,
        let start = name.baseAddress
      else { return nil }
      return String(cString: start)
    }
  }
}
