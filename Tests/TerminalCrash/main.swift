// Takes the terminal on standard output, says "ready" on it, and ends as the first argument says.

internal import Glibc
internal import Linux
internal import Terminal

/// Not optimized, or it would become a loop.
@_optimize(none) func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) &+ depth }

guard CommandLine.arguments.count == 2, let path = Terminal.standardPath else { exit(64) }
let way = CommandLine.arguments[1]
if way == "shell" { exit(runAsShell([CommandLine.arguments[0], "suspend"], expected: 4)) }

// As the radio does it: ends are signals that the loop reads.
var signals = sigset_t()
sigemptyset(&signals)
for number in [SIGTERM, SIGHUP] { sigaddset(&signals, number) }
pthread_sigmask(SIG_BLOCK, &signals, nil)

let terminal = try Terminal(path: path)
_ = terminal.show([TerminalLine("ready", .bold), TerminalLine("a bar", .inverse, isFilled: true)])
let numbers = CommandLine.arguments.map { Int($0) ?? 0 }

switch way {
case "abort": abort()
case "precondition": preconditionFailure("on purpose")
case "index": print(numbers[numbers.count + 7])
case "segmentation": UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 1
case "overflow": print(overflow(numbers.count))
case "thread":
  let thread = try NamedThread("crash") { abort() }
  thread.join()
case "wait":
  var number: Int32 = 0
  sigwait(&signals, &number)
  terminal.close()
  exit(3)
case "kill": while true { pause() }
case "suspend":
  try terminal.suspend()
  _ = terminal.show([TerminalLine("back")])
  while terminal.keys() == .keys([]) { usleep(10_000) }
  terminal.close()
  exit(4)
default: exit(64)
}
