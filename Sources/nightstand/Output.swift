internal import Formats
internal import Glibc

/// Lines to standard output and standard error.
enum Output {
  static func line(_ text: String) { print(text) }

  static func text(_ text: String) { print(text, terminator: "") }

  static func complain(_ text: String) {
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      // Nobody can be told that standard error is closed.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  static func findings(_ findings: Findings, to line: (String) -> Void) {
    for finding in findings.kept { line(finding.description) }
    if findings.droppedCount > 0 { line("\(findings.file): … and \(findings.droppedCount) more") }
  }

  /// For commands that only print: when the reader of a pipe has gone (`nightstand list | head`) there is
  /// nothing left to do, so the signal may end the process, as it does with every other such command.
  static func endWithReader() { signal(SIGPIPE, SIG_DFL) }

  /// Whether all that was printed has arrived; false on a full disk, for instance.
  static func flush() -> Bool { fflush(nil) == 0 }
}
