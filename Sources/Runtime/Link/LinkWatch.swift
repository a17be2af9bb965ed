public import Core
internal import Formats
internal import Linux

/// Looks at the network while somebody looks at it: its address and the strength of the Wi-Fi on This radio.
/// At other times nothing is asked, and nothing wakes the processor.
public final class LinkWatch: Face {
  private static let interval = Duration.seconds(2)
  private static let wireless = "/proc/net/wireless"

  private let time: any Timekeeping
  private let tell: (Event) -> Void
  private var timer: (any LoopTimer)?
  private var isShown = false

  /// - Parameter tell: takes `Event.network`, for the next turn of the loop.
  public init(time: any Timekeeping, tell: @escaping (Event) -> Void) {
    self.time = time
    self.tell = tell
    timer = time.timer { [unowned self] in look() }
  }

  public func show(_ state: State) {
    let wasShown = isShown
    isShown = state.browse.screen == .radio
    // Not from within a turn: the timer rings in the next one.
    if isShown != wasShown { timer?.set(isShown ? time.now : nil) }
  }

  public func close() {
    timer?.remove()
    timer = nil
  }

  private func look() {
    guard isShown else { return }
    let bytes = (try? BoundedRead.file(LinkWatch.wireless, sizeMax: 65_536)) ?? []
    tell(
      .network(
        NetworkReport(addresses: NetworkAddresses.current(), signal: WirelessStatus.level(bytes))))
    timer?.set(time.now + LinkWatch.interval)
  }
}
