/// Keeps the volume from rising by more than 12 dB in any one second, whatever turns it: a knob that slips, a
/// stuck key, a script. It may fall as fast as it likes.
struct VolumeRise: Hashable, Sendable {
  private struct Left: Hashable, Sendable {
    var percent: Int
    /// The volume was `percent` until then.
    var until: Instant
  }

  /// The levels that were left upward within the last second, the lowest (and oldest) first.
  private var left: [Left] = []

  /// The loudest that may be at `now`, in percent, the volume being `percent`.
  func ceiling(over percent: Int, at now: Instant) -> Int {
    let low = left.first { $0.until + Limits.riseWindow > now }?.percent ?? percent
    return min(low, percent) + Limits.riseMax
  }

  mutating func changed(from before: Int, to after: Int, at now: Instant) {
    left.removeAll { $0.until + Limits.riseWindow <= now || $0.percent >= min(before, after) }
    if after > before { left.append(Left(percent: before, until: now)) }
  }

  /// When `ceiling` rises next; nil: it is as high as it will be.
  func opens(after now: Instant) -> Instant? {
    left.map { $0.until + Limits.riseWindow }.first { $0 > now }
  }
}
