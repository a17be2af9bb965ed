/// The keys that a hand knows from every board. What a key means depends on the screen, never on the board.
public enum Key: String, Hashable, Sendable, CaseIterable {
  case category, station, play, star, moon, back
  /// The one key of a board that has a knob and nothing else.
  case single
  /// The push of the knob.
  case knob

  /// Sound starts and stops at once; every other key waits for the release, since it can also be held.
  public var actsAtPress: Bool { self == .play }
  public var holds: Bool { !actsAtPress }
}

extension State {
  /// What a short press of `key` asks for on the present screen. Nil: nothing.
  public func meaning(of key: Key) -> Action? {
    let isPlayer = browse.screen == .player
    switch key {
    case .category: return isPlayer ? .categoryNext : .back
    case .station: return isPlayer ? .stationNext : .player
    case .play: return .playPause
    // A question waits for Yes or No.
    case .star: return browse.screen == .confirm ? nil : .favoriteNext
    // The sleep timer takes this place.
    case .moon: return nil
    case .back: return .back
    case .single: return isPlayer ? .playPause : .back
    case .knob: return .push
    }
  }

  /// What holding `key` asks for on the present screen. Nil: nothing.
  public func meaning(ofHolding key: Key) -> Action? {
    let isPlayer = browse.screen == .player
    switch key {
    case .category: return .open(.home)
    // Elsewhere the Clock, when there is one; until then Player, which stands one step before it.
    case .station: return isPlayer ? .stationPrevious : .player
    // Nothing on most boards; where there is no key for it, the sleep timer takes this place.
    case .play: return nil
    case .star: return browse.screen == .confirm ? nil : .favorite
    // Alarms take this place.
    case .moon: return nil
    // On Player the Clock, when there is one.
    case .back: return isPlayer ? nil : .player
    case .single: return isPlayer ? .open(.home) : .player
    case .knob: return browse.screen == .confirm ? nil : .options
    }
  }
}
