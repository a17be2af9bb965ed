public import Core

/// What the screen shows, as a value: the painter and the terminal draw the same one, and two equal scenes
/// need no redraw. All words in it are in the language of the screen.
public struct Scene: Hashable, Sendable {
  public var screen: Screen
  public var layout: Layout
  /// The whole screen is mirrored: heads and rows begin at the right.
  public var isRightToLeft: Bool
  /// The head, left.
  public var title: String
  /// Of the badges, the place in the list, or the volume; "" where there is neither.
  public var place: String
  /// The head, right: in their order.
  public var badges: [Badge]
  /// What can be done from the head, at its right end; wide panels only.
  public var headAction: HeadAction?
  public var body: Body
  /// What stands beside `body` on a wide panel, secondary to it: the player beside a list, or beside the
  /// player the list that its station was chosen from, without a focus.
  public var companion: Body?
  /// The bar to touch, from left to right; empty: none.
  public var tabs: [Tab]
  public var overlay: Overlay?
  /// The words of `overlay`: its note, its question, "Volume 38", "Station 12".
  public var overlayText: String
  /// The answers to a question: No, then Yes.
  public var answers: [String]
  /// The last line: which keys do what here. "": no keyboard.
  public var hint: String
  /// True while nothing that plays can be heard for want of a sound card.
  public var isSilent: Bool

  public enum Body: Hashable, Sendable {
    case list(List)
    case player(PlayerFace)
  }

  public struct Badge: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case place, volume, noSound }
    public var kind: Kind
    public var text: String
  }

  public struct HeadAction: Hashable, Sendable {
    public var text: String
    public var isFocused: Bool
  }

  /// A place in the bar to touch. It leads to `screen`.
  public struct Tab: Hashable, Sendable {
    public var screen: Screen
    public var text: String
    public var isCurrent: Bool
  }

  /// The rows that fit, out of a list of any length.
  public struct List: Hashable, Sendable {
    public var rows: [Row]
    /// The number of the first row in `rows`, from 0, and of all rows.
    public var first: Int
    public var count: Int
    /// What stands there when there are no rows.
    public var whenEmpty: String
  }

  public struct Row: Hashable, Sendable {
    public enum Mark: Hashable, Sendable { case none, speaker, speakerSounding }

    public var text: String
    /// At the right: what is set, what is so.
    public var value: String?
    public var mark = Mark.none
    public var isFocused = false
    /// The knob changes the value: only that is filled, with an arrow on either side.
    public var isEditing = false
    public var isFavorite = false
    /// A row that leads on ends in a disclosure mark.
    public var leadsOn = false
  }

  public struct PlayerFace: Hashable, Sendable {
    public var category: String
    public var station: String
    public var logo: String?
    public var status: Status
    /// What is on the air.
    public var title: String
    /// "MP3 · 44.1 kHz · stereo · 128 kbit/s"
    public var details: String
    public var isFavorite: Bool
    /// The button shows Pause; otherwise Play.
    public var showsPause: Bool
    /// The HUD: 0 … 100 while the cushion fills; its words are those of `status`.
    public var bufferingPercent: Int?
    /// Play or Pause.
    public var playButton: Button
    /// Add or Remove.
    public var favoriteButton: Button
    public var volume: Level
  }

  /// A button shows what can be done, or what is so and can be undone.
  public struct Button: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case play, pause, add, remove }
    public var kind: Kind
    public var text: String
    /// The key that does it, where it has one of its own: "Space", "Hold ★"; "": none.
    public var key: String

    /// Pause and Remove: it plays, it is a favorite. Otherwise it can be done.
    public var isSo: Bool { kind == .pause || kind == .remove }
  }

  /// The volume, in percent, and the house's ceiling.
  public struct Level: Hashable, Sendable {
    public var percent: Int
    public var isMuted: Bool
    public var maximum: Int
    public var text: String
  }

  public struct Status: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case idle, busy, playing, trouble }
    public var kind: Kind
    public var text: String
  }

  public enum Overlay: Hashable, Sendable {
    /// A mark stands at `maximum` where that is below 100.
    case volume(percent: Int, isMuted: Bool, maximum: Int)
    case note(String, isTrouble: Bool)
    case number(String)
    /// The letter that the focus has jumped to, large.
    case letter(String)
    /// No stands first.
    case question(String, isYesFocused: Bool)
    case sheet(List)
  }

  /// The one thing that has the focus: its row from 1, how many there are, and its text. The action in the
  /// head is row 0.
  public var focus: (row: Int, count: Int, text: String)? {
    if case .question(_, let isYesFocused) = overlay {
      return (isYesFocused ? 2 : 1, 2, answers[isYesFocused ? 1 : 0])
    }
    var list: List?
    if case .list(let shown) = body { list = shown }
    if case .sheet(let shown) = overlay { list = shown }
    if let headAction, headAction.isFocused { return (0, list?.count ?? 0, headAction.text) }
    guard let list, let index = list.rows.firstIndex(where: \.isFocused) else { return nil }
    let row = list.rows[index]
    return (list.first + index + 1, list.count, row.value.map { "\(row.text): \($0)" } ?? row.text)
  }
}
