import Foundation

/// A program that has run, and what it said.
struct Command {
  let status: Int32
  let output: Data
  let errors: String
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs the program and waits for it, `timeout` seconds at most; then it is ended and this throws.
  static func run(
    _ path: String, _ arguments: [String] = [], in folder: URL? = nil, input: String = "",
    timeout: Double = 30
  ) throws -> Command {
    let place = try Folder()
    let files = ["in", "out", "err"].map { place.url.appending(path: $0) }
    try Data(input.utf8).write(to: files[0])
    try Data().write(to: files[1])
    try Data().write(to: files[2])
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? place.url
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    let end = Date(timeIntervalSinceNow: timeout)
    while process.isRunning {
      guard Date() < end else {
        kill(process.processIdentifier, SIGKILL)
        throw Complaint("\(path) \(arguments) did not end within \(timeout) s")
      }
      usleep(2000)
    }
    return Command(
      status: process.terminationStatus, output: try Data(contentsOf: files[1]),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }
}

/// A folder with a blank in its name, which goes away with this object.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "night stand \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
