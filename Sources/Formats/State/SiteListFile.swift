public import Core

/// `recentSites.plist` and `favoriteSites.plist`, in the format of the original app: a dict of `Site0`,
/// `Site1` …, `Site0` being the oldest. In memory the newest station is the first, as on the screen.
public enum SiteListFile {
  public enum Kind: Sendable {
    case recents, favorites

    public var countMax: Int {
      switch self {
      case .recents: 20
      case .favorites: 10_000
      }
    }
  }

  /// Newest first. An empty list is a list; nil means that the file is damaged or something else, and must not
  /// be written over. Stations with the same link collapse to the newest, and the oldest are dropped beyond
  /// the limit of the kind.
  public static func read(_ bytes: [UInt8], file: String, kind: Kind) -> (
    stations: [Station]?, findings: Findings
  ) {
    var findings = Findings(file: file)
    guard let root = PropertyList.read(bytes, findings: &findings) else { return (nil, findings) }
    return (stations(root, kind: kind, findings: &findings), findings)
  }

  static func stations(_ root: PropertyList, kind: Kind, findings: inout Findings) -> [Station]? {
    var sites: [(label: String, node: PropertyList)] = []
    var reader = StationReader(keys: .own)
    switch root.value {
    case .dictionary(let entries):
      let numbered = NumberedKeys(entries, prefix: "Site", findings: &findings)
      guard !numbered.parts.isEmpty || entries.isEmpty else {
        findings.error("not a list of sites (expected Site0)", at: root.place)
        return nil
      }
      for other in numbered.others {
        findings.warning("unknown key \(other.key.quoted) is ignored", at: other.keyPlace)
      }
      sites = numbered.parts.map { ($0.key, $0.value) }
    case .array(let items):
      findings.warning("an array instead of a dict with Site0; read in its order", at: root.place)
      sites = items.enumerated().map { ("entry \($0.offset)", $0.element) }
      reader = StationReader(keys: .foreign)
    default:
      findings.error("\(root.kindName), not a list of sites (expected Site0)", at: root.place)
      return nil
    }
    var stations: [Station] = []
    var links: Set<String> = []
    for site in sites.reversed() {
      guard let station = reader.station(site.node, label: site.label, findings: &findings) else { continue }
      guard links.insert(station.link).inserted else {
        findings.warning("\(site.label): the same link is there again later", at: site.node.place)
        continue
      }
      guard stations.count < kind.countMax else {
        findings.warning("only the newest \(kind.countMax) are kept", at: site.node.place)
        break
      }
      stations.append(station)
    }
    return stations
  }

  /// The file for `stations`, newest first, with its seal. Favorites carry no logo, as the original app wrote
  /// them. Keys of our own are only written where the station has them; the original app ignores them.
  public static func write(_ stations: [Station], kind: Kind) -> [UInt8] {
    let kept = stations.prefix(kind.countMax).reversed()
    let entries = kept.enumerated().map { index, station in
      PropertyList.Entry(
        key: "Site\(index)", value: PropertyList(site(station, withLogo: kind == .recents)))
    }
    return Checksum.seal(PropertyListWriter.write(.dictionary(entries)))
  }

  static func site(_ station: Station, withLogo: Bool) -> PropertyList.Value {
    let alternates = station.alternates.map { PropertyList(.string($0)) }
    return .dictionary([
      ("siteName", .string(station.name)),
      ("siteLink", .string(station.link)),
      ("siteLogoName", withLogo ? .string(station.logo ?? "") : nil),
      ("siteAlternateLinks", alternates.isEmpty ? nil : .array(alternates)),
      ("siteGain", station.gain.map { .real($0) }),
      ("siteCharset", station.charset.map { .string($0) }),
      ("siteUserAgent", station.userAgent.map { .string($0) })
    ])
  }
}
