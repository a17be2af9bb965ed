public import Linux

/// What an output tells the loop. `voice` is a `Voice.id`; counts are frames.
public enum SpeakerReport: Hashable, Sendable {
  /// The card is open (again). `format` is "S32" or "S16", with "plug" where alsa-lib converts.
  case opened(device: String, rate: Int, periodFrames: Int, bufferFrames: Int, format: String)
  /// The card cannot be opened, or is gone. It is tried again about once a second while a voice sounds.
  case failed(AlsaError)
  /// From now on nothing is heard, though all goes on at the right speed.
  case silentOutput(reason: AlsaError)
  /// Samples of the voice go to the output.
  case sounding(voice: Int)
  /// It ran dry before its end and waits for its cushion.
  case starved(voice: Int)
  /// All of it has been handed to the output.
  case drained(voice: Int)
  /// The card ran dry `underruns` times so far, and goes on.
  case recovered(underruns: Int)
  /// The recording cannot be written.
  case recordingFailed(SystemError)
}
