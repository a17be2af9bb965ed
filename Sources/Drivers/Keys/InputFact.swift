/// What an input device told. Instants are the kernel's, on the monotonic clock.
public enum InputFact: Hashable, Sendable {
  /// A key, by the kernel's code (linux/input-event-codes.h). Repeats of a key that is held are not told.
  case key(code: Int, isPressed: Bool, at: Duration)
  /// A knob, in clicks; positive to the right.
  case turned(clicks: Int, at: Duration)
  /// A finger on a touch screen.
  case touch(Touch)
  case appeared(name: String)
  case vanished(name: String)

  public struct Touch: Hashable, Sendable {
    public enum Phase: Hashable, Sendable {
      case down, moved, up
      /// It was no touch of a person: palm detection, or the device vanished.
      case cancelled
    }

    /// Which one; a number is free again after `up` or `cancelled`.
    public var finger: Int
    public var phase: Phase
    /// 0 … 1 from the left and from the top of the touch screen. Of `up` and `cancelled`: the last ones
    /// known.
    public var x: Double
    public var y: Double
    public var instant: Duration

    public init(finger: Int, phase: Phase, x: Double, y: Double, at instant: Duration) {
      self.finger = finger
      self.phase = phase
      self.x = x
      self.y = y
      self.instant = instant
    }
  }
}
