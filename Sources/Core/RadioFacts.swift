/// What is known of the network at a moment.
public struct NetworkReport: Hashable, Sendable {
  /// As people write them: "192.168.1.20". None: no network.
  public var addresses: [String]
  /// How strong the Wi-Fi is, in dBm; nil: none is used.
  public var signal: Int?

  public init(addresses: [String] = [], signal: Int? = nil) {
    self.addresses = addresses
    self.signal = signal
  }
}

/// A row of This radio. Its words are made where it is shown.
public enum RadioFact: Hashable, Sendable {
  case version(String)
  /// Of what the house put on the radio.
  case revision(String)
  case room(String)
  case address(String)
  case noAddress
  /// In dBm.
  case signal(Int)
  case stations(count: Int, categories: Int)
  case favorites(count: Int)
  case recents(count: Int)
  case sound(OutputReport?)
  case station(String)
  case link(String)
  /// `icy-name` and `icy-genre`.
  case callsItself(String)
  case genre(String)
  case stream
  case cushion(Duration)
  /// By how much the server's clock is faster than the card's, in millionths.
  case clock(Int)
  case failures(Int, last: StreamFailure)
}

extension State {
  /// The rows of This radio, in their order.
  public var radioFacts: [RadioFact] {
    var facts: [RadioFact] = []
    if let version { facts.append(.version(version)) }
    if let revision = settings.revision { facts.append(.revision(revision)) }
    if let room { facts.append(.room(room)) }
    if let network {
      facts += network.addresses.isEmpty ? [.noAddress] : network.addresses.map { .address($0) }
      if let signal = network.signal { facts.append(.signal(signal)) }
    }
    facts.append(.stations(count: catalogue.stationCount, categories: catalogue.categories.count))
    facts += [
      .favorites(count: favorites.stations.count), .recents(count: recents.stations.count), .sound(output)
    ]
    guard let station = playback.station else { return facts }
    facts += [.station(station.name), .link(station.link)]
    if let name = playback.info?.name { facts.append(.callsItself(name)) }
    if let genre = playback.info?.genre { facts.append(.genre(genre)) }
    if playback.format != nil { facts.append(.stream) }
    facts.append(.cushion(cushions.cushion(for: station)))
    if let ppm = playback.serverPPM { facts.append(.clock(ppm)) }
    if let failure = playback.lastFailure { facts.append(.failures(playback.failures, last: failure)) }
    return facts
  }
}
