internal import Glibc

/// Exit statuses, as in sysexits.h where it has one.
enum ExitStatus {
  static let usage: Int32 = 2
  static let outputFailed: Int32 = 74
}

func perform(_ command: Command) -> Int32 {
  switch command {
  case .run(let options): return RunCommand(options).perform()
  case .runActions:
    Output.endWithReader()
    Output.text(ActionHelp.text)
    return 0
  case .play(let options): return PlayCommand(options).perform()
  case .check(let path):
    Output.endWithReader()
    return CheckCommand.run(path)
  case .list(let options):
    Output.endWithReader()
    return ListCommand.run(options)
  case .board(let options):
    Output.endWithReader()
    return BoardCommand(options: options).perform()
  case .help(let topic):
    Output.endWithReader()
    Output.text(topic.text)
    return 0
  case .version:
    Output.line("nightstand \(Version.text)")
    return 0
  }
}

do {
  let status = perform(try Arguments.parse(Array(CommandLine.arguments.dropFirst())))
  guard Output.flush() else {
    Output.complain("nightstand: standard output cannot be written")
    exit(ExitStatus.outputFailed)
  }
  exit(status)
} catch {
  Output.complain("nightstand: \(error)\nTry: nightstand --help")
  exit(ExitStatus.usage)
}
