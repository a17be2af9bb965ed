internal import Core

/// Reads the dict of one station. A station is lost only if it has no usable link.
struct StationReader {
  /// Which keys mean what. Names of foreign lists are compared without regard to case.
  struct Keys {
    let name: [String]
    let link: [String]
    let logo: [String]
    /// Keys that are known and not used.
    let ignored: [String]
    /// All of these and the optional ones of our own.
    let known: [String]

    init(name: [String], link: [String], logo: [String], ignored: [String] = []) {
      self.name = name
      self.link = link
      self.logo = logo
      self.ignored = ignored
      known =
        name + link + logo + ["siteAlternateLinks", "siteGain", "siteCharset", "siteUserAgent"] + ignored
    }

    static let own = Keys(name: ["siteName"], link: ["siteLink"], logo: ["siteLogoName"])

    /// Names seen in the lists of other radio apps. The first that is there counts.
    static let foreign = Keys(
      name: ["siteName", "name", "title", "stationName"],
      link: ["siteLink", "streamURL", "stream", "URL", "link", "stationURL"],
      logo: ["siteLogoName", "artworkName", "logo"],
      ignored: ["category", "genre", "description", "desc", "longDesc", "metadataURL", "imageURL", "image"])
  }

  var keys: Keys

  /// Nil: no usable link; an error says so. `label` names the station in messages ("Item0, Site2").
  func station(_ node: PropertyList, label: String, fallbackName: String? = nil, findings: inout Findings)
    -> Station?
  {
    guard case .dictionary(let entries) = node.value else {
      findings.error("\(label): \(node.kindName) instead of a dict; the station is left out", at: node.place)
      return nil
    }
    let fields = Fields(entries, label: label, keys: self.keys, findings: &findings)
    guard let linkNode = fields.first(of: keys.link) else {
      findings.error("\(label): no \(keys.link[0]); the station is left out", at: node.place)
      return nil
    }
    guard let link = link(linkNode, key: keys.link[0], label: label, findings: &findings) else { return nil }
    let nameNode = fields.first(of: keys.name)
    let name = name(nameNode, key: keys.name[0], label: label, at: node.place, findings: &findings)
    var station = Station(name: name ?? fallbackName ?? StationReader.name(from: link), link: link)
    station.alternates = alternates(
      fields["siteAlternateLinks"], link: link, label: label, findings: &findings)
    station.logo = logo(fields.first(of: keys.logo), label: label, findings: &findings)
    station.gain = gain(fields["siteGain"], label: label, findings: &findings)
    station.charset = charset(fields["siteCharset"], label: label, findings: &findings)
    station.userAgent = userAgent(fields["siteUserAgent"], label: label, findings: &findings)
    return station
  }

  /// Nil: not usable; an error says why.
  func link(_ node: PropertyList, key: String, label: String, findings: inout Findings) -> String? {
    guard case .string(let text) = node.value else {
      findings.error("\(label): \(key) is \(node.kindName); the station is left out", at: node.place)
      return nil
    }
    do {
      let link = try StationLink(text)
      for repair in link.repairs { findings.warning("\(label): \(key): \(repair)", at: node.place) }
      return link.text
    } catch {
      findings.error("\(label): \(key) \(text.quoted) \(error); the station is left out", at: node.place)
      return nil
    }
  }

  /// Nil: missing or of no use; a finding says so.
  func name(
    _ node: PropertyList?, key: String, label: String, at place: Place, findings: inout Findings
  ) -> String? {
    guard let node else {
      findings.warning("\(label): no \(key)", at: place)
      return nil
    }
    guard let text = StationReader.text(node) else {
      findings.error("\(label): \(key) is \(node.kindName), not a string", at: node.place)
      return nil
    }
    if case .string = node.value {
    } else {
      findings.warning("\(label): \(key) is \(node.kindName); read as text", at: node.place)
    }
    let name = StationReader.tidied(text)
    if name.isEmpty {
      findings.warning("\(label): \(key) is empty", at: node.place)
      return nil
    }
    guard name.utf8.count > ListLimits.nameLengthMax, name.count > ListLimits.nameLengthMax else {
      return name
    }
    findings.warning("\(label): \(key) was cut to \(ListLimits.nameLengthMax) characters", at: node.place)
    return String(name.prefix(ListLimits.nameLengthMax))
  }

  /// Strings and numbers are text; what else could be meant by a date or a boolean is anybody's guess.
  static func text(_ node: PropertyList) -> String? {
    switch node.value {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .real(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    default: nil
    }
  }

  /// One line without control characters and blanks at the ends.
  static func tidied(_ text: String) -> String {
    // Controls are bytes below 0x20, 0x7F, or C2 80 … C2 9F in UTF-8.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text.trimmed }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x85: kept.append(" ")
      case ..<0x20, 0x7F...0x9F: break
      default: kept.append(scalar)
      }
    }
    return String(kept).trimmed
  }

  /// What a station without a name is called: its address without the scheme.
  static func name(from link: String) -> String {
    guard let scheme = link.range(ofASCII: "://") else { return link }
    return String(link[scheme.upperBound...].prefix(ListLimits.nameLengthMax))
  }

  /// A header's value: one line of ASCII.
  private func userAgent(_ node: PropertyList?, label: String, findings: inout Findings) -> String? {
    guard let node else { return nil }
    guard case .string(let text) = node.value, !text.isEmpty,
      text.utf8.count <= ListLimits.userAgentLengthMax,
      text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    else {
      findings.error("\(label): siteUserAgent is no line of plain letters; it is ignored", at: node.place)
      return nil
    }
    return text
  }

  private func alternates(
    _ node: PropertyList?, link: String, label: String, findings: inout Findings
  ) -> [String] {
    guard let node else { return [] }
    var items: [PropertyList] = []
    switch node.value {
    case .array(let given): items = given
    case .string:
      findings.warning("\(label): siteAlternateLinks is a string; read as an array of one", at: node.place)
      items = [node]
    default: findings.error("\(label): siteAlternateLinks is \(node.kindName), not an array", at: node.place)
    }
    var alternates: [String] = []
    for item in items {
      guard case .string(let text) = item.value else {
        findings.error("\(label): an alternate link is \(item.kindName), not a string", at: item.place)
        continue
      }
      do {
        let alternate = try StationLink(text)
        for repair in alternate.repairs { findings.warning("\(label): alternate: \(repair)", at: item.place) }
        if alternate.text == link || alternates.contains(alternate.text) {
          findings.warning("\(label): the same link is there twice", at: item.place)
        } else if alternates.count == ListLimits.alternateCountMax {
          findings.error(
            "\(label): more than \(ListLimits.alternateCountMax) alternate links", at: item.place)
          return alternates
        } else {
          alternates.append(alternate.text)
        }
      } catch {
        findings.error("\(label): alternate link \(text.quoted) \(error)", at: item.place)
      }
    }
    return alternates
  }

  /// A picture is looked up inside of one folder, so a name that could lead out of it is none.
  private func logo(_ node: PropertyList?, label: String, findings: inout Findings) -> String? {
    guard let node else { return nil }
    guard let text = StationReader.text(node) else {
      findings.warning("\(label): the logo's name is \(node.kindName), not a string", at: node.place)
      return nil
    }
    let name = text.trimmed
    guard !name.isEmpty else { return nil }
    guard name.utf8.count <= ListLimits.logoSizeMax, !name.hasPrefix("."),
      !name.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" || $0.value < 0x20 || $0.value == 0x7F })
    else {
      findings.warning("\(label): logo \(name.quoted) is not a picture's name; left out", at: node.place)
      return nil
    }
    return name
  }

  private func gain(_ node: PropertyList?, label: String, findings: inout Findings) -> Double? {
    guard let node else { return nil }
    var given: Double?
    switch node.value {
    case .integer(let number): given = Double(number)
    case .real(let number): given = number
    case .string(let text):
      given = Double(text.trimmed)
      if given != nil { findings.warning("\(label): siteGain is a string; read as a number", at: node.place) }
    default: break
    }
    guard let gain = given, gain.isFinite else {
      findings.error("\(label): siteGain is not a number of dB", at: node.place)
      return nil
    }
    guard abs(gain) > ListLimits.gainMax else { return gain }
    findings.warning("\(label): siteGain \(gain) is beyond ±\(Int(ListLimits.gainMax)) dB", at: node.place)
    return gain < 0 ? -ListLimits.gainMax : ListLimits.gainMax
  }

  private func charset(_ node: PropertyList?, label: String, findings: inout Findings) -> String? {
    guard let node else { return nil }
    guard case .string(let text) = node.value, case let name = text.trimmed, CharacterSet.isKnown(name) else {
      findings.warning("\(label): siteCharset is not a known character set; left out", at: node.place)
      return nil
    }
    return name
  }
}
