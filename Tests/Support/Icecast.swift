public import Foundation
internal import Glibc

/// A real icecast2 on a free port of the loopback, fed with an MP3 file over and over at its own pace by
/// ffmpeg, which does not encode anew.
public final class Icecast {
  public private(set) var port = 0
  public var url: String { url("/live.mp3") }
  private let folder: URL
  private var server: RunningProgram?
  private var source: RunningProgram?

  /// Nil: the programs are not installed, or the server did not come up.
  public init?(burstBytes: Int = 65_536) throws {
    guard Tools.has("icecast2", "ffmpeg", "curl") else { return nil }
    folder = try Tools.makeFolder()
    // Icecast refuses to run as root, and changes to a user that must be able to read its folder.
    chmod(folder.path, 0o755)
    // A port that was free may be another test's by the time the server asks for it.
    for _ in 0..<3 where try start(burstBytes: burstBytes) { return }
    return nil
  }

  private func start(burstBytes: Int) throws -> Bool {
    port = try LoopbackPort.free()
    server?.signal(SIGKILL)
    let changeOwner =
      getuid() == 0 ? "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" : ""
    let configuration = """
      <icecast>
        <limits><clients>50</clients><sources>2</sources><burst-size>\(burstBytes)</burst-size>
          <queue-size>524288</queue-size></limits>
        <authentication><source-password>radio</source-password><admin-user>admin</admin-user>
          <admin-password>radio</admin-password></authentication>
        <hostname>127.0.0.1</hostname>
        <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
        <paths><basedir>/usr/share/icecast2</basedir><logdir>\(folder.path)</logdir>
          <webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
        <logging><accesslog>-</accesslog><errorlog>-</errorlog><loglevel>2</loglevel></logging>
        <security><chroot>0</chroot>\(changeOwner)</security>
      </icecast>
      """
    let file = folder.appendingPathComponent("icecast.xml")
    try configuration.write(to: file, atomically: true, encoding: .utf8)
    chmod(file.path, 0o644)
    server = try RunningProgram("icecast2", ["-c", file.path])
    return answers("/status.xsl", within: 10)
  }

  deinit {
    source?.signal(SIGKILL)
    server?.signal(SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts to feed `file`; false where the server does not get it.
  public func feed(_ file: URL) throws -> Bool {
    source = try RunningProgram(
      "ffmpeg",
      [
        "-nostdin", "-loglevel", "error", "-re", "-stream_loop", "-1", "-i", file.path, "-c", "copy", "-f",
        "mp3",
        "-write_xing", "0", "-id3v2_version", "0", "-content_type", "audio/mpeg", "-ice_name", "Café Test",
        "-ice_genre", "Test", "icecast://source:radio@127.0.0.1:\(port)/live.mp3"
      ])
    return answers("/live.mp3", within: 10)
  }

  /// Starts to send `file` as it is, once, at a pace; false where the server does not get it.
  /// - Parameter mount: the path under which it is heard.
  public func send(_ file: URL, to mount: String, type: String, bytesPerSecond: Int) throws -> Bool {
    source = try RunningProgram(
      "curl",
      [
        "-s", "-u", "source:radio", "-H", "Content-Type: \(type)", "-H", "Expect:", "-H",
        "Ice-Name: Café Test", "--limit-rate", "\(bytesPerSecond)", "-T", file.path, url(mount)
      ])
    return answers(mount, within: 10)
  }

  public func url(_ mount: String) -> String { "http://127.0.0.1:\(port)\(mount)" }

  /// Ends the source: listeners are cut off.
  public func cutSource() {
    source?.signal(SIGKILL)
    source = nil
  }

  public func setTitle(_ title: String) {
    let song = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    Tools.run(
      "curl",
      [
        "-s", "-u", "admin:radio",
        "http://127.0.0.1:\(port)/admin/metadata?mode=updinfo&charset=UTF-8&mount=/live.mp3&song=\(song)"
      ])
  }

  private func answers(_ path: String, within seconds: Int) -> Bool {
    for _ in 0..<(seconds * 10) {
      let code = Tools.run(
        "curl",
        [
          "-s", "-o", "/dev/null", "-m", "1", "-w", "%{http_code}", "-r", "0-1",
          "http://127.0.0.1:\(port)\(path)"
        ])
      // A stream does not end within the second, so curl itself fails; the status is what counts.
      if let code, String(decoding: code, as: UTF8.self).hasPrefix("2") { return true }
      if path != "/status.xsl", isMounted(path) { return true }
      usleep(100_000)
    }
    return false
  }

  private func isMounted(_ mount: String) -> Bool {
    let status = Tools.run("curl", ["-s", "-m", "2", "http://127.0.0.1:\(port)/status-json.xsl"])
    return String(decoding: status ?? [], as: UTF8.self).contains(mount)
  }
}
