internal import Audio
internal import Linux
internal import Speaker

/// Plays the test tone once, and says what became of it. It belongs to the loop.
final class SoundTest {
  /// The radio's own volume as it is shipped.
  private static let volume = 60

  private let device: String
  private let output: any VoiceOutput
  private let loop: EventLoop
  private let tell: (String) -> Void
  private(set) var isOver = false
  /// Samples reached a sound device.
  private(set) var wasHeard = false

  init(
    device: String, output: any VoiceOutput, loop: EventLoop, tell: @escaping (String) -> Void
  ) throws(SystemError) {
    self.device = device
    self.output = output
    self.loop = loop
    self.tell = tell
    try loop.watch(output.wake.number, for: .readable) { [unowned self] _ in take() }
    try output.start()
    output.setVolume(percent: SoundTest.volume, isMuted: false)
    output.play(TestTone.voice())
  }

  func close() {
    loop.unwatch(output.wake.number)
    output.close()
  }

  private func take() {
    for report in output.takeReports() where !isOver {
      switch report {
      case .opened(let device, let rate, _, _, _):
        wasHeard = true
        tell("sound \(device): a tone at the left, then a higher one at the right (\(rate) Hz)")
      case .silentOutput(let error):
        // The speaker would try again for ever; who solders starts the test again.
        tell("sound \(device): nothing can be heard: \(error)")
        isOver = true
      case .drained: isOver = true
      default: break
      }
    }
  }
}
