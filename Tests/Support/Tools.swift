public import Foundation
public import Linux

/// Programs that tests call, and the loop that they turn.
public enum Tools {
  /// The path of `program`, or nil.
  public static func path(of program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  public static func has(_ programs: String...) -> Bool { programs.allSatisfy { path(of: $0) != nil } }

  /// Runs a program to its end and returns its standard output; nil where it is missing or failed.
  @discardableResult
  public static func run(_ program: String, _ arguments: [String], in folder: URL? = nil) -> [UInt8]? {
    guard let child = ChildProcess(program, arguments, in: folder?.path) else { return nil }
    let bytes = child.readAll()
    return child.wait() == 0 ? bytes : nil
  }

  /// Turns `loop` until `isDone`, at most `seconds`. True: it was done.
  @discardableResult
  public static func turn(_ loop: EventLoop, seconds: Double = 20, until isDone: () -> Bool) throws -> Bool {
    let end = MonotonicClock.now() + .seconds(seconds)
    while !isDone() {
      guard MonotonicClock.now() < end else { return false }
      try loop.turn(patience: .milliseconds(20))
    }
    return true
  }

  /// How many random inputs a fuzz test tries: `count`, times what NIGHTSTAND_FUZZ says.
  public static func fuzzCount(_ count: Int) -> Int {
    count * (ProcessInfo.processInfo.environment["NIGHTSTAND_FUZZ"].flatMap { Int($0) } ?? 1)
  }

  /// A new folder under the system's temporary one; the caller removes it.
  public static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "nightstand-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

extension SeededRandom {
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
