/// How a piece of text looks. Terminals that lack one of them show it plain.
public struct TerminalStyle: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let plain: TerminalStyle = []
  public static let bold = TerminalStyle(rawValue: 1)
  public static let dim = TerminalStyle(rawValue: 2)
  public static let inverse = TerminalStyle(rawValue: 4)
  /// The one color (cyan), for what plays.
  public static let accent = TerminalStyle(rawValue: 8)

  /// "Select Graphic Rendition" (ECMA-48, 8.3.117), from whatever was before.
  var sequence: String {
    var codes = "0"
    if contains(.bold) { codes += ";1" }
    if contains(.dim) { codes += ";2" }
    if contains(.inverse) { codes += ";7" }
    if contains(.accent) { codes += ";36" }
    return "\u{1B}[\(codes)m"
  }
}

/// A piece of a line in one style.
public struct TerminalText: Hashable, Sendable {
  public var text: String
  public var style: TerminalStyle

  public init(_ text: String, _ style: TerminalStyle = .plain) {
    self.text = text
    self.style = style
  }
}

/// One line of the screen. What does not fit is cut off, by whole characters.
public struct TerminalLine: Hashable, Sendable {
  public var pieces: [TerminalText]
  /// Whether the last piece's style goes on to the end of the line, as a bar.
  public var isFilled: Bool

  public init(_ pieces: [TerminalText], isFilled: Bool = false) {
    self.pieces = pieces
    self.isFilled = isFilled
  }

  public init(_ text: String, _ style: TerminalStyle = .plain, isFilled: Bool = false) {
    self.init([TerminalText(text, style)], isFilled: isFilled)
  }

  public static let blank = TerminalLine([])
}
