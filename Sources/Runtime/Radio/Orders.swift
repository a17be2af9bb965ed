internal import Core

/// The effects of one turn, by kind and without what a later one made superfluous: fifty clicks of the volume
/// knob in one turn are one order, and a station that was zapped over is never opened.
struct Orders {
  private(set) var sound: [Effect] = []
  private(set) var network: [Effect] = []
  private(set) var documents: [Document] = []
  /// Outer nil: no order. Inner nil: no wake is needed.
  private(set) var wake: Instant??
  private(set) var quits = false

  init(_ effects: [Effect]) {
    let started = Set(
      effects.compactMap { effect in
        switch effect {
        case .startSession(let id, _, _), .prepareSession(let id, _, _), .warmSession(let id, _, _): id
        default: nil
        }
      })
    let stopped = Set(effects.compactMap { if case .stopSession(let id) = $0 { id } else { nil } })
    let passing = started.intersection(stopped)
    let lastVolume = effects.lastIndex { if case .setVolume = $0 { true } else { false } }
    for (index, effect) in effects.enumerated() {
      switch effect {
      case .startSession(let id, _, _), .prepareSession(let id, _, _), .warmSession(let id, _, _),
        .soundSession(let id), .stopSession(let id):
        if !passing.contains(id) { network.append(effect) }
      case .pauseSession(let id), .resumeSession(let id), .setCushion(let id, _):
        if !passing.contains(id) { sound.append(effect) }
      case .setVolume: if index == lastVolume { sound.append(effect) }
      case .save(let document): if !documents.contains(document) { documents.append(document) }
      case .wake(let at): wake = .some(at)
      case .quit: quits = true
      }
    }
  }
}
