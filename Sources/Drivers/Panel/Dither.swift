/// Shades on one-bit panels by an ordered pattern of 8 x 8 dots (Bayer). It depends on a pixel's place alone,
/// so that a part drawn anew looks as it did.
enum Dither {
  /// At least so bright is white, where nothing is dithered.
  static let half: UInt32 = 128

  /// How bright a pixel must be to be white there: 2 … 254.
  static func threshold(x: Int, y: Int) -> UInt32 {
    // The Bayer matrix by its bits: those of x^y and y, interlaced in reversed order.
    let (mixed, row) = (UInt32((x ^ y) & 7), UInt32(y & 7))
    let rank =
      (mixed & 1) << 5 | (row & 1) << 4 | (mixed & 2) << 2 | (row & 2) << 1 | (mixed & 4) >> 1 | row >> 2
    return rank * 4 + 2
  }
}
