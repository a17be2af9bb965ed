/// Recents and favorites: stations without doubles, newest first, at most `limit`.
///
/// The original app kept these with three faults: the list grew past its limit, one station stood in it twice
/// (whole entries were compared, and only some carried a logo), and playing an old one did not move it up.
/// Identity is the link here, and an entry that comes again moves to the front.
public struct SiteList: Hashable, Sendable {
  public private(set) var stations: [Station]
  public let limit: Int

  /// `stations` newest first.
  public init(_ stations: [Station] = [], limit: Int) {
    self.limit = limit
    self.stations = []
    var links: Set<String> = []
    for station in stations where self.stations.count < limit && links.insert(station.link).inserted {
      self.stations.append(station)
    }
  }

  public func contains(_ station: Station) -> Bool { index(of: station) != nil }

  public func index(of station: Station) -> Int? { stations.firstIndex { $0.isSame(as: station) } }

  /// Puts `station` in front. The entry that falls off the end, if one does, is the oldest.
  public mutating func putFirst(_ station: Station) {
    stations.removeAll { $0.isSame(as: station) }
    stations.insert(station, at: 0)
    if stations.count > limit { stations.removeLast() }
  }

  /// False: it was not there.
  @discardableResult
  public mutating func remove(_ station: Station) -> Bool {
    guard let index = index(of: station) else { return false }
    stations.remove(at: index)
    return true
  }

  public mutating func removeAll() { stations.removeAll() }
}
