public import Foundation
internal import Glibc

/// A real nginx on the loopback that serves a folder, and keeps connections open as web servers do.
public final class Nginx {
  /// Debian puts it where only root's PATH looks.
  private static let path = Tools.path(of: "nginx") ?? "/usr/sbin/nginx"
  public static let isThere = FileManager.default.isExecutableFile(atPath: path)

  public let port: Int
  /// What it serves.
  public let folder: URL
  private let place: URL
  private var server: RunningProgram?

  public init() throws {
    place = try Tools.makeFolder()
    folder = place.appendingPathComponent("pages")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    port = try LoopbackPort.free()
    let work = ["body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0 == "body" ? "client_body" : $0)_temp_path \(place.path)/\($0);"
    }
    // One process, so that ending it ends all of it.
    let configuration = """
      daemon off; master_process off; pid \(place.path)/pid; error_log stderr crit;
      \(getuid() == 0 ? "user root;" : "")
      events { worker_connections 64; }
      http {
        types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; audio/mpeg mp3; video/mp4 m4s mp4; }
        access_log off; keepalive_timeout 30; \(work.joined(separator: " "))
        server { listen 127.0.0.1:\(port); root \(folder.path); }
      }
      """
    try configuration.write(
      to: place.appendingPathComponent("nginx.conf"), atomically: true, encoding: .utf8)
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: place)
  }

  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  public func start() throws {
    server = try RunningProgram(
      Nginx.path, ["-p", place.path, "-c", place.appendingPathComponent("nginx.conf").path])
    for _ in 0..<200 {
      if Tools.run("curl", ["-s", "-m", "1", "-o", "/dev/null", url("/")]) != nil { return }
      usleep(50_000)
    }
    throw RunningProgram.Missing(program: "nginx: \(server?.errorText ?? "")")
  }

  public func stop() {
    server?.signal(SIGKILL)
    _ = server?.exitCode(within: 10)
    server = nil
  }
}
