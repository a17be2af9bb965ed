/// One station, as the list names it.
public struct Station: Hashable, Sendable {
  public var name: String
  /// The stream's URL (`siteLink`), trimmed. It is the station's identity: the name, the logo and the list a
  /// station was chosen from may differ between two entries for the same station.
  public var link: String
  /// Tried in order when `link` gives no audio (`siteAlternateLinks`).
  public var alternates: [String]
  /// A picture's name (`siteLogoName`), with or without ".png"; nil where the list has none or "".
  public var logo: String?
  /// Added to what is played, in dB (`siteGain`).
  public var gain: Double?
  /// The IANA name of the character set of titles that are not UTF-8 (`siteCharset`).
  public var charset: String?
  /// What this station wants the radio to call itself (`siteUserAgent`); some refuse one that they do not know.
  public var userAgent: String?

  public init(
    name: String, link: String, alternates: [String] = [], logo: String? = nil, gain: Double? = nil,
    charset: String? = nil, userAgent: String? = nil
  ) {
    self.name = name
    self.link = link
    self.alternates = alternates
    self.logo = logo
    self.gain = gain
    self.charset = charset
    self.userAgent = userAgent
  }

  public func isSame(as other: Station) -> Bool { link == other.link }
}

/// A category and its stations, in the order of the list.
public struct Category: Hashable, Sendable {
  public var name: String
  public var stations: [Station]

  public init(name: String, stations: [Station]) {
    self.name = name
    self.stations = stations
  }
}

/// The station list (`categorizedSites.plist`). Categories without stations are not kept.
public struct Catalogue: Hashable, Sendable {
  public var categories: [Category]

  public init(categories: [Category] = []) { self.categories = categories }

  public var stationCount: Int { categories.reduce(0) { $0 + $1.stations.count } }
}
