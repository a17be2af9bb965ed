import Glibc
import Linux

/// The crashing program, in a session of its own with the pseudo terminal as its controlling one.
final class ChildProgram {
  enum End: Hashable {
    case exit(Int32)
    case signal(Int32)
  }

  let process: pid_t
  private var isWaited = false

  init(_ way: String, on terminal: PseudoTerminal) throws {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads that tests run on have most signals blocked, and a child would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // POSIX_SPAWN_SETSID (0x80) is a GNU extension that Swift does not see.
    posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let arguments = [ChildProgram.path, way]
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("TERM=xterm"), nil]
    defer { for pointer in environment { free(pointer) } }
    var started = pid_t()
    let code = posix_spawn(&started, arguments[0], &actions, &attributes, &pointers, &environment)
    guard code == 0 else { throw SystemError("posix_spawn", code: code) }
    process = started
  }

  deinit {
    guard !isWaited else { return }
    kill(process, SIGKILL)
    _ = end()
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for the end, which comes by SIGKILL after 20 s.
  func end() -> End {
    var status: Int32 = 0
    var turn = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      turn += 1
      if turn == 2_000 { kill(process, SIGKILL) }
      usleep(10_000)
    }
    isWaited = true
    return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  /// Built beside the tests.
  private static var path: String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/TerminalCrash"
  }
}
