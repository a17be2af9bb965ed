public import Core

/// The station list, `categorizedSites.plist`: a dict of `Item0`, `Item1` …, each with `categoryName` and
/// `Site0`, `Site1` …, each with `siteName`, `siteLink`, `siteLogoName` and, of our own, `siteAlternateLinks`,
/// `siteGain`, `siteCharset`, `siteUserAgent`. The numbers in the keys are the order.
public enum CatalogueFile {
  /// Reads a list. One bad station never costs the list; each thing that is left out or repaired is a finding.
  /// The catalogue is nil where not a single station came out of the file: such a file must not replace one
  /// that works.
  public static func read(_ bytes: [UInt8], file: String) -> (catalogue: Catalogue?, findings: Findings) {
    var findings = Findings(file: file)
    guard let root = PropertyList.read(bytes, findings: &findings) else { return (nil, findings) }
    return (catalogue(root, findings: &findings), findings)
  }

  static func catalogue(_ root: PropertyList, findings: inout Findings) -> Catalogue? {
    var reader = CatalogueReader()
    if case .dictionary(let entries) = root.value {
      if entries.contains(where: { NumberedKeys.number(of: $0.key, prefix: "Item") != nil }) {
        reader.readItems(entries, findings: &findings)
      } else if entries.isEmpty {
        findings.error("the list is empty", at: root.place)
        return nil
      } else {
        reader.readOther(root, findings: &findings)
      }
    } else {
      reader.readOther(root, findings: &findings)
    }
    let catalogue = Catalogue(categories: reader.categories)
    guard catalogue.stationCount > 0 else {
      // The readers of other shapes have said already that it is none.
      if !reader.isRefused { findings.error("no station in the list can be used", at: root.place) }
      return nil
    }
    return catalogue
  }
}

struct CatalogueReader {
  var categories: [Category] = []
  /// The file has no shape of a station list, and a finding says so.
  var isRefused = false
  private(set) var stationCount = 0
  private var isFull = false

  mutating func readItems(_ entries: [PropertyList.Entry], findings: inout Findings) {
    let items = NumberedKeys(entries, prefix: "Item", findings: &findings)
    for other in items.others {
      findings.warning("unknown key \(other.key.quoted) is ignored", at: other.keyPlace)
    }
    for (position, item) in items.parts.enumerated() {
      guard case .dictionary(let parts) = item.value.value else {
        findings.error(
          "\(item.key) is \(item.value.kindName), not a dict; the category is left out", at: item.value.place)
        continue
      }
      let sites = NumberedKeys(parts, prefix: "Site", findings: &findings)
      let fields = Fields(sites.others, label: item.key, known: ["categoryName"], findings: &findings)
      let reader = StationReader(keys: .own)
      let name =
        reader.name(
          fields["categoryName"], key: "categoryName", label: item.key, at: item.value.place,
          findings: &findings) ?? "Category \(position + 1)"
      readSites(
        sites.parts.map { ("\(item.key), \($0.key)", $0.value, nil) }, reader: reader, category: name,
        label: item.key, place: item.value.place, findings: &findings)
    }
  }

  /// Reads the stations of one category and adds it, if any of them can be used.
  mutating func readSites(
    _ sites: [(label: String, node: PropertyList, name: String?)], reader: StationReader, category: String,
    label: String, place: Place, findings: inout Findings
  ) {
    var stations: [Station] = []
    var labels: [String: String] = [:]
    for site in sites {
      guard hasRoom(at: site.node.place, findings: &findings) else { break }
      guard
        let station = reader.station(
          site.node, label: site.label, fallbackName: site.name, findings: &findings)
      else { continue }
      if let first = labels[station.link] {
        findings.warning("\(site.label): the same link as \(first)", at: site.node.place)
      } else {
        labels[station.link] = site.label
      }
      stations.append(station)
      stationCount += 1
    }
    add(Category(name: category, stations: stations), label: label, at: place, findings: &findings)
  }

  mutating func add(_ category: Category, label: String, at place: Place, findings: inout Findings) {
    guard !category.stations.isEmpty else {
      findings.warning("\(label): \(category.name.quoted) has no stations and is not shown", at: place)
      return
    }
    guard categories.count < ListLimits.categoryCountMax else {
      if !isFull { findings.error("more than \(ListLimits.categoryCountMax) categories", at: place) }
      isFull = true
      return
    }
    categories.append(category)
  }

  private mutating func hasRoom(at place: Place, findings: inout Findings) -> Bool {
    guard stationCount >= ListLimits.stationCountMax || isFull else { return true }
    if !isFull { findings.error("more than \(ListLimits.stationCountMax) stations", at: place) }
    isFull = true
    return false
  }
}
