public import Core

/// `learnedLoudness.plist`: how loud stations were heard to be. A dict of `Site0`, `Site1` …, the one that was
/// heard longest ago first.
public enum LoudnessFile {
  private static let keys = ["siteLink", "loudness", "peak"]
  /// In tenths of LUFS and of dBFS.
  private static let range = -1_000...400

  /// Nil: damaged or something else. An entry that cannot be read is left out and reported.
  public static func read(_ bytes: [UInt8], file: String) -> (loudness: LearnedLoudness?, findings: Findings)
  {
    var findings = Findings(file: file)
    guard let root = PropertyList.read(bytes, findings: &findings) else { return (nil, findings) }
    guard case .dictionary(let entries) = root.value else {
      findings.error("\(root.kindName), not what was learned of the stations", at: root.place)
      return (nil, findings)
    }
    let numbered = NumberedKeys(entries, prefix: "Site", findings: &findings)
    guard numbered.others.isEmpty else {
      findings.error("not what was learned of the stations (expected Site0)", at: root.place)
      return (nil, findings)
    }
    var stations: [(link: String, loudness: Loudness)] = []
    for part in numbered.parts {
      guard case .dictionary(let entries) = part.value.value else {
        findings.warning("\(part.key) is \(part.value.kindName), not a dict", at: part.value.place)
        continue
      }
      let fields = Fields(entries, label: part.key, known: keys, findings: &findings)
      guard case .string(let link)? = fields["siteLink"]?.value, link.utf8.count <= StationLink.sizeMax,
        let tenths = integer(fields["loudness"], key: "loudness", findings: &findings),
        let peak = integer(fields["peak"], key: "peak", findings: &findings)
      else { continue }
      stations.append((link, Loudness(tenths: tenths, peakTenths: peak)))
    }
    return (LearnedLoudness(stations), findings)
  }

  /// The file, with its seal.
  public static func write(_ learned: LearnedLoudness) -> [UInt8] {
    let entries = learned.entries.enumerated().map { index, entry in
      PropertyList.Entry(
        key: "Site\(index)",
        value: PropertyList(
          .dictionary([
            ("siteLink", .string(entry.link)), ("loudness", .integer(Int64(entry.loudness.tenths))),
            ("peak", .integer(Int64(entry.loudness.peakTenths)))
          ])))
    }
    return Checksum.seal(PropertyListWriter.write(.dictionary(entries)))
  }

  private static func integer(_ node: PropertyList?, key: String, findings: inout Findings) -> Int? {
    node.flatMap { SettingsFile.integer($0, key: key, range: range, findings: &findings) }
  }
}
