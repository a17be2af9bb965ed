internal import Audio

/// Keeps what a live stream has in store as it is, though the server's clock and the card's differ.
struct ClockFollower {
  private var control = DriftControl()
  private var starvedCount = 0
  private var format: SampleFormat?
  private var told: Int?

  /// Once a second, while the stream flows.
  /// - Returns: by how much the server's clock is faster, in millionths, where more is known of it than before.
  mutating func look(at voice: Voice, isResting: Bool) -> Int? {
    guard voice.isSounding, let format = voice.format, !isResting else {
      // A server that waits for us follows our clock.
      control.restart()
      return nil
    }
    if voice.starvedCount != starvedCount || format != self.format { control.restart() }
    starvedCount = voice.starvedCount
    self.format = format
    control.look(stored: voice.decodedMilliseconds + (voice.waitingMilliseconds ?? 0))
    voice.stretchPPM = control.ppm
    guard let found = control.serverPPM, told.map({ abs($0 - found) >= 5 }) ?? true else { return nil }
    told = found
    return found
  }
}
