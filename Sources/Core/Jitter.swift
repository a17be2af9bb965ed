/// Pseudo-random numbers for pauses (SplitMix64, public domain algorithm by Sebastiano Vigna). Core's chance
/// comes from a seed, so that a run can be replayed.
struct Jitter: Hashable, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A pause between three quarters of `pause` and the whole of it.
  mutating func shortened(_ pause: Duration) -> Duration {
    pause * 3 / 4 + pause / 4 * Int(next() % 1_001) / 1_000
  }
}
