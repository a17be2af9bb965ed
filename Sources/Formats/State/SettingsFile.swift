public import Core

/// `settings.plist`, the house's wishes: one flat dict, each key may be left out.
public enum SettingsFile {
  private enum Kind {
    case text, boolean, real
    /// A language by its BCP 47 code.
    case language
    /// The name of a list in the state folder.
    case listName
    case integer(ClosedRange<Int>)
    /// "HH:MM".
    case time
    case word([String])
  }

  private static let resume = ["asBefore", "never", "always"]
  /// In bytes, of the file.
  public static let sizeMax = 1 << 20
  /// In bytes.
  static let textMax = 200
  static let nameMax = 100

  /// All keys of the file. This version does not follow all of them yet, but checks the others too, so that a
  /// slip is found before the version that follows them is there.
  private static let keys: [(name: String, kind: Kind)] = [
    ("revision", .text), ("guestMode", .boolean), ("autoApply", .boolean),
    ("language", .language), ("timeZone", .text), ("clock24", .boolean),
    ("startVolume", .integer(0...100)), ("maximumVolume", .integer(0...100)),
    ("quietVolume", .integer(0...100)), ("quietFrom", .time), ("quietTo", .time),
    ("resumeAtStart", .word(resume)),
    ("alarmVolume", .integer(0...100)), ("alarmFadeIn", .integer(0...3_600)),
    ("alarmSnooze", .integer(1...120)), ("alarmAutoStop", .integer(1...1_440)),
    ("alarmGrace", .integer(0...1_440)), ("secondStation", .text),
    ("alarmBrightness", .integer(0...100)), ("nightBrightness", .integer(0...100)),
    ("wakeOnly", .boolean), ("playerKnob", .word(["volume", "station"])), ("holdTime", .real),
    ("soundCues", .text), ("speech", .text), ("largeText", .boolean),
    ("levelLoudness", .boolean), ("warmNeighbours", .boolean),
    ("stationsFile", .listName), ("recentsFile", .listName), ("favoritesFile", .listName)
  ]

  static func isKey(_ key: String) -> Bool { keys.contains { $0.name == key } }

  /// Nil: damaged or something else. A wrong value costs only its own key.
  public static func read(_ bytes: [UInt8], file: String) -> (settings: HouseSettings?, findings: Findings) {
    var findings = Findings(file: file)
    guard let root = PropertyList.read(bytes, findings: &findings) else { return (nil, findings) }
    return (settings(root, findings: &findings), findings)
  }

  static func settings(_ root: PropertyList, findings: inout Findings) -> HouseSettings? {
    guard case .dictionary(let entries) = root.value else {
      findings.error("\(root.kindName), not a dict of settings", at: root.place)
      return nil
    }
    let fields = Fields(entries, label: "", known: keys.map(\.name), findings: &findings)
    var settings = HouseSettings()
    for (name, kind) in keys {
      guard let node = fields[name] else { continue }
      switch kind {
      case .integer(let range):
        guard let number = integer(node, key: name, range: range, findings: &findings) else { continue }
        if name == "startVolume" { settings.startVolume = number }
        if name == "maximumVolume" { settings.maximumVolume = number }
      case .word(let words):
        guard case .string(let text) = node.value,
          let word = words.first(where: { $0.lowercased() == text.trimmed.lowercased() })
        else {
          findings.error("\(name) must be one of \(words.joined(separator: ", "))", at: node.place)
          continue
        }
        if name == "resumeAtStart" { settings.resumeAtStart = HouseSettings.ResumeAtStart(rawValue: word)! }
        if name == "playerKnob" { settings.playerKnob = HouseSettings.PlayerKnob(rawValue: word)! }
      case .text:
        let text = text(node, key: name, findings: &findings)
        if name == "revision" { settings.revision = text }
      case .language: settings.language = language(node, findings: &findings)
      case .listName:
        guard let list = listName(node, key: name, findings: &findings) else { continue }
        let key: WritableKeyPath<HouseSettings, String> =
          name == "stationsFile" ? \.stationsFile : name == "recentsFile" ? \.recentsFile : \.favoritesFile
        guard !names(of: settings).contains(list.lowercased()) || settings[keyPath: key] == list else {
          findings.error("\(name) is the name of another file of the radio", at: node.place)
          continue
        }
        settings[keyPath: key] = list
      case .boolean:
        check(node, key: name, kind: kind, findings: &findings)
        guard case .boolean(let isOn) = node.value else { continue }
        if name == "levelLoudness" { settings.levelsLoudness = isOn }
        if name == "warmNeighbours" { settings.warmsNeighbors = isOn }
      default: check(node, key: name, kind: kind, findings: &findings)
      }
      if name == "holdTime", let time = holdTime(node, findings: &findings) { settings.holdTime = time }
    }
    return settings
  }

  /// One line, trimmed and bounded; numbers are taken as written ("revision" is often one).
  static func text(_ node: PropertyList, key: String, findings: inout Findings) -> String? {
    switch node.value {
    case .integer(let number): return String(number)
    case .string(let text):
      let line = text.withoutControls.trimmed
      guard line.utf8.count <= textMax else {
        findings.error("\(key) is longer than \(textMax) bytes", at: node.place)
        return nil
      }
      return line.isEmpty ? nil : line
    default:
      findings.error("\(key) is \(node.kindName), not a string", at: node.place)
      return nil
    }
  }

  private static func language(_ node: PropertyList, findings: inout Findings) -> String? {
    guard let code = text(node, key: "language", findings: &findings) else { return nil }
    let parts = code.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard (2...3).contains(parts[0].utf8.count),
      parts[0].utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }),
      parts.allSatisfy({ (1...8).contains($0.utf8.count) })
    else {
      findings.error("language must be a code like en, de or pt-BR", at: node.place)
      return nil
    }
    return parts.joined(separator: "-")
  }

  /// Files of the radio whose names cannot be changed, and those in `settings`, in lower case.
  private static func names(of settings: HouseSettings) -> [String] {
    ["settings.plist", "state.plist", "config.plist", "lastgoodsites.plist"]
      + [settings.stationsFile, settings.recentsFile, settings.favoritesFile].map { $0.lowercased() }
  }

  /// A plain file name: no folder, nothing hidden, no name that a file system or the radio uses otherwise.
  private static func listName(_ node: PropertyList, key: String, findings: inout Findings) -> String? {
    guard let name = text(node, key: key, findings: &findings) else { return nil }
    let isPlain =
      name.utf8.count <= nameMax && name.hasSuffix(".plist") && !name.hasPrefix(".") && name != ".plist"
      && !name.contains { $0 == "/" || $0 == "\\" || $0 == ":" || $0.isNewline }
    guard isPlain else {
      findings.error("\(key) must be a file name like mySites.plist, without a folder", at: node.place)
      return nil
    }
    return name
  }

  private static func check(_ node: PropertyList, key: String, kind: Kind, findings: inout Findings) {
    switch (kind, node.value) {
    case (.boolean, .boolean), (.real, .real), (.real, .integer): break
    case (.time, .string(let text)) where isTime(text.trimmed): break
    case (.boolean, _): findings.error("\(key) is \(node.kindName), not a boolean", at: node.place)
    case (.time, _): findings.error("\(key) is not a time like 22:00", at: node.place)
    default: findings.error("\(key) is \(node.kindName), not a number", at: node.place)
    }
  }

  /// Seconds, brought into the range that a hand can manage.
  private static func holdTime(_ node: PropertyList, findings: inout Findings) -> Duration? {
    let seconds: Double
    switch node.value {
    case .real(let number) where number.isFinite: seconds = number
    case .integer(let number): seconds = Double(number)
    case .real:
      findings.error("holdTime is no number of seconds; it must be from 0.4 to 2", at: node.place)
      return nil
    default: return nil
    }
    let (least, most) = (Limits.holdTimeRange.lowerBound, Limits.holdTimeRange.upperBound)
    let time = Duration.milliseconds(Int64((min(max(seconds, 0), 1_000) * 1_000).rounded()))
    if !Limits.holdTimeRange.contains(time) {
      findings.warning("holdTime is \(seconds) s; it must be from 0.4 to 2", at: node.place)
    }
    return min(max(time, least), most)
  }

  private static func isTime(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
      parts[1].utf8.count == 2, let hour = UInt(parts[0]), let minute = UInt(parts[1])
    else { return false }
    return hour < 24 && minute < 60
  }

  /// A whole number inside of `range`; beyond it, the nearest end. Nil: none.
  static func integer(
    _ node: PropertyList, key: String, range: ClosedRange<Int>, findings: inout Findings
  ) -> Int? {
    var given: Int?
    switch node.value {
    case .integer(let number): given = Int(number)
    case .real(let number) where number.isFinite && abs(number) < 1e9:
      given = Int(number.rounded())
      findings.warning("\(key) is not a whole number; rounded", at: node.place)
    case .string(let text):
      given = Int(text.trimmed)
      if given != nil { findings.warning("\(key) is a string; read as a number", at: node.place) }
    default: break
    }
    guard let number = given else {
      findings.error("\(key) is \(node.kindName), not a whole number", at: node.place)
      return nil
    }
    guard !range.contains(number) else { return number }
    findings.warning(
      "\(key) is \(number); it must be from \(range.lowerBound) to \(range.upperBound)", at: node.place)
    return min(max(number, range.lowerBound), range.upperBound)
  }
}
