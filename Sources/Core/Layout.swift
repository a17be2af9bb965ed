/// How a panel is laid out, by its size: what stands side by side, and whether the head has room for an action.
public enum Layout: String, Hashable, Sendable, CaseIterable {
  /// 128×64, one bit.
  case tiny
  /// 320×240: one list or one station at a time.
  case compact
  /// 800×480: a list at the left, what plays at the right.
  case wide
}
