/// The options and operands of one command. `--name value` and `--name=value` are the same, `--` ends the
/// options, and of an option that is given twice the last one counts.
struct ArgumentScan {
  private(set) var values: [String: String] = [:]
  private(set) var flags: Set<String> = []
  private(set) var operands: [String] = []
  /// `--help` was there. It stands before all complaints about what is missing.
  private(set) var wantsHelp = false

  /// Longest run that can be asked for, in seconds: ten years.
  static let secondsMax = 315_360_000.0

  init(_ arguments: [String], valued: Set<String>, flags known: Set<String>) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      if argument == "--help" || argument == "-h" {
        wantsHelp = true
        continue
      }
      // A lone "-" is an operand, as elsewhere.
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      guard argument.hasPrefix("--") else { throw UsageError("unknown option \(argument)") }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      if known.contains(name) {
        guard parts.count == 1 else { throw UsageError("--\(name) takes no value") }
        flags.insert(name)
      } else if valued.contains(name) {
        var value = parts.count == 2 ? String(parts[1]) : ""
        if parts.count == 1, let next = rest.first, !next.hasPrefix("--") {
          value = next
          rest = rest.dropFirst()
        }
        guard !value.isEmpty else { throw UsageError("--\(name) needs a value") }
        values[name] = value
      } else {
        throw UsageError("unknown option --\(name)")
      }
    }
  }

  func onlyOperand(_ what: String) throws(UsageError) -> String {
    guard let first = operands.first, !first.isEmpty else { throw UsageError("\(what) is missing") }
    guard operands.count == 1 else { throw UsageError("unexpected argument \(operands[1])") }
    return first
  }

  /// A number of seconds, whole or with a decimal point. Nil: not given.
  func duration(_ name: String) throws(UsageError) -> Duration? {
    guard let text = values[name] else { return nil }
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, let seconds = Double(text), seconds <= ArgumentScan.secondsMax else {
      throw UsageError("--\(name) needs a number of seconds, not \(text)")
    }
    return .milliseconds(Int64((seconds * 1_000).rounded()))
  }
}
