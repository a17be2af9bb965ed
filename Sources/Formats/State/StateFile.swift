public import Core

/// `state.plist`: what the radio knows after a power cut beside recents and favorites.
public enum StateFile {
  /// Stations whose cushion is remembered.
  public static let cushionCountMax = 500
  /// In milliseconds.
  public static let cushionMax = 60_000

  private static let keys = [
    "volume", "muted", "playing", "station", "categoryName", "list", "cushions", "language", "room", "time"
  ]

  static func isKey(_ key: String) -> Bool { keys.contains(key) }

  /// Nil: damaged or something else. What is wrong in it is reported and left at its default.
  public static func read(_ bytes: [UInt8], file: String) -> (state: SavedState?, findings: Findings) {
    var findings = Findings(file: file)
    guard let root = PropertyList.read(bytes, findings: &findings) else { return (nil, findings) }
    return (state(root, findings: &findings), findings)
  }

  static func state(_ root: PropertyList, findings: inout Findings) -> SavedState? {
    guard case .dictionary(let entries) = root.value else {
      findings.error("\(root.kindName), not the state of the radio", at: root.place)
      return nil
    }
    let fields = Fields(entries, label: "", known: keys, findings: &findings)
    var state = SavedState()
    state.volume = fields["volume"].flatMap {
      SettingsFile.integer($0, key: "volume", range: 0...100, findings: &findings)
    }
    state.isMuted = boolean(fields["muted"], key: "muted", findings: &findings)
    state.wasPlaying = boolean(fields["playing"], key: "playing", findings: &findings)
    if let node = fields["station"] {
      state.station = StationReader(keys: .own).station(node, label: "station", findings: &findings)
    }
    if let node = fields["categoryName"] {
      state.categoryName = StationReader(keys: .own).name(
        node, key: "categoryName", label: "state", at: node.place, findings: &findings)
    }
    if let word = text(fields["list"], key: "list", findings: &findings) {
      state.keptList = KeptList(rawValue: word)
    }
    if let node = fields["cushions"] { state.cushions = cushions(node, findings: &findings) }
    state.language = text(fields["language"], key: "language", findings: &findings)
    state.room = text(fields["room"], key: "room", findings: &findings)
    state.time = time(fields["time"], findings: &findings)
    return state
  }

  /// The file for `state`, with its seal.
  public static func write(_ state: SavedState) -> [UInt8] {
    // Sorted, so that the same state is the same file.
    let cushions = state.cushions.sorted { $0.key < $1.key }.prefix(cushionCountMax).map {
      link, milliseconds in
      PropertyList.Entry(key: link, value: PropertyList(.integer(Int64(milliseconds))))
    }
    let root = PropertyList.Value.dictionary([
      ("volume", state.volume.map { .integer(Int64($0)) }),
      ("muted", .boolean(state.isMuted)),
      ("playing", .boolean(state.wasPlaying)),
      ("station", state.station.map { SiteListFile.site($0, withLogo: true) }),
      ("categoryName", state.categoryName.map { .string($0) }),
      ("list", state.keptList.map { .string($0.rawValue) }),
      ("cushions", cushions.isEmpty ? nil : .dictionary(Array(cushions))),
      ("language", state.language.map { .string($0) }),
      ("room", state.room.map { .string($0) }),
      ("time", state.time.map { .integer($0) })
    ])
    return Checksum.seal(PropertyListWriter.write(root))
  }

  private static func boolean(_ node: PropertyList?, key: String, findings: inout Findings) -> Bool {
    guard let node else { return false }
    guard case .boolean(let isTrue) = node.value else {
      findings.error("\(key) is \(node.kindName), not a boolean", at: node.place)
      return false
    }
    return isTrue
  }

  private static func time(_ node: PropertyList?, findings: inout Findings) -> Int64? {
    guard let node else { return nil }
    guard case .integer(let seconds) = node.value, seconds >= 0 else {
      findings.error("time is \(node.kindName), not seconds since 1970", at: node.place)
      return nil
    }
    return seconds
  }

  /// One line of text; nil: none, or none that can be shown.
  private static func text(_ node: PropertyList?, key: String, findings: inout Findings) -> String? {
    guard let node else { return nil }
    return SettingsFile.text(node, key: key, findings: &findings)
  }

  private static func cushions(_ node: PropertyList, findings: inout Findings) -> [String: Int] {
    guard case .dictionary(let entries) = node.value else {
      findings.error("cushions is \(node.kindName), not a dict", at: node.place)
      return [:]
    }
    var cushions: [String: Int] = [:]
    for entry in entries {
      guard cushions.count < cushionCountMax else {
        findings.warning("more than \(cushionCountMax) cushions", at: entry.keyPlace)
        break
      }
      cushions[entry.key] = SettingsFile.integer(
        entry.value, key: "cushion", range: 0...cushionMax, findings: &findings)
    }
    return cushions
  }
}
