import Foundation
import Support

/// Serves a folder of segments, and lists that a test writes: as they are, live, or with misfortunes.
final class SegmentServer: @unchecked Sendable {
  private let lock = NSLock()
  private var pages: [String: [UInt8]] = [:]
  private var server: ScriptedServer?

  /// What is to happen instead of the page; nil: the page.
  typealias Misfortune = @Sendable (_ request: ScriptedServer.Request, _ client: Connection) -> Bool

  init(_ misfortune: @escaping Misfortune = { _, _ in false }) throws {
    server = try ScriptedServer { [weak self] request, client in
      guard let self, !misfortune(request, client) else { return }
      let path = request.path.split(separator: "?").first.map { String($0) } ?? ""
      guard let page = lock.withLock({ self.pages[path] }) else {
        return client.respond(Array("gone".utf8), status: "404 Not Found", type: "text/plain")
      }
      guard let range = request.headers["range"]?.dropFirst("bytes=".count) else {
        return client.respond(page, type: "application/octet-stream")
      }
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard ends.count == 2, ends[0] < page.count else {
        return client.respond([UInt8](), status: "416 Range Not Satisfiable")
      }
      client.respond(page[ends[0]...min(ends[1], page.count - 1)], status: "206 Partial Content")
    }
  }

  deinit { server?.stop() }

  func url(_ path: String) -> String { server?.url(path) ?? "" }

  /// Paths in the order in which they were asked for.
  var asked: [String] { server?.requests.map(\.path) ?? [] }

  subscript(path: String) -> [UInt8] {
    get { lock.withLock { pages[path] ?? [] } }
    set { lock.withLock { pages[path] = newValue } }
  }

  /// The files under `/`; the list as `list.m3u8`.
  func add(_ files: SegmentFiles) {
    for name in Set(files.names + ["list.m3u8", "init.mp4"]) { self["/" + name] = files[name] }
  }

  func setList(at path: String = "/list.m3u8", _ lines: String...) {
    self[path] = Array((["#EXTM3U"] + lines).joined(separator: "\n").utf8)
  }
}
