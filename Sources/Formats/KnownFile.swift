/// The files that the radio reads, and what a check of one of them finds.
public enum KnownFile: Hashable, Sendable {
  case stations, recents, favorites, settings, state, board

  /// By the file's name without its folder; Windows' habit of adding ".txt" is seen through. Nil: another
  /// name.
  public init?(name: String) {
    switch KnownFile.plainName(name).name.lowercased() {
    case "categorizedsites.plist": self = .stations
    case "recentsites.plist": self = .recents
    case "favoritesites.plist": self = .favorites
    case "settings.plist": self = .settings
    case "state.plist": self = .state
    case "board.plist": self = .board
    default: return nil
    }
  }

  /// `name` without a ".txt" after ".plist", and whether it had one.
  public static func plainName(_ name: String) -> (name: String, hadText: Bool) {
    let hasText = name.lowercased().hasSuffix(".plist.txt")
    return (hasText ? String(name.dropLast(4)) : name, hasText)
  }

  /// In bytes: what the radio reads of such a file.
  public var sizeMax: Int {
    switch self {
    case .board: BoardLimits.sizeMax
    case .settings: SettingsFile.sizeMax
    case .stations, .recents, .favorites, .state: PropertyListLimits.sizeMax
    }
  }

  public struct Check: Sendable {
    public var findings: Findings
    public var categoryCount = 0
    public var stationCount = 0
  }

  /// Reads `bytes` as what `kind` says, or by their shape, and reports all that is wrong.
  public static func check(_ bytes: [UInt8], file: String, as kind: KnownFile?) -> Check {
    var findings = Findings(file: file)
    let root = PropertyList.read(bytes, findings: &findings)
    var check = Check(findings: findings)
    guard let root else { return check }
    let kind = kind ?? shape(of: root)
    guard bytes.count <= kind.sizeMax else {
      check.findings.error("larger than \(kind.sizeMax / 1_048_576) MiB")
      return check
    }
    switch kind {
    case .stations:
      let catalogue = CatalogueFile.catalogue(root, findings: &check.findings)
      check.categoryCount = catalogue?.categories.count ?? 0
      check.stationCount = catalogue?.stationCount ?? 0
    case .recents:
      check.stationCount = SiteListFile.stations(root, kind: .recents, findings: &check.findings)?.count ?? 0
    case .favorites:
      check.stationCount =
        SiteListFile.stations(root, kind: .favorites, findings: &check.findings)?.count ?? 0
    case .settings: _ = SettingsFile.settings(root, findings: &check.findings)
    case .state: _ = StateFile.state(root, findings: &check.findings)
    case .board: _ = BoardFile.board(root, findings: &check.findings)
    }
    if Checksum.verify(bytes) == .wrong {
      check.findings.warning("the file is not as the radio wrote it (crc32); after an edit remove that line")
    }
    return check
  }

  private static func shape(of root: PropertyList) -> KnownFile {
    guard case .dictionary(let entries) = root.value else { return .stations }
    func has(_ prefix: String) -> Bool {
      entries.contains { NumberedKeys.number(of: $0.key, prefix: prefix) != nil }
    }
    if has("Item") { return .stations }
    if has("Site") { return .favorites }
    if entries.contains(where: { BoardFile.isKey($0.key) }) { return .board }
    if entries.contains(where: { SettingsFile.isKey($0.key) }) { return .settings }
    if entries.contains(where: { StateFile.isKey($0.key) }) { return .state }
    return .stations
  }
}
