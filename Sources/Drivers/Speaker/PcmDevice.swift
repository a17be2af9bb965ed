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

/// Why a wait for a device is over.
package enum PcmReadiness: Equatable {
  /// There is room, or an error that the next write tells.
  case room
  /// The time is over.
  case nothing
  /// The bell was rung; it has not been cleared.
  case bell
}

/// A device that plays stereo frames: the seam at which tests put one that fails in all the ways a real one
/// does. All is called on the audio thread; counts are frames, failures are negative errno values.
package protocol PcmDevice: AnyObject {
  var grant: PcmGrant { get }
  /// Never waits. Returns the frames taken.
  func write(_ frames: UnsafeRawPointer, count: Int) -> Int
  /// Until there is room for a period or `bell` becomes readable (-1: there is none).
  func wait(milliseconds: Int32, bell: Int32) -> PcmReadiness
  func prepare() -> Int32
  func resume() -> Int32
  /// Plays what is there, even if it is less than the start threshold.
  func start()
  /// Frames that are still to be heard.
  var delayFrames: Int { get }
  /// How many of them no longer wait here, because a sound server holds them; 0: none.
  var heldFrames: Int { get }
  /// Takes back what was written last and is not to be heard within the next `kept` frames, `most` at most; the
  /// next write goes in its place. Returns the frames taken back: 0 where a device cannot.
  func takeBack(keeping kept: Int, atMost most: Int) -> Int
  /// Forgets what is still to be heard.
  func drop()
}

extension PcmDevice {
  package var heldFrames: Int { 0 }
}
