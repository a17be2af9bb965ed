/// What the volume numbers mean: even steps in decibels, since that is how loudness is heard.
public enum VolumeLaw {
  /// Each percent is half a decibel.
  public static let step: Float = 0.5

  /// The level of a volume of 1…100: −49.5…0 dB. Nil for 0 (silence). Others are clamped.
  public static func decibels(percent: Int) -> Float? {
    guard percent > 0 else { return nil }
    return Float(min(percent, 100) - 100) * step
  }

  /// The factor for a volume: 0 for 0, 1 for 100.
  public static func factor(percent: Int) -> Float { decibels(percent: percent).map(factor(decibels:)) ?? 0 }

  /// 10^(decibels / 20), without a math library. Exact to a few parts in 10⁷ between −400 and 400 dB.
  public static func factor(decibels: Float) -> Float {
    // 10^(d/20) = 2^(d · log₂10 / 20); the whole part is an exponent, the rest a short power series.
    let power = Double(min(max(decibels, -400), 400)) * 0.166096404744368117
    let whole = power.rounded(.down)
    let exponent = (power - whole) * 0.693147180559945309
    var term = 1.0
    var sum = 1.0
    for index in 1...14 {
      term *= exponent / Double(index)
      sum += term
    }
    return Float(sum * Double(sign: .plus, exponent: Int(whole), significand: 1))
  }
}
