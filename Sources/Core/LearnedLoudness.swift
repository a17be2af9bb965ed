/// How loud a station was heard to be.
public struct Loudness: Hashable, Sendable {
  /// EBU R 128 integrated, in tenths of LUFS: −143 for −14.3 LUFS.
  public var tenths: Int
  /// The highest sample, in tenths of dBFS.
  public var peakTenths: Int

  public init(tenths: Int, peakTenths: Int) {
    self.tenths = tenths
    self.peakTenths = peakTenths
  }
}

extension State {
  /// What is added to `station`, in decibels; nil: nothing. The list's own word counts more than what was heard.
  public func gain(for station: Station) -> Double? {
    station.gain ?? (settings.levelsLoudness ? loudness.gain(for: station) : nil)
  }

  mutating func learn(_ heard: Loudness, of station: Station, _ effects: inout [Effect]) {
    if settings.levelsLoudness, loudness.hear(heard, of: station) { effects.append(.save(.loudness)) }
  }
}

/// The loudness of the stations that were heard, so that the next time they come as loud as the others: between
/// two of them lie ten decibels and more, and the volume by which one falls asleep must mean something.
public struct LearnedLoudness: Hashable, Sendable {
  /// By link.
  public private(set) var byLink: [String: Loudness] = [:]
  /// Links, the one that was heard longest ago first.
  private var order: [String] = []

  /// - Parameter entries: the one that was heard longest ago first.
  public init(_ entries: [(link: String, loudness: Loudness)] = []) {
    for entry in entries { put(entry.loudness, for: entry.link) }
  }

  /// The one that was heard longest ago first.
  public var entries: [(link: String, loudness: Loudness)] {
    order.compactMap { link in byLink[link].map { (link, $0) } }
  }

  /// What `station` gets so that it is as loud as the others, in decibels; nil: nothing is known of it.
  public func gain(for station: Station) -> Double? {
    guard let known = byLink[station.link] else { return nil }
    let range = Limits.loudnessGain
    let wanted = min(
      max(Double(Limits.loudnessTenths - known.tenths) / 10, range.lowerBound), range.upperBound)
    // Louder only as far as its highest samples allow.
    guard wanted > 0 else { return wanted }
    return min(wanted, max(0, Double(-known.peakTenths) / 10))
  }

  /// Takes note of what was heard. A night of speech on a station of music moves it by a part only. True: it
  /// changed so much that it is worth to be kept.
  mutating func hear(_ heard: Loudness, of station: Station) -> Bool {
    guard Limits.loudnessHeard.contains(heard.tenths) else { return false }
    guard let known = byLink[station.link] else {
      put(heard, for: station.link)
      return true
    }
    let tenths = known.tenths + (heard.tenths - known.tenths) * 3 / 10
    let peak = max(heard.peakTenths, known.peakTenths)
    let isOther = abs(tenths - known.tenths) >= 3 || peak > known.peakTenths
    // What differs by less stays, and is not written either.
    if isOther { put(Loudness(tenths: tenths, peakTenths: peak), for: station.link) }
    return isOther
  }

  private mutating func put(_ loudness: Loudness, for link: String) {
    order.removeAll { $0 == link }
    order.append(link)
    byLink[link] = loudness
    if order.count > Limits.loudnessStations { byLink[order.removeFirst()] = nil }
  }
}
