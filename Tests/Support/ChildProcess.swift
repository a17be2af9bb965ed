internal import CLinux
internal import Foundation
internal import Glibc

/// A program with its standard input and output in our hands. Foundation's `Process` needs a run loop to see the
/// end of a child, which the threads that tests run on do not have.
public final class ChildProcess: @unchecked Sendable {
  private static let starting = NSLock()
  private let id: pid_t
  private let input: Int32
  private let output: Int32
  private var status: Int32?

  /// - Parameters:
  ///   - program: a path, or a name that is looked up in PATH; where there is none, nil.
  ///   - environment: set beside the tests' own.
  ///   - errors: the file for its standard error, which is dropped otherwise.
  public init?(
    _ program: String, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:],
    errors: String? = nil
  ) {
    guard let path = program.contains("/") ? program : Tools.path(of: program) else { return nil }
    var inputPipe: [Int32] = [0, 0]
    var outputPipe: [Int32] = [0, 0]
    // Another test's child must not keep these open: close on exec, and no other start in between.
    ChildProcess.starting.lock()
    defer { ChildProcess.starting.unlock() }
    guard makePipe(&inputPipe), makePipe(&outputPipe) else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputPipe[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputPipe[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, errors ?? "/dev/null", O_WRONLY | O_CREAT, 0o600)
    // Swift's Glibc lacks the spawn action that changes the folder, so env(1) does it, which becomes the program.
    let command =
      ["/usr/bin/env"] + (folder.map { ["-C", $0] } ?? []) + environment.map { "\($0)=\($1)" } + [path]
      + arguments
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var id = pid_t()
    let code = posix_spawn(&id, command[0], &actions, nil, &words, environ)
    Glibc.close(inputPipe[0])
    Glibc.close(outputPipe[1])
    input = inputPipe[1]
    output = outputPipe[0]
    self.id = id
    guard code == 0 else {
      status = -1
      Glibc.close(input)
      Glibc.close(output)
      return nil
    }
  }

  public var number: Int32 { id }

  public func signal(_ number: Int32) { if status == nil { Glibc.kill(id, number) } }

  /// Writes to its standard input; what nobody reads any more is dropped.
  public func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
  }

  /// What it prints next; nil at the end.
  public func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(output, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// All that it prints until it closes its output.
  public func readAll() -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return all }
      all.append(contentsOf: buffer[..<count])
    }
  }

  /// The next line of what it prints, without its end.
  public func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while Glibc.read(output, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Closes its input and waits for its end. Its exit code, or minus the signal that ended it.
  @discardableResult
  public func wait() -> Int32 {
    if let status { return status }
    Glibc.close(input)
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) < 0, errno == EINTR {}
    Glibc.close(output)
    let code = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
    status = code
    return code
  }

  /// Ends it, whatever it is doing.
  public func end() { end(by: SIGTERM) }

  /// Ends it even where SIGTERM is blocked: test threads may have it so, and a child inherits that.
  public func kill() { end(by: SIGKILL) }

  private func end(by signal: Int32) {
    guard status == nil else { return }
    Glibc.kill(id, signal)
    wait()
  }

  deinit { end() }
}

private func makePipe(_ ends: inout [Int32]) -> Bool {
  guard pipe(&ends) == 0 else { return false }
  return clinux_fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && clinux_fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0
}
