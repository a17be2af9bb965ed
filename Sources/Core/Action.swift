/// What a key, a knob, a script or a timer asks for. Every input of every board maps to these.
public enum Action: Hashable, Sendable {
  case stationNext, stationPrevious
  case categoryNext, categoryPrevious
  case playPause, play, pause
  /// Adds or removes: the focused row where a list of stations is shown, else what plays.
  case favorite
  /// Adds or removes what plays, whatever the screen shows.
  case favoritePlaying
  case favoriteNext
  /// Plays the favorite in this place, counted from 1 as they are shown.
  case favoriteNumber(Int)
  case volumeUp, volumeDown
  /// 0 … 100.
  case volume(Int)
  case mute
  /// The knob: clicks to the right are positive. A row in a list, the volume on Player.
  case turn(Int)
  /// As `turn`, but exactly so many rows however fast they come: a key that repeats itself, a script.
  case step(Int)
  /// Left and right: the value that is being changed, else the station before or after.
  case sideways(Int)
  /// So many pages down, or up where negative.
  case page(Int)
  /// Gives the focus to a row, from 0; -1: to the action in the head, where there is one. A touch, then
  /// `push`.
  case focus(Int)
  case push
  case back
  case player
  case options
  case help
  case open(Screen)
  /// Plays the station with this number, counted from 1 through the whole list.
  case tune(Int)
  /// A digit of a station number: shown while it is typed, tuned by `push` or after a rest.
  case digit(Int)
  /// Takes the focused row out of Recents or Favorites.
  case remove
  /// A key, as a finger presses it: what it means depends on the screen (`State.meaning(of:)`).
  case key(Key)
  case hold(Key)
  case quit
}

extension Action {
  /// One line of `nightstand run --actions`.
  public struct Name: Sendable {
    /// "station-next", or "volume N" where an argument follows.
    public let form: String
    public let meaning: String
    let make: @Sendable (Substring?) -> Action?

    init(_ form: String, _ meaning: String, _ make: @escaping @Sendable (Substring?) -> Action?) {
      self.form = form
      self.meaning = meaning
      self.make = make
    }

    init(_ form: String, _ meaning: String, _ action: Action) {
      self.init(form, meaning) { $0 == nil ? action : nil }
    }
  }

  /// Every action by its name, in the order in which help shows them.
  public static let names: [Name] = [
    Name("station-next", "the next station of the list plays at once", .stationNext),
    Name("station-previous", "the previous station of the list plays at once", .stationPrevious),
    Name("category-next", "the next category: the station last heard in it plays", .categoryNext),
    Name("category-previous", "the previous category: the station last heard in it plays", .categoryPrevious),
    Name("play-pause", "pauses what plays, plays what is paused", .playPause),
    Name("play", "plays; does nothing while it plays", .play),
    Name("pause", "pauses; does nothing while it is paused", .pause),
    Name("favorite", "adds the station to the favorites, or removes it", .favorite),
    Name("favorite-playing", "adds what plays to the favorites, or removes it", .favoritePlaying),
    Name("favorite-next", "the next favorite plays at once", .favoriteNext),
    Name("favorite-play N", "plays the favorite in this place") {
      number($0, in: 1...999_999).map(Action.favoriteNumber)
    },
    Name("volume-up", "one step louder (2 dB)", .volumeUp),
    Name("volume-down", "one step softer (2 dB)", .volumeDown),
    Name("volume N", "the volume, 0 to 100") { number($0, in: 0...100).map(Action.volume) },
    Name("mute", "silence, and sound again", .mute),
    Name("down", "the next row; on Player one step softer", .step(1)),
    Name("up", "the row before; on Player one step louder", .step(-1)),
    Name("right", "the next value where one is being changed, else the next station", .sideways(1)),
    Name("left", "the value before where one is being changed, else the station before", .sideways(-1)),
    Name("page-down", "a page of rows down", .page(1)),
    Name("page-up", "a page of rows up", .page(-1)),
    Name("row N", "the focus goes to this row, counted from 1") {
      number($0, in: 1...999_999).map { .focus($0 - 1) }
    },
    Name("select", "the push of the knob: chooses what has the focus", .push),
    Name("back", "one step back", .back),
    Name("player", "shows what plays", .player),
    Name("options", "what can be done here", .options),
    Name("open SCREEN", "shows a screen: " + Screen.openable.map(\.rawValue).joined(separator: ", ")) {
      $0.flatMap { Screen(rawValue: String($0)) }.flatMap { Screen.openable.contains($0) ? .open($0) : nil }
    },
    Name("tune N", "plays the station with this number, counted through the whole list") {
      number($0, in: 1...999_999).map(Action.tune)
    },
    Name("remove", "takes the chosen row out of Recents or Favorites", .remove),
    Name("key KEY", "a short press of a key: " + Key.allCases.map(\.rawValue).joined(separator: ", ")) {
      $0.flatMap { Key(rawValue: String($0)) }.map(Action.key)
    },
    Name("hold KEY", "a key held until it counts as held") {
      $0.flatMap { Key(rawValue: String($0)) }.map(Action.hold)
    },
    Name("help", "shows the keys", .help),
    Name("quit", "ends the radio", .quit)
  ]

  /// Reads one line of a script: a name and, where the form has one, an argument. Nil: not an action.
  public init?(line: some StringProtocol) {
    let words = line.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
    guard let word = words.first else { return nil }
    let argument = words.count > 1 ? Substring(words[1]).trimmingBlanks : nil
    guard let name = Action.names.first(where: { $0.form.split(separator: " ")[0] == word }),
      let action = name.make(argument.flatMap { $0.isEmpty ? nil : $0 })
    else { return nil }
    self = action
  }

  /// The form of the action that `line` begins with, where only its argument is wrong.
  public static func form(of line: some StringProtocol) -> String? {
    guard let word = line.split(whereSeparator: \.isWhitespace).first else { return nil }
    return names.first { $0.form.split(separator: " ")[0] == word }?.form
  }

  private static func number(_ text: Substring?, in range: ClosedRange<Int>) -> Int? {
    guard let text, let number = Int(text), range.contains(number) else { return nil }
    return number
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var rest = self
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return rest.drop { $0.isWhitespace }
  }
}
