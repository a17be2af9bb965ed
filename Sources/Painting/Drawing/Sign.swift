/// Small pictures that are drawn, not written: they look the same whatever fonts there are.
enum Sign: Hashable, Sendable {
  case play, pause
  case star, starOutline
  case speaker, speakerSounding, speakerOff
  /// The row leads on.
  case forward, backward
  case dot, square, dots
  case trouble
  /// Stands for a station that has no picture.
  case radio
  /// The radio's own icon.
  case moon
}
