internal import Foundation
internal import Glibc

/// Ports of 127.0.0.1.
public enum LoopbackPort {
  /// A port that nobody listens on at this moment.
  public static func free() throws -> Int {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard number >= 0 else { throw CocoaError(.fileReadUnknown) }
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
        bind(number, plain, length) == 0 && getsockname(number, plain, &length) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileReadUnknown) }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
