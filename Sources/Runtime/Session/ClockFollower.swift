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
    control.look(stored: voice.decodedMilliseconds + ClockFollower.waiting(in: voice, format))
    voice.stretchPPM = control.ppm
    guard let found = control.serverPPM, told.map({ abs($0 - found) >= 5 }) ?? true else { return nil }
    told = found
    return found
  }

  /// The bytes that wait, in milliseconds, as long as those that were decoded took.
  private static func waiting(in voice: Voice, _ format: SampleFormat) -> Int {
    let read = voice.bytes.bytesRead
    guard read > 0 else { return 0 }
    let decoded = Double(voice.samples.framesWritten) * 1_000 / Double(format.rate)
    return Int(Double(voice.bytes.count) * decoded / Double(read))
  }
}
