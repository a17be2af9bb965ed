extension State {
  /// An edge of the board, at the instant at which the kernel saw it: that may be before `now`.
  mutating func feel(_ edge: ControlEdge, at instant: Instant, _ effects: inout [Effect]) {
    var gestures: [Gesture] = []
    controls.take(edge, at: instant, &gestures)
    perform(gestures, &effects)
  }

  /// What the hand did by doing nothing: it held on, or what it let go of has settled.
  mutating func advanceControls(_ effects: inout [Effect]) {
    var gestures: [Gesture] = []
    controls.advance(to: now, &gestures)
    perform(gestures, &effects)
  }

  private mutating func perform(_ gestures: [Gesture], _ effects: inout [Effect]) {
    for gesture in gestures {
      switch gesture {
      case .pressed(let id):
        let contact = controls.map.contacts[id.index]
        if contact.actsAtPress { perform(contact.short, &effects) }
      case .released(let id):
        let contact = controls.map.contacts[id.index]
        if !contact.actsAtPress { perform(contact.short, &effects) }
      case .repeated(let id): perform(controls.map.contacts[id.index].short, &effects)
      case .held(let id): perform(controls.map.contacts[id.index].hold, &effects)
      case .turned(_, let isRight): turnKnob(isRight: isRight, &effects)
      case .turnedPushed(_, let isRight): perform(isRight ? .volumeUp : .volumeDown, &effects)
      case .twitched: takeBackClick(&effects)
      // Check-out takes this place.
      case .chordHeld: break
      case .stuck(let id): tell(.keyStuck(controls.map.contacts[id.index].name))
      }
      if case .turned = gesture {} else { lastClick = nil }
    }
  }

  private mutating func perform(_ action: Action?, _ effects: inout [Effect]) {
    if let action { perform(action, &effects) }
  }
}

/// The latest click of a knob, while nothing else has happened: what it changed can be taken back when it
/// turns out to have been the beginning of a push. So turning acts at once, and a push still chooses what was
/// looked at.
struct LastClick: Hashable {
  /// What a click may change, as it was before.
  var browse: Browse
  var volume: Volume
  var rise: VolumeRise
  var volumeGoal: Int?
  var volumeShownUntil: Instant?
  var letter: Character?
  var letterUntil: Instant?
  var typedNumber: Int?
  var typedUntil: Instant?
  /// And after it: were they changed since, nothing is taken back.
  var browseAfter: Browse
  var volumeAfter: Volume
}

/// Clicks that cannot be taken back (they would have changed the station) wait until they are known to be no
/// jerk.
struct HeldClicks: Hashable {
  /// To the right positive.
  var count = 0
  var until: Instant?
}

extension State {
  private mutating func turnKnob(isRight: Bool, _ effects: inout [Effect]) {
    let click = isRight ? 1 : -1
    if browse.screen == .player, settings.playerKnob == .station {
      heldClicks.count += click
      heldClicks.until = now + Limits.twitch
      return
    }
    let before = self
    perform(.turn(click), &effects)
    lastClick = LastClick(
      browse: before.browse, volume: before.volume, rise: before.rise, volumeGoal: before.volumeGoal,
      volumeShownUntil: before.volumeShownUntil, letter: before.letter, letterUntil: before.letterUntil,
      typedNumber: before.typedNumber, typedUntil: before.typedUntil, browseAfter: browse,
      volumeAfter: volume)
  }

  mutating func letGoOfClicks(_ effects: inout [Effect]) {
    guard let until = heldClicks.until, until <= now else { return }
    let clicks = heldClicks.count
    heldClicks = HeldClicks()
    if clicks != 0, browse.screen == .player { perform(.turn(clicks), &effects) }
  }

  private mutating func takeBackClick(_ effects: inout [Effect]) {
    heldClicks = HeldClicks()
    guard let click = lastClick, browse == click.browseAfter, volume == click.volumeAfter else { return }
    browse = click.browse
    letter = click.letter
    letterUntil = click.letterUntil
    typedNumber = click.typedNumber
    typedUntil = click.typedUntil
    volumeShownUntil = click.volumeShownUntil
    isVolumeShown = volumeShownUntil != nil
    rise = click.rise
    volumeGoal = click.volumeGoal
    guard volume != click.volume else { return }
    volume = click.volume
    effects.append(.setVolume(percent: volume.percent, isMuted: volume.isMuted))
    effects.append(.save(.state))
  }
}
