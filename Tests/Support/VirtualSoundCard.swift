internal import Foundation
internal import Glibc

/// A sound card that is none: a private sound server whose one output goes nowhere, at the speed of a real one,
/// and can be recorded.
public final class VirtualSoundCard {
  /// Whether the server and its recorder are installed.
  public static let isAvailable = Tools.has("pulseaudio", "parec")

  public struct NotStarted: Error {}

  private let folder = NSTemporaryDirectory() + "card-\(UUID().uuidString)"
  private let isOfThisProcess: Bool
  /// What a program needs whose default device it is to be.
  public var environment: [String: String] { ["ALSA_CONFIG_PATH": folder + "/alsa.conf"] }

  private var server: ChildProcess?
  private var recorder: ChildProcess?

  /// - Parameter isOfThisProcess: ALSA's default device of this process leads to it: for one test at a time.
  public init(isOfThisProcess: Bool = true) throws {
    self.isOfThisProcess = isOfThisProcess
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let configuration = """
      </usr/share/alsa/alsa.conf>
      pcm.!default { type pulse server "unix:\(folder)/sock" }
      ctl.!default { type pulse server "unix:\(folder)/sock" }

      """
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder + "/alsa.conf"))
    if isOfThisProcess { setenv("ALSA_CONFIG_PATH", folder + "/alsa.conf", 1) }
    server = launch(
      "pulseaudio -n --daemonize=no --exit-idle-time=-1 --disallow-exit "
        + "-L 'module-null-sink sink_name=out rate=44100' "
        + "-L 'module-native-protocol-unix socket=\(folder)/sock auth-anonymous=1' >/dev/null")
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: folder + "/sock") {
      Thread.sleep(forTimeInterval: 0.01)
    }
    guard FileManager.default.fileExists(atPath: folder + "/sock") else { throw NotStarted() }
  }

  deinit {
    recorder?.kill()
    server?.kill()
    if isOfThisProcess { unsetenv("ALSA_CONFIG_PATH") }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// With a home of its own, so that it neither finds nor leaves anything elsewhere.
  private func launch(_ command: String) -> ChildProcess? {
    ChildProcess("env", ["HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "sh", "-c", "exec \(command)"])
  }

  /// Begins to record what a listener would hear: 44.1 kHz, stereo, 16 bit.
  public func record() throws {
    let path = folder + "/heard.pcm"
    // Of an earlier recording.
    try? FileManager.default.removeItem(atPath: path)
    recorder = launch(
      "parec -s 'unix:\(folder)/sock' -d out.monitor --raw --format=s16le --rate=44100 --channels=2 "
        + "--latency-msec=50 >'\(path)'")
    // Until the first silence has arrived.
    for _ in 0..<500 where (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 == 0
    {
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Ends the recording: the left channel, −1…1.
  public func heard() throws -> [Float] {
    Thread.sleep(forTimeInterval: 0.4)
    recorder?.kill()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/heard.pcm")))
    return stride(from: 0, to: bytes.count - 3, by: 4).map {
      Float(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)) / 32_768
    }
  }
}
