package import Audio

/// What a device granted, read back from it.
package struct PcmGrant: Hashable, Sendable {
  /// Hertz; exactly what was asked for.
  package let rate: Int
  package let periodFrames: Int
  package let bufferFrames: Int
  package let encoding: SampleEncoding
  /// The rate or the format is converted by alsa-lib ("plug").
  package let isConverted: Bool

  package init(rate: Int, periodFrames: Int, bufferFrames: Int, encoding: SampleEncoding, isConverted: Bool) {
    self.rate = rate
    self.periodFrames = periodFrames
    self.bufferFrames = bufferFrames
    self.encoding = encoding
    self.isConverted = isConverted
  }
}

/// A device that plays stereo frames: the seam at which tests put one that fails in all the ways a real one
/// does. All is called on the audio thread; counts are frames, failures are negative errno values.
package protocol PcmDevice: AnyObject {
  var grant: PcmGrant { get }
  /// Never waits. Returns the frames taken.
  func write(_ frames: UnsafeRawPointer, count: Int) -> Int
  /// 1: there is room. 0: not within the time.
  func wait(milliseconds: Int32) -> Int32
  func prepare() -> Int32
  func resume() -> Int32
  /// Plays what is there, even if it is less than the start threshold.
  func start()
  /// Frames that are still to be heard.
  var delayFrames: Int { get }
  /// Forgets what is still to be heard.
  func drop()
}
