extension Limits {
  /// A contact that is closed for less is noise; one that opens for less is still down.
  public static let debounce = Duration.milliseconds(25)
  /// A press whose contact chattered for longer before it closed counts from when it closed at last.
  static let chatterMax = Duration.milliseconds(100)
  /// `holdTime` of the house moves it between 0.4 and 2 s.
  public static let holdTime = Duration.milliseconds(700)
  public static let holdTimeRange = Duration.milliseconds(400)...Duration.milliseconds(2_000)
  /// Longer than any chord and any patience: water in a key, or a wire that touches another.
  public static let stuckTime = Duration.seconds(30)
  /// A line that is closed when the radio starts is told of after so long: it may be a hand that is holding
  /// it.
  public static let stuckAtStart = Duration.seconds(5)
  public static let chordTime = Duration.seconds(5)
  /// A key that repeats: 2 dB in 170 ms stays below the 12 dB/s by which the volume may rise.
  public static let repeatDelay = Duration.milliseconds(500)
  public static let repeatInterval = Duration.milliseconds(170)
  /// A single click so shortly before a push is the jerk of the hand.
  public static let twitch = Duration.milliseconds(80)
  /// Clicks that a pushed knob may jerk by before it is the volume.
  static let twitchClicks = 1
  /// With one change a click, bounce looks like turning back; the way back counts when it has lasted.
  public static let bounce = Duration.milliseconds(5)
}
