import Glibc
import Linux
import Testing

@Suite struct NetworkAddressTests {
  @Test func addressesAreThoseThatLeadHere() {
    let addresses = NetworkAddresses.current()
    #expect(addresses.count <= NetworkAddresses.countMax)
    for address in addresses {
      var four = in_addr()
      var six = in6_addr()
      #expect(
        inet_pton(AF_INET, address, &four) == 1 || inet_pton(AF_INET6, address, &six) == 1, "\(address)")
      #expect(!address.hasPrefix("127.") && address != "::1" && !address.hasPrefix("fe80"))
    }
    // IPv4 first.
    let colons = addresses.map { $0.contains(":") }
    #expect(colons == colons.filter { !$0 } + colons.filter { $0 })
  }
}
