/// How much sound each station has to gather before it starts. A station that ran dry gathers twice as much
/// from then on; the others start as fast as can be.
public struct Cushions: Hashable, Sendable {
  /// Milliseconds by link.
  public private(set) var byLink: [String: Int]
  /// Links, the one that ran dry longest ago first.
  private var order: [String]

  public init(_ byLink: [String: Int] = [:]) {
    self.byLink = [:]
    order = []
    for (link, milliseconds) in byLink.sorted(by: { $0.key < $1.key }) { put(milliseconds, for: link) }
  }

  public func cushion(for station: Station) -> Duration {
    byLink[station.link].map { .milliseconds($0) } ?? Limits.cushionAtFirst
  }

  mutating func double(for station: Station) {
    put(Int((cushion(for: station) * 2).milliseconds), for: station.link)
  }

  private mutating func put(_ milliseconds: Int, for link: String) {
    order.removeAll { $0 == link }
    order.append(link)
    byLink[link] = min(
      max(milliseconds, Int(Limits.cushionAtFirst.milliseconds)), Int(Limits.cushionMax.milliseconds))
    if order.count > Limits.cushions { byLink[order.removeFirst()] = nil }
  }
}
