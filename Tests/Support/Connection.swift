public import Foundation
internal import Glibc

/// One connection of a `ScriptedServer`, from the script's thread.
public final class Connection: @unchecked Sendable {
  private let number: Int32
  private let lock = NSLock()
  private var isClosed = false

  init(_ number: Int32) {
    self.number = number
    // So that each send travels alone, as far as the kernel allows.
    var one: Int32 = 1
    setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
  }

  /// False: the client is gone.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>, each: Int? = nil, gap: TimeInterval = 0) -> Bool {
    let all = Array(bytes)
    var index = 0
    while index < all.count {
      let end = min(all.count, index + (each ?? all.count))
      while index < end {
        let sent = all[index..<end].withUnsafeBytes {
          Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent > 0 else { return false }
        index += sent
      }
      if gap > 0, !wait(gap) { return false }
    }
    return true
  }

  @discardableResult
  public func send(_ text: String, each: Int? = nil, gap: TimeInterval = 0) -> Bool {
    send(Array(text.utf8), each: each, gap: gap)
  }

  /// A whole response with a Content-Length.
  public func respond(
    _ body: some Collection<UInt8>, status: String = "200 OK", type: String? = "audio/mpeg",
    headers: [String] = []
  ) {
    var head = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"] + headers
    if let type { head.append("Content-Type: \(type)") }
    send(head.joined(separator: "\r\n") + "\r\n\r\n")
    send(body)
  }

  /// A redirect.
  public func redirect(_ status: String = "302 Found", to location: String) {
    respond(
      Array("<html>moved</html>".utf8), status: status, type: "text/html", headers: ["Location: \(location)"])
  }

  /// Waits. False: the client is gone, or the server stops.
  @discardableResult
  public func wait(_ seconds: TimeInterval) -> Bool {
    var poll = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, Int32(seconds * 1_000)) > 0 else { return true }
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  /// Sends nothing more, but stays open until the client goes (or a minute has passed).
  public func hold() { wait(60) }

  /// Breaks the connection with a reset instead of an orderly end.
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(number, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    close()
  }

  func end() {
    lock.withLock { if !isClosed { shutdown(number, Int32(SHUT_RDWR)) } }
  }

  func close() {
    lock.withLock {
      if !isClosed { Glibc.close(number) }
      isClosed = true
    }
  }

  /// The head of a request, at most 64 KiB.
  func readRequest() -> ScriptedServer.Request? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard head.count < 65_536, recv(number, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2 else { return nil }
    var request = ScriptedServer.Request(method: String(words[0]), path: String(words[1]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      request.headers[line[..<colon].lowercased()] = value
    }
    return request
  }
}
