internal import Core
internal import Painting

/// What touches mean: a tap by what it hits, the rest nearly the same on every screen. Pure.
enum TouchActions {
  /// One after the other. A tap gives the focus and pushes, as the knob would: what a push means is not told
  /// twice.
  /// - Parameter hit: what is at a place of the picture.
  static func actions(of gesture: TouchGesture, hit: (TouchPoint) -> Hit?) -> [Action] {
    switch gesture {
    case .tap(let place): hit(place).map(actions(forTapping:)) ?? []
    // The options are about the row that the finger means: nothing else gives it the focus alone.
    case .longTap(let place):
      if case .row(let row)? = hit(place) { [.focus(row), .options] } else { [.options] }
    // What is below the finger follows it: a finger that goes up brings the rows below.
    case .swipe(.up, _): [.page(1)]
    case .swipe(.down, _): [.page(-1)]
    case .swipe(.right, _): [.back]
    case .swipe(.left, _): []
    }
  }

  private static func actions(forTapping hit: Hit) -> [Action] {
    switch hit {
    case .row(let row): [.focus(row), .push]
    // What plays leads to the list that it was chosen from.
    case .companionRow(let row): [.player, .push, .focus(row), .push]
    case .value: [.push]
    case .arrow(let step): [.step(step)]
    case .answer(let isYes): [.focus(isYes ? 1 : 0), .push]
    case .headAction: [.focus(-1), .push]
    case .playPause: [.playPause]
    case .favorite: [.favoritePlaying]
    case .tab(let screen): [.open(screen)]
    case .volume(let percent): [.volume(percent)]
    case .outside: [.back]
    }
  }
}
