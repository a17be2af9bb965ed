internal import Core

/// What a stream does in a picture: made-up reports, told to the state as a session would tell them.
enum Demo: String, CaseIterable, Hashable {
  case playing, paused, connecting, buffering, waiting, failed, silent

  /// - Parameter number: the station; nil: the one that was saved, or the first.
  func apply(to state: inout State, station number: Int?) {
    var effects: [Effect] = []
    func tell(_ event: Event, after pause: Duration = .zero) {
      state.handle(event, at: state.now + pause, &effects)
    }
    if let number {
      tell(.action(.tune(number)))
    } else if state.playback.station != nil {
      tell(.action(.play))
    } else {
      tell(.action(.tune(1)))
    }
    guard let session = state.playback.session else { return }
    func report(_ report: StreamReport) { tell(.stream(session, report)) }
    tell(.output(self == .silent ? .silent(reason: "no sound card") : .opened(device: "default")))
    switch self {
    case .connecting: return
    case .waiting: return report(.failed(.noAnswer))
    case .failed: return report(.failed(.notAudio("a web page")))
    default: break
    }
    report(.connected(StreamInfo(name: state.playback.station?.name, genre: "Eclectic", kbitPerSecond: 128)))
    report(.format(StreamFormat(codec: "MP3", rate: 44_100, channels: 2, kbitPerSecond: 128)))
    report(.title("Ana Moura – Desfado"))
    guard self != .buffering else { return report(.buffering(percent: 45)) }
    report(.sounding)
    if self == .paused { tell(.action(.pause)) }
  }
}
