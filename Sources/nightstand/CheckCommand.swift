internal import Formats
internal import Linux

/// `nightstand check FILE|FOLDER`
struct CheckCommand {
  private let line: (String) -> Void
  private var categoryCount = 0
  private var stationCount = 0
  private var errorCount = 0
  private var warningCount = 0

  /// Prints every finding and a summary through `line`. The exit status: 1 if there is any error.
  static func run(_ path: String, line: @escaping (String) -> Void = Output.line) -> Int32 {
    var command = CheckCommand(line: line)
    if FolderListing.isFolder(path) {
      command.checkFolder(path)
    } else {
      command.checkFile(path)
    }
    line(command.summary)
    return command.errorCount > 0 ? 1 : 0
  }

  private init(line: @escaping (String) -> Void) { self.line = line }

  private mutating func checkFolder(_ path: String) {
    let names: [String]
    do {
      names = try FolderListing.names(in: path)
    } catch {
      report(error: "\(error)", file: path)
      return
    }
    // macOS leaves "._categorizedSites.plist" and "__MACOSX" beside the real file, and they come first.
    let known = names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" && KnownFile(name: $0) != nil }
    for name in known {
      let plain = KnownFile.plainName(name)
      let file = Folders.path(path, name)
      if plain.hadText, known.contains(plain.name) {
        var findings = Findings(file: file)
        findings.warning("not looked at, since \(plain.name) is there too")
        report(findings)
      } else {
        checkFile(file)
      }
    }
    if known.isEmpty {
      report(error: "no file of the radio in this folder (categorizedSites.plist …)", file: path)
    }
  }

  private mutating func checkFile(_ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let plain = KnownFile.plainName(name)
    do {
      let bytes = try BoundedRead.file(path, sizeMax: PropertyListLimits.sizeMax)
      if plain.hadText {
        var findings = Findings(file: path)
        findings.warning("Windows added \".txt\"; read as \(plain.name)")
        report(findings)
      }
      let check = KnownFile.check(bytes, file: path, as: KnownFile(name: name))
      categoryCount += check.categoryCount
      stationCount += check.stationCount
      report(check.findings)
    } catch {
      report(error: "\(error)", file: path)
    }
  }

  private mutating func report(_ findings: Findings) {
    errorCount += findings.errorCount
    warningCount += findings.warningCount
    Output.findings(findings, to: line)
  }

  private mutating func report(error: String, file: String) {
    var findings = Findings(file: file)
    findings.error(error)
    report(findings)
  }

  private var summary: String {
    func counted(_ count: Int, _ one: String, _ many: String) -> String {
      "\(count) \(count == 1 ? one : many)"
    }
    return [
      counted(categoryCount, "category", "categories"), counted(stationCount, "station", "stations"),
      counted(errorCount, "error", "errors"), counted(warningCount, "warning", "warnings")
    ].joined(separator: ", ")
  }
}
