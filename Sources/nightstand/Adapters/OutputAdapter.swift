internal import Audio
internal import Formats
internal import Glibc
internal import Linux
internal import Runtime
internal import Speaker

extension Speaker {
  /// As the board has it.
  convenience init(_ board: Board) {
    self.init(
      Configuration(device: board.soundDevice, mixerControl: board.soundMixer, isMono: board.soundMono))
  }
}

/// The card, or the file in its place, as the port that Runtime wants.
final class OutputAdapter: SoundOutput {
  var onReport: ((SoundReport) -> Void)?
  /// A recording that cannot be written.
  private(set) var recordingError: SystemError?

  private let output: any VoiceOutput
  private let loop: EventLoop

  init(_ output: any VoiceOutput, loop: EventLoop) throws(SystemError) {
    self.output = output
    self.loop = loop
    try loop.watch(output.wake.number, for: .readable) { [unowned self] _ in report() }
    try output.start()
  }

  func play(_ voice: Voice) { output.play(voice) }
  func stop(_ voice: Voice) { output.stop(voice) }
  func pause(_ voice: Voice) { output.pause(voice) }
  func resume(_ voice: Voice) { output.resume(voice) }
  func setVolume(percent: Int, isMuted: Bool) { output.setVolume(percent: percent, isMuted: isMuted) }

  func close() {
    loop.unwatch(output.wake.number)
    output.close()
  }

  private func report() {
    for report in output.takeReports() {
      switch report {
      case .opened(let device, _, _, _, _): onReport?(.opened(device: device))
      case .silentOutput(let error): onReport?(.silent(reason: OutputAdapter.words(for: error)))
      case .sounding(let voice): onReport?(.sounding(voice))
      case .starved(let voice): onReport?(.starved(voice))
      case .drained(let voice): onReport?(.drained(voice))
      case .recordingFailed(let error): recordingError = error
      // What it means to a listener is told by the silent output that follows, or by nothing at all.
      case .failed, .recovered: break
      }
    }
  }

  private static func words(for error: AlsaError) -> String {
    guard case .failed(.open, let code) = error else { return "\(error)" }
    switch -code {
    case ENOENT, ENODEV, ENXIO: return "no sound card"
    case EBUSY: return "another program has the sound card"
    case EACCES, EPERM: return "no permission to use the sound card"
    case ECONNREFUSED: return "no sound server"
    default: return "\(error)"
    }
  }
}
