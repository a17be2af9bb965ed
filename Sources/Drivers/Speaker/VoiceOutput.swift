public import Audio
public import Linux

/// Where a voice is heard: the card, or a file that stands in for it. It belongs to the loop, which watches
/// `wake` and then calls `takeReports`.
public protocol VoiceOutput: AnyObject {
  /// Rung when there are reports.
  var wake: WakeEvent { get }
  func takeReports() -> [SpeakerReport]

  /// Once, before all else. Throws only if there is no thread to be had.
  func start() throws(SystemError)
  /// Lets the voice sound as soon as its cushion is decoded. The one before it plays until then, if the output
  /// can mix, fades out and is released.
  func play(_ voice: Voice)
  /// Fades out and releases.
  func stop(_ voice: Voice)
  /// Fades out; the samples stay where they are.
  func pause(_ voice: Voice)
  func resume(_ voice: Voice)
  /// `percent` 0…100, see `VolumeLaw`.
  func setVolume(percent: Int, isMuted: Bool)
  /// Fades out, plays what is on its way, ends the thread. Takes at most a few seconds even if the card hangs.
  func close()
}
