/// The named values of one dict. What is not known is reported and left out.
struct Fields {
  private var values: [(key: String, node: PropertyList)] = []

  init(_ entries: [PropertyList.Entry], label: String, keys: StationReader.Keys, findings: inout Findings) {
    self.init(entries, label: label, known: keys.known, findings: &findings)
  }

  init(_ entries: [PropertyList.Entry], label: String, known: [String], findings: inout Findings) {
    let start = label.isEmpty ? "" : "\(label): "
    values.reserveCapacity(entries.count)
    for entry in entries {
      var key = entry.key
      if !known.contains(key) {
        let plain = key.trimmed.lowercased()
        guard let meant = known.first(where: { $0.lowercased() == plain }) else {
          findings.warning("\(start)unknown key \(key.quoted) is ignored", at: entry.keyPlace)
          continue
        }
        findings.warning("\(start)key \(key.quoted) is read as \(meant)", at: entry.keyPlace)
        key = meant
      }
      if let index = values.firstIndex(where: { $0.key == key }) {
        if values[index].node.value == entry.value.value {
          findings.warning("\(start)\(key) is there twice", at: entry.keyPlace)
        } else {
          findings.error("\(start)\(key) is there twice; the last one counts", at: entry.keyPlace)
        }
        values[index].node = entry.value
      } else {
        values.append((key, entry.value))
      }
    }
  }

  subscript(key: String) -> PropertyList? { values.first { $0.key == key }?.node }

  func first(of keys: [String]) -> PropertyList? {
    for key in keys {
      if let node = self[key] { return node }
    }
    return nil
  }
}
