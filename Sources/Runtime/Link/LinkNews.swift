public import Core
public import Linux

/// Tells the radio of each change of the network, so that it is tried at the moment at which it can work.
public final class LinkNews {
  private let changes: NetworkChanges

  /// - Parameter tell: takes `Event.link`, for this turn of the loop.
  public init(loop: EventLoop, tell: @escaping (Event) -> Void) throws(SystemError) {
    changes = try NetworkChanges(loop: loop) { links, appeared in
      tell(.link(LinkState(links), appeared: appeared))
    }
  }
}

extension LinkState {
  init(_ links: NetworkLinks) {
    if !links.isConnected {
      self = links.hasWiFi ? .noWiFi : .noNetwork
    } else if links.addresses.isEmpty {
      self = .noAddress
    } else if let routes = links.routes, routes.isEmpty {
      self = .noRoute
    } else {
      self = .ready
    }
  }
}
