public import Foundation
internal import Linux
internal import Synchronization

/// A program under test, or one that tests need: what it prints is kept line by line with the instant at which
/// it came. It is ended, by its own number, when the object goes.
public final class RunningProgram: Sendable {
  public struct Line: Sendable {
    /// Since the program was started.
    public let seconds: Double
    public let text: String
  }

  private struct Heard {
    var lines: [Line] = []
    var rest: [UInt8] = []
    var errors = Data()
    var isAtEnd = false
  }

  private let process = Process()
  private let input = Pipe()
  private let heard = Mutex(Heard())
  private let start = MonotonicClock.now()

  /// - Parameter program: a path, or a name that is looked up in PATH.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], folder: URL? = nil
  ) throws {
    guard let path = program.contains("/") ? program : Tools.path(of: program) else {
      throw CocoaError(.fileNoSuchFile)
    }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = input
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    output.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      self?.take(data)
    }
    errors.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      self?.heard.withLock { $0.errors.append(data) }
    }
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  private func take(_ data: Data) {
    let seconds =
      Double((MonotonicClock.now() - start).components.attoseconds) / 1e18
      + Double((MonotonicClock.now() - start).components.seconds)
    heard.withLock { heard in
      guard !data.isEmpty else {
        heard.isAtEnd = true
        return
      }
      heard.rest += data
      while let end = heard.rest.firstIndex(of: UInt8(ascii: "\n")) {
        heard.lines.append(Line(seconds: seconds, text: String(decoding: heard.rest[..<end], as: UTF8.self)))
        heard.rest.removeSubrange(...end)
      }
    }
  }

  public var processIdentifier: Int32 { process.processIdentifier }
  public var lines: [Line] { heard.withLock { $0.lines } }
  public var errorText: String { heard.withLock { String(decoding: $0.errors, as: UTF8.self) } }
  public var isRunning: Bool { process.isRunning }

  /// Each line of output that is a JSON object.
  public var events: [[String: Any]] {
    lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.text.utf8)) as? [String: Any] }
  }

  /// Writes a line to its standard input.
  public func say(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  public func closeInput() { try? input.fileHandleForWriting.close() }

  public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits until a line satisfies `isWanted`; nil after `seconds`.
  public func line(within seconds: Double = 20, where isWanted: (String) -> Bool) -> Line? {
    let end = MonotonicClock.now() + .milliseconds(Int(seconds * 1_000))
    while true {
      if let line = lines.first(where: { isWanted($0.text) }) { return line }
      guard MonotonicClock.now() < end, !heard.withLock({ $0.isAtEnd }) || process.isRunning else {
        return nil
      }
      usleep(5_000)
    }
  }

  /// Its exit code, or minus the signal that ended it; nil where it still runs after `seconds`.
  public func exitCode(within seconds: Double = 30) -> Int32? {
    let end = MonotonicClock.now() + .milliseconds(Int(seconds * 1_000))
    while process.isRunning || !heard.withLock({ $0.isAtEnd }) {
      guard MonotonicClock.now() < end else { return nil }
      usleep(5_000)
    }
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }
}

extension RunningProgram {
  /// The radio itself, built beside the tests.
  public static func nightstand(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> RunningProgram {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let radio = tests.deletingLastPathComponent().appendingPathComponent("nightstand")
    return try RunningProgram(radio.path, arguments, environment: environment)
  }
}
