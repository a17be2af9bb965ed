internal import Foundation
internal import Glibc

/// An HTTP server for tests on 127.0.0.1, at a port of its own. What it sends is up to a script, byte by byte: it
/// has no manners but those of the script. Each connection has a thread.
public final class ScriptedServer: @unchecked Sendable {
  public struct Request: Sendable {
    public var method = ""
    /// With its query, as it was sent.
    public var path = ""
    /// Names in lower case.
    public var headers: [String: String] = [:]
  }

  public typealias Script = @Sendable (Request, Connection) -> Void

  public let port: Int
  private let listener: Int32
  private let script: Script
  private let lock = NSLock()
  private var isStopping = false
  private var seenRequests: [Request] = []
  private var connections: [Connection] = []
  private var connectionsMade = 0

  public init(_ script: @escaping Script) throws {
    self.script = script
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    guard listener >= 0, isBound else { throw CocoaError(.fileNoSuchFile) }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [self] in accept() }
  }

  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  public var requests: [Request] { lock.withLock { seenRequests } }

  public var connectionCount: Int { lock.withLock { connectionsMade } }

  /// Ends all connections; the threads leave by themselves.
  public func stop() {
    let open = lock.withLock {
      isStopping = true
      return connections
    }
    shutdown(listener, Int32(SHUT_RDWR))
    open.forEach { $0.end() }
  }

  private func accept() {
    while true {
      let number = Glibc.accept(listener, nil, nil)
      guard number >= 0 else { break }
      let connection = Connection(number)
      let isWanted = lock.withLock {
        connectionsMade += 1
        if !isStopping { connections.append(connection) }
        return !isStopping
      }
      guard isWanted else {
        connection.close()
        continue
      }
      Thread.detachNewThread { [self] in
        if let request = connection.readRequest() {
          lock.withLock { seenRequests.append(request) }
          script(request, connection)
        }
        lock.withLock { connections.removeAll { $0 === connection } }
        connection.close()
      }
    }
    Glibc.close(listener)
  }
}
