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
      case .stuck(let id):
        tell(.keyStuck(controls.map.contacts[id.index].name))
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
  var browseBefore: Browse
  var browseAfter: Browse
  var volumeBefore: Volume
  var volumeAfter: Volume
  var volumeShownUntilBefore: Instant?
  var typedBefore: Int?
  var typedUntilBefore: Instant?
}

extension State {
  private mutating func turnKnob(isRight: Bool, _ effects: inout [Effect]) {
    let before = self
    perform(.turn(isRight ? 1 : -1), &effects)
    lastClick = LastClick(
      browseBefore: before.browse, browseAfter: browse, volumeBefore: before.volume, volumeAfter: volume,
      volumeShownUntilBefore: before.volumeShownUntil, typedBefore: before.typedNumber,
      typedUntilBefore: before.typedUntil)
  }

  private mutating func takeBackClick(_ effects: inout [Effect]) {
    guard let click = lastClick, browse == click.browseAfter, volume == click.volumeAfter else { return }
    browse = click.browseBefore
    typedNumber = click.typedBefore
    typedUntil = click.typedUntilBefore
    volumeShownUntil = click.volumeShownUntilBefore
    isVolumeShown = volumeShownUntil != nil
    if letterUntil != nil { endJump() }
    guard volume != click.volumeBefore else { return }
    volumeGoal = nil
    volume = click.volumeBefore
    effects.append(.setVolume(percent: volume.percent, isMuted: volume.isMuted))
    effects.append(.save(.state))
  }
}
