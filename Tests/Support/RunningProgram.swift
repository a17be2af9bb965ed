internal import Foundation
internal import Linux
internal import Synchronization

/// A program under test, or one that tests need: what it prints is kept line by line with the instant at which
/// it came. It is ended when the object goes.
public final class RunningProgram: @unchecked Sendable {
  public struct Line: Sendable {
    /// Since the program was started.
    public let seconds: Double
    public let text: String
  }

  private struct Heard {
    var lines: [Line] = []
    var status: Int32?
  }

  public struct Missing: Error {
    public let program: String
  }

  private let child: ChildProcess
  private let heard = Mutex(Heard())
  private let errorFile = NSTemporaryDirectory() + "nightstand-\(UUID().uuidString).err"

  /// - Parameter program: a path, or a name that is looked up in PATH.
  public init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    guard let child = ChildProcess(program, arguments, environment: environment, errors: errorFile) else {
      throw Missing(program: program)
    }
    self.child = child
    let start = MonotonicClock.now()
    // It holds the child, not this object, so that the object's end can end the child.
    let take: @Sendable ([Line], Int32?) -> Void = { [weak self] lines, status in
      self?.heard.withLock {
        $0.lines += lines
        $0.status = $0.status ?? status
      }
    }
    Thread.detachNewThread { RunningProgram.follow(child, since: start, take) }
  }

  deinit {
    child.signal(SIGKILL)
    try? FileManager.default.removeItem(atPath: errorFile)
  }

  private static func follow(
    _ child: ChildProcess, since start: Duration, _ take: @Sendable ([Line], Int32?) -> Void
  ) {
    var rest: [UInt8] = []
    while let bytes = child.read() {
      let (seconds, attoseconds) = (MonotonicClock.now() - start).components
      let time = Double(seconds) + Double(attoseconds) / 1e18
      rest += bytes
      var lines: [Line] = []
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(Line(seconds: time, text: String(decoding: rest[..<end], as: UTF8.self)))
        rest.removeSubrange(...end)
      }
      take(lines, nil)
    }
    take([], child.wait())
  }

  public var processIdentifier: Int32 { child.number }
  public var lines: [Line] { heard.withLock { $0.lines } }
  public var isRunning: Bool { heard.withLock { $0.status == nil } }
  public var errorText: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

  /// Each line of output that is a JSON object, with the seconds at which it came under "came".
  public var events: [[String: Any]] {
    lines.compactMap { line in
      var object = try? JSONSerialization.jsonObject(with: Data(line.text.utf8)) as? [String: Any]
      object?["came"] = line.seconds
      return object
    }
  }

  /// Writes a line to its standard input.
  public func say(_ line: String) { child.write(line + "\n") }

  public func signal(_ number: Int32) { child.signal(number) }

  /// Waits until a line contains `part`; nil after `seconds`.
  public func line(containing part: String, within seconds: Double = 20) -> Line? {
    let end = MonotonicClock.now() + .milliseconds(Int(seconds * 1_000))
    while true {
      let isLast = !isRunning || MonotonicClock.now() >= end
      if let line = lines.first(where: { $0.text.contains(part) }) { return line }
      guard !isLast else { return nil }
      usleep(5_000)
    }
  }

  /// Its exit code, or minus the signal that ended it; nil where it still runs after `seconds`.
  public func exitCode(within seconds: Double = 30) -> Int32? {
    let end = MonotonicClock.now() + .milliseconds(Int(seconds * 1_000))
    while MonotonicClock.now() < end {
      if let status = heard.withLock({ $0.status }) { return status }
      usleep(5_000)
    }
    return nil
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
