internal import Core

/// Station lists of other apps, read where it is clear what is meant.
extension CatalogueReader {
  private static let groupKeys = ["category", "genre"]
  private static let categoryNames = ["categoryName", "name", "title", "category"]
  private static let siteArrays = ["sites", "stations", "items", "channels"]
  /// Of stations that no category is given for.
  private static let plainName = "Stations"

  mutating func readOther(_ root: PropertyList, findings: inout Findings) {
    switch root.value {
    case .array(let items): readArray(items, root: root, findings: &findings)
    case .dictionary(let entries): readKeyed(entries, root: root, findings: &findings)
    default: refuse(root, findings: &findings)
    }
  }

  private mutating func refuse(_ root: PropertyList, findings: inout Findings) {
    findings.error(
      "not a station list (expected Item0 with categoryName and Site0, or a list of stations)", at: root.place
    )
    isRefused = true
  }

  private mutating func readArray(_ items: [PropertyList], root: PropertyList, findings: inout Findings) {
    if items.contains(where: { CatalogueReader.sites(of: $0) != nil }) {
      findings.warning("read as an array of categories with arrays of stations", at: root.place)
      for (index, item) in items.enumerated() {
        readCategory(item, key: nil, position: index, findings: &findings)
      }
    } else if items.contains(where: CatalogueReader.isStation) {
      findings.warning("read as an array of stations", at: root.place)
      let sites = items.enumerated().map { ("entry \($0.offset)", $0.element, String?.none) }
      readGrouped(sites, root: root, findings: &findings)
    } else {
      refuse(root, findings: &findings)
    }
  }

  private mutating func readKeyed(
    _ entries: [PropertyList.Entry], root: PropertyList, findings: inout Findings
  ) {
    if entries.contains(where: { NumberedKeys.number(of: $0.key, prefix: "Site") != nil }) {
      findings.warning("read as one category: there is Site0, and no Item0", at: root.place)
      let sites = NumberedKeys(entries, prefix: "Site", findings: &findings)
      for other in sites.others {
        findings.warning("unknown key \(other.key.quoted) is ignored", at: other.keyPlace)
      }
      readSites(
        sites.parts.map { ($0.key, $0.value, nil) }, reader: StationReader(keys: .own),
        category: CatalogueReader.plainName, label: CatalogueReader.plainName, place: root.place,
        findings: &findings)
      return
    }
    if let inner = entries.first(where: { (Self.siteArrays + ["categories"]).contains($0.key) })?.value,
      case .array(let items) = inner.value
    {
      readArray(items, root: inner, findings: &findings)
      return
    }
    // A dictionary of another app has no order, so names are the only one that stays the same.
    let sorted = entries.enumerated().sorted { left, right in
      let leftKey = left.element.key.lowercased()
      let rightKey = right.element.key.lowercased()
      return leftKey != rightKey
        ? leftKey < rightKey : (left.element.key, left.offset) < (right.element.key, right.offset)
    }.map(\.element)
    if entries.contains(where: { Self.isLink($0.value) }) {
      findings.warning("read as a dict of station names and links, by name", at: root.place)
      readLinks(sorted, root: root, findings: &findings)
    } else if entries.contains(where: { Self.sites(of: $0.value) != nil }) {
      findings.warning("read as a dict of categories with arrays of stations, by name", at: root.place)
      for (index, entry) in sorted.enumerated() {
        readCategory(entry.value, key: entry.key, position: index, findings: &findings)
      }
    } else if entries.contains(where: { Self.isStation($0.value) }) {
      findings.warning("read as a dict of stations, by name", at: root.place)
      let sites = sorted.map { ($0.key.quoted, $0.value, Optional(StationReader.tidied($0.key))) }
      readGrouped(sites, root: root, findings: &findings)
    } else {
      refuse(root, findings: &findings)
    }
  }

  /// Display name → link.
  private mutating func readLinks(
    _ entries: [PropertyList.Entry], root: PropertyList, findings: inout Findings
  ) {
    let sites = entries.map { entry in
      let pair = PropertyList.Value.dictionary([
        PropertyList.Entry(key: "siteName", value: PropertyList(.string(entry.key), place: entry.keyPlace)),
        PropertyList.Entry(key: "siteLink", value: entry.value)
      ])
      return (entry.key.quoted, PropertyList(pair, place: entry.keyPlace), String?.none)
    }
    readSites(
      sites, reader: StationReader(keys: .own), category: Self.plainName, label: Self.plainName,
      place: root.place, findings: &findings)
  }

  /// Stations that name their category themselves: categories in the order of their first station.
  private mutating func readGrouped(
    _ sites: [(label: String, node: PropertyList, name: String?)], root: PropertyList,
    findings: inout Findings
  ) {
    var order: [String] = []
    var groups: [String: [(label: String, node: PropertyList, name: String?)]] = [:]
    for site in sites {
      let named = Self.groupKeys.lazy.compactMap { site.node[$0] }.first.flatMap(StationReader.text)
      let given = StationReader.tidied(String((named ?? "").prefix(ListLimits.nameLengthMax)))
      let name = given.isEmpty ? Self.plainName : given
      if groups[name] == nil { order.append(name) }
      // In the keyed form the key is the name, whatever an inner name says.
      groups[name, default: []].append((site.label, Self.renamed(site.node, site.name), site.name))
    }
    for name in order {
      readSites(
        groups[name] ?? [], reader: StationReader(keys: .foreign), category: name, label: name.quoted,
        place: root.place, findings: &findings)
    }
  }

  private mutating func readCategory(
    _ node: PropertyList, key: String?, position: Int, findings: inout Findings
  ) {
    let label = key?.quoted ?? "entry \(position)"
    guard let sites = Self.sites(of: node) else {
      findings.error("\(label): no stations; the category is left out", at: node.place)
      return
    }
    let named = key ?? Self.categoryNames.lazy.compactMap { node[$0] }.first.flatMap(StationReader.text)
    let name = StationReader.tidied(String((named ?? "").prefix(ListLimits.nameLengthMax)))
    if name.isEmpty { findings.warning("\(label): no categoryName", at: node.place) }
    readSites(
      sites.enumerated().map { ("\(label), entry \($0.offset)", $0.element, nil) },
      reader: StationReader(keys: .foreign), category: name.isEmpty ? "Category \(position + 1)" : name,
      label: label, place: node.place, findings: &findings)
  }

  private static func renamed(_ node: PropertyList, _ name: String?) -> PropertyList {
    guard let name, case .dictionary(var entries) = node.value else { return node }
    let names = StationReader.Keys.foreign.name.map { $0.lowercased() }
    entries.removeAll { names.contains($0.key.lowercased()) }
    entries.append(PropertyList.Entry(key: "siteName", value: PropertyList(.string(name), place: node.place)))
    return PropertyList(.dictionary(entries), place: node.place)
  }

  /// The stations of something that looks like a category: an array of them, or a dict with such an array.
  private static func sites(of node: PropertyList) -> [PropertyList]? {
    switch node.value {
    case .array(let items): return items.contains(where: isStation) ? items : nil
    case .dictionary(let entries):
      for entry in entries where siteArrays.contains(entry.key.lowercased()) {
        if case .array(let items) = entry.value.value { return items }
      }
      return nil
    default: return nil
    }
  }

  private static func isStation(_ node: PropertyList) -> Bool {
    guard case .dictionary(let entries) = node.value else { return false }
    let keys = StationReader.Keys.foreign.link.map { $0.lowercased() }
    return entries.contains { keys.contains($0.key.lowercased()) && isLink($0.value) }
  }

  /// With a scheme that is written out: a dict of strings may be anything else.
  private static func isLink(_ node: PropertyList) -> Bool {
    guard case .string(let text) = node.value, text.prefix(16).contains("://") else { return false }
    return (try? StationLink(text)) != nil
  }
}
