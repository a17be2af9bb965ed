internal import Glibc

/// What a shell does with a program that stops itself: it notices, has the terminal in its usual modes, and lets
/// the program go on in the foreground. 0: all of that went well, and the program ended with `expected`.
func runAsShell(_ arguments: [String], expected: Int32) -> Int32 {
  signal(SIGTTOU, SIG_IGN)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  var defaults = sigset_t()
  sigemptyset(&defaults)
  var unblocked = defaults
  sigaddset(&defaults, SIGTTOU)
  posix_spawnattr_setsigdefault(&attributes, &defaults)
  posix_spawnattr_setsigmask(&attributes, &unblocked)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
  var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  var environment: [UnsafeMutablePointer<CChar>?] = [strdup("TERM=xterm"), nil]
  var child = pid_t()
  guard posix_spawn(&child, arguments[0], nil, &attributes, &pointers, &environment) == 0 else { return 10 }

  var stops = 0
  while true {
    // The first time, and each time that it may go on, the program has the terminal.
    tcsetpgrp(STDIN_FILENO, child)
    kill(-child, SIGCONT)
    var status: Int32 = 0
    guard waitpid(child, &status, WUNTRACED) == child else { return 11 }
    if status & 0xFF != 0x7F {
      return stops == 1 && status == expected << 8 ? 0 : 12
    }
    tcsetpgrp(STDIN_FILENO, getpgrp())
    // It may have touched the terminal before it had it: that is no stop of its own.
    guard status >> 8 == SIGTSTP else { continue }
    stops += 1
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0, modes.c_lflag & UInt32(ECHO | ICANON) == UInt32(ECHO | ICANON)
    else { return 13 }
  }
}
