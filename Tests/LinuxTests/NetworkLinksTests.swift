import Glibc
import Support
import Testing

@testable import Linux

@Suite struct NetworkLinksTests {
  @Test func routesToEverywhere() {
    let table = """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
      wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
      wlan0\t0001A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0
      eth0\t00000000\t0201A8C0\t0002\t0\t0\t600\t00000000\t0\t0\t0
      eth1\t00000000\t0201A8C0\t0203\t0\t0\t600\t00000000\t0\t0\t0
      half\t00000000
      """
    #expect(NetworkLinks.defaultRoutes4(Array(table.utf8)) == ["wlan0 0101A8C0"])
  }

  @Test func routesToEverywhereBySix() {
    let none = String(repeating: "0", count: 32)
    let gateway = "fe80" + String(repeating: "0", count: 27) + "1"
    let table = """
      \(none) 00 \(none) 00 \(gateway) 00000400 00000001 00000000 00450003    wlan0
      20010db8000000000000000000000000 40 \(none) 00 \(none) 00000100 00000001 00000000 00000001    wlan0
      \(none) 00 \(none) 00 \(none) ffffffff 00000001 00000000 00200200       lo
      half
      """
    #expect(NetworkLinks.defaultRoutes6(Array(table.utf8)) == ["wlan0 \(gateway)"])
  }

  @Test func theStateIsToldAtTheStart() throws {
    let loop = try EventLoop()
    var told: [(NetworkLinks, Bool)] = []
    let changes = try NetworkChanges(loop: loop) { told.append(($0, $1)) }
    defer { withExtendedLifetime(changes) {} }
    #expect(try Tools.turn(loop) { !told.isEmpty })
    #expect(told.first?.1 == false)
  }

  @Test func theClockIsWatched() throws {
    let loop = try EventLoop()
    var count = 0
    let watch = try ClockWatch(loop: loop) { count += 1 }
    defer { withExtendedLifetime(watch) {} }
    // Nobody sets it here: a descriptor that is always ready would show.
    for _ in 0..<3 { try loop.turn(patience: .milliseconds(1)) }
    #expect(count == 0)
    #expect(WallClock.now() > 1_700_000_000)
  }
}
