import Core
import Linux
import Testing

@testable import Runtime

@Suite struct LinkStateTests {
  @Test func whatIsMissingFirstIsTold() {
    var links = NetworkLinks()
    #expect(LinkState(links) == .noNetwork)
    links.hasWiFi = true
    #expect(LinkState(links) == .noWiFi)
    links.isConnected = true
    links.routes = []
    #expect(LinkState(links) == .noAddress)
    links.addresses = ["192.168.1.20"]
    #expect(LinkState(links) == .noRoute)
    links.routes = ["wlan0 0101A8C0"]
    #expect(LinkState(links) == .ready)
    // A kernel that does not tell its routes is not held against the network.
    links.routes = nil
    #expect(LinkState(links) == .ready)
  }
}
