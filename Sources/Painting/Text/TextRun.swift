/// A text in its place, as the layouts ask for it.
struct TextRun: Hashable, Sendable {
  enum Alignment: Hashable, Sendable {
    /// Where the text's own direction begins.
    case start
    case center, left, right
  }

  enum Seat: Hashable, Sendable { case top, middle, bottom }

  enum Motion: Hashable, Sendable {
    /// What is too long ends in "…".
    case still
    /// What is too long moves through the box.
    case mayScroll
    /// It has moved so many pixels.
    case moved(Int)
  }

  var text: String
  /// Em, in pixels.
  var size: Int
  var isBold = false
  var box: PixelRect
  var ink = Ink.text
  var alignment = Alignment.start
  var seat = Seat.middle
  /// At most so many lines; 1 does not break.
  var lines = 1
  var motion = Motion.still
  /// Digits of one width.
  var isTabular = false
}
