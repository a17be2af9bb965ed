public import Audio

/// What plays voices: the sound card, or what stands in for it. All calls come from the loop and return at
/// once; what happens is told by reports, on the loop.
public protocol SoundOutput: AnyObject {
  /// `voice` sounds as soon as its cushion is decoded; the one before it is heard until then, and fades out.
  func play(_ voice: Voice)
  /// Fades `voice` out and lets go of it.
  func stop(_ voice: Voice)
  func pause(_ voice: Voice)
  func resume(_ voice: Voice)
  func setVolume(percent: Int, isMuted: Bool)
  /// Fades out, closes the device and ends the thread.
  func close()

  var onReport: ((SoundReport) -> Void)? { get set }
}

/// What a sound output tells; voices by their `id`.
public enum SoundReport: Hashable, Sendable {
  case opened(device: String)
  case silent(reason: String)
  /// Samples of the voice reach the output: for the first time, after it ran dry, after a pause.
  case sounding(Int)
  case starved(Int)
  /// All of it was heard.
  case drained(Int)
}
