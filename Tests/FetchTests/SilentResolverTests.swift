import Fetch
import Foundation
import Linux
import Support
import Testing

/// The name server takes questions and never answers.
@Suite struct SilentResolverTests {
  /// What the thread with the silent name server saw.
  final class Result: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    var obstacle: String?
    var wasAsked = false
    var cancelSeconds = 0.0
    var turnSeconds = 0.0
    var calls = 0
  }

  @Test(.enabled(if: getuid() == 0, "needs root, for a name server of its own"))
  func cancelDuringALookUpReturnsAtOnce() throws {
    let folder = try Tools.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = Result()
    // A mount namespace belongs to a thread, and the threads that it starts (libcurl's) inherit it.
    Thread.detachNewThread {
      do {
        try Self.look(result, folder)
      } catch {
        result.obstacle = "\(error)"
      }
      result.done.signal()
    }
    #expect(result.done.wait(timeout: .now() + 30) == .success)
    if let obstacle = result.obstacle {
      print("silent name server not tried: \(obstacle)")
      return
    }
    #expect(result.wasAsked)
    #expect(result.calls == 0)
    #expect(result.cancelSeconds < 1)
    #expect(result.turnSeconds < 1)
  }

  private static func look(_ result: Result, _ folder: URL) throws {
    let address = "127.53.\(UInt8.random(in: 1...250)).\(UInt8.random(in: 1...250))"
    guard let socket = nameServerSocket(address) else {
      result.obstacle = "port 53 is taken"
      return
    }
    defer { close(socket) }
    let file = folder.appendingPathComponent("resolv.conf").path
    try "nameserver \(address)\noptions timeout:5 attempts:2\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    guard hide(file, over: "/etc/resolv.conf") else {
      result.obstacle = "no mount namespace here"
      return
    }
    let loop = try EventLoop()
    let fetch = try Fetch(loop: loop, userAgent: "Nightstand/test")
    let recorder = Recorder()
    let id = fetch.start(FetchRequest(url: "http://station.example/live"), recorder)
    var question = [UInt8](repeating: 0, count: 512)
    result.wasAsked = try Tools.turn(loop) { recv(socket, &question, 512, Int32(MSG_DONTWAIT)) > 0 }
    let before = MonotonicClock.now()
    fetch.cancel(id)
    let between = MonotonicClock.now()
    try loop.turn(patience: .milliseconds(10))
    result.cancelSeconds =
      Double((between - before).components.attoseconds) / 1e18
      + Double((between - before).components.seconds)
    let turned = MonotonicClock.now() - between
    result.turnSeconds = Double(turned.components.attoseconds) / 1e18 + Double(turned.components.seconds)
    result.calls = recorder.callCount
  }

  private static func nameServerSocket(_ address: String) -> Int32? {
    let number = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(53).bigEndian
    name.sin_addr.s_addr = inet_addr(address)
    let isBound = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound else {
      close(number)
      return nil
    }
    return number
  }

  /// For this thread and those that it starts, `path` reads as `file`. The calls are looked up by name, since
  /// Swift's Glibc module lacks them.
  private static func hide(_ file: String, over path: String) -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    typealias Mount =
      @convention(c) (
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt, UnsafeRawPointer?
      ) -> Int32
    guard let unshareSymbol = dlsym(nil, "unshare"), let mountSymbol = dlsym(nil, "mount") else {
      return false
    }
    let unshare = unsafeBitCast(unshareSymbol, to: Unshare.self)
    let mount = unsafeBitCast(mountSymbol, to: Mount.self)
    let newMounts: Int32 = 0x20000
    let privateRecursive: UInt = 1 << 18 | 1 << 14
    let bind: UInt = 1 << 12
    return unshare(newMounts) == 0 && mount("none", "/", nil, privateRecursive, nil) == 0
      && mount(file, path, nil, bind, nil) == 0
  }
}
