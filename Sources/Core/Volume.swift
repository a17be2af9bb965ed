/// The volume as the person set it: 0 … 100, and mute beside it.
public struct Volume: Hashable, Sendable {
  public private(set) var percent: Int
  public private(set) var isMuted: Bool
  /// The house's ceiling.
  public let maximum: Int

  public init(percent: Int, isMuted: Bool = false, maximum: Int = 100) {
    self.maximum = min(max(maximum, 0), 100)
    self.percent = min(max(percent, 0), self.maximum)
    self.isMuted = isMuted
  }

  /// A hand that turns the knob wants to hear it: setting the volume ends the mute, but turning down does not.
  public mutating func set(_ percent: Int) {
    if percent > self.percent || !isMuted { isMuted = false }
    self.percent = min(max(percent, 0), maximum)
  }

  public mutating func toggleMute() { isMuted.toggle() }
}
