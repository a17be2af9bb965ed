import Core
import Formats
import Painting
import Terminal
import Testing

@testable import nightstand

/// Everything that the radio can do is in reach of a hand on every board. Nobody lists how: it is searched
/// for, with nothing but the keys, knobs and touches of the board.
@Suite struct ReachTests {
  /// One thing that a hand can do on a board.
  struct Touch: Sendable {
    var name: String
    /// Each step, some time after the one before.
    var steps: [(later: Duration, event: Event)]
  }

  /// What tells states apart that a search has to tell apart.
  struct Look: Hashable {
    var screen: Screen
    var under: Screen
    var question: Question?
    var category: Int
    var focus: Int
    var hasRecents: Bool
    var edit: Edit?
    var isJumping: Bool
    var sound: Sound
  }

  struct Sound: Hashable {
    var station: String?
    var list: StationList
    var isWanted: Bool
    var volume: Int
    var isMuted: Bool
    var favorites: [String]

    func differences(from other: Sound) -> Int {
      let isSameVolume = volume == other.volume && isMuted == other.isMuted
      let isSameStation = station == other.station && list == other.list && isWanted == other.isWanted
      return [isSameVolume, isSameStation, favorites == other.favorites].count { !$0 }
    }
  }

  private static func sound(_ state: State) -> Sound {
    Sound(
      station: state.playback.station?.name, list: state.playback.list, isWanted: state.playback.isWanted,
      volume: state.volume.percent, isMuted: state.volume.isMuted,
      favorites: state.favorites.stations.map(\.name))
  }

  private static func look(_ state: State) -> Look {
    let browse = state.browse
    return Look(
      screen: browse.screen, under: browse.under, question: browse.question, category: browse.category,
      focus: browse.focus, hasRecents: !state.recents.stations.isEmpty, edit: browse.edit,
      isJumping: browse.isJumping, sound: sound(state))
  }

  // MARK: The touches of a board

  static func touches(of name: String) throws -> (map: ControlMap, touches: [Touch]) {
    let board = try #require(try Boards.read(name).board)
    let map = board.controls
    var touches: [Touch] = []
    let second = Duration.seconds(1)
    for index in map.contacts.indices {
      let id = ContactID(index)
      let down = Event.control(.contact(id, isClosed: true))
      let up = Event.control(.contact(id, isClosed: false))
      touches.append(
        Touch(
          name: "press \(map.contacts[index].name)",
          steps: [(second, down), (.milliseconds(100), up), (.milliseconds(50), .woke)]))
      touches.append(
        Touch(
          name: "hold \(map.contacts[index].name)",
          steps: [(second, down), (second, .woke), (.zero, up), (.milliseconds(50), .woke)]))
    }
    for (index, knob) in map.knobs.enumerated() {
      #expect(knob.changesPerClick == 4)
      func click(_ right: Bool) -> [(later: Duration, event: Event)] {
        let way =
          right
          ? [(true, false), (true, true), (false, true), (false, false)]
          : [(false, true), (true, true), (true, false), (false, false)]
        return way.enumerated().map { place, level in
          (
            place == 0 ? .milliseconds(100) : .zero,
            .control(.quadrature(KnobID(index), a: level.0, b: level.1))
          )
        }
      }
      for right in [true, false] {
        touches.append(
          Touch(name: right ? "turn right" : "turn left", steps: [(second, .woke)] + click(right)))
        guard let push = knob.push else { continue }
        touches.append(
          Touch(
            name: "push and turn",
            steps: [(second, .control(.contact(push, isClosed: true))), (.milliseconds(50), .woke)]
              + click(right)
              + click(right)
              + [(.milliseconds(50), .control(.contact(push, isClosed: false))), (.milliseconds(50), .woke)]))
      }
    }
    if board.hasTouch {
      // Taps are found on the painted page (`taps`).
      for way: TouchDirection in [.left, .right, .up, .down] {
        touches.append(touch(.swipe(way, from: TouchPoint(x: 0.5, y: 0.5)), nil))
      }
    }
    if map.contacts.isEmpty && !board.hasTouch {
      // The desk: its keyboard.
      let keys: [TerminalKey] =
        [.up, .down, .left, .right, .pageUp, .pageDown, .enter, .backspace, .home]
        + " fFhmozZ+-?".map { .character($0) }
      for key in keys {
        guard case .action(let action)? = DeskKeys.wish(of: key) else { continue }
        touches.append(Touch(name: "\(key)", steps: [(second, .action(action))]))
      }
    }
    return (map, touches)
  }

  /// What a finger does, by the program's own reading of it.
  private static func touch(_ gesture: TouchGesture, _ hit: Hit?) -> Touch {
    var pause = Duration.seconds(1)
    let steps = TouchActions.actions(of: gesture) { _ in hit }.map { action in
      defer { pause = .zero }
      return (later: pause, event: Event.action(action))
    }
    return Touch(name: "\(gesture) on \(String(describing: hit))", steps: steps)
  }

  /// What a finger can tap on the page of `state`, for a short time or a long one: everything, and of the
  /// volume bar the places of a few volumes (each has some pixels: TargetTests).
  static func taps(_ state: State, on painter: Painter) -> [Touch] {
    let targets = painter.targets(of: painter.scene(of: state))
    var hits = targets.all.map(\.hit)
    if let bar = targets.all.first(where: { if case .volume = $0.hit { true } else { false } }) {
      hits += (0..<painter.shape.width).compactMap { targets.hit($0, bar.y) }.filter { volumes.contains($0) }
    }
    let place = TouchPoint(x: 0.5, y: 0.5)
    var seen: Set<Hit> = []
    return hits.filter { seen.insert($0).inserted }.flatMap {
      [touch(.tap(place), $0), touch(.longTap(place), $0)]
    }
      + [touch(.longTap(place), nil)]
  }

  private static let volumes: Set<Hit> = [.volume(56), .volume(64), .volume(68)]

  private static func painter(of board: Board) throws -> Painter {
    let panel = try #require(board.panel)
    #expect(panel.layout == .large)
    let shape = PanelShape(width: 800, height: 480, widthMillimeters: Double(panel.width ?? 154))
    return Painter(shape, format: .rgb565, hasTouch: true)
  }

  private static func radio(_ map: ControlMap, _ layout: Layout) -> (state: State, now: Instant) {
    func named(_ name: String) -> Station { Station(name: name, link: "http://h.example/\(name)") }
    let catalogue = Catalogue(categories: [
      Category(name: "Rock", stations: [named("A"), named("B"), named("C")]),
      Category(name: "Pop", stations: [named("D"), named("E")])
    ])
    // B plays; D and then C were marked before.
    let state = State(
      catalogue: catalogue,
      saved: SavedState(station: named("B"), categoryName: "Rock", wasPlaying: true),
      recents: [named("B"), named("A")], favorites: [named("D"), named("C")], controls: map)
    var radio = (state: state, now: Instant.start)
    var steps: [(later: Duration, event: Event)] = [(.zero, .laidOut(layout)), (.zero, .started)]
    for index in map.contacts.indices {
      steps.append((.zero, .control(.contactReread(ContactID(index), isClosed: false))))
    }
    for index in map.knobs.indices {
      steps.append((.zero, .control(.quadratureReread(KnobID(index), a: false, b: false))))
    }
    perform(steps, &radio)
    return radio
  }

  private static func perform(
    _ steps: [(later: Duration, event: Event)], _ radio: inout (state: State, now: Instant)
  ) {
    var effects: [Effect] = []
    for step in steps {
      radio.now = radio.now + step.later
      radio.state.handle(step.event, at: radio.now, &effects)
    }
  }

  // MARK: What is to be reached

  /// Every action that a person may want. Digits and their numbers are for keyboards (each station is in a
  /// list), as are the list of a keyboard's keys and the end of the program; a key as such is no wish.
  static func wishes() -> [(name: String, action: Action)] {
    let samples: [String: String] = [
      "row N": "row 3", "volume N": "volume 68", "tune N": "tune 5", "favorite-play N": "favorite-play 2"
    ]
    let none: Set<String> = ["help", "quit", "key KEY", "hold KEY"]
    var wishes: [(name: String, action: Action)] = []
    for name in Action.names where !none.contains(name.form) {
      if name.form == "open SCREEN" {
        wishes += Screen.openable.map { ("open \($0)", .open($0)) }
      } else if let action = Action(line: samples[name.form] ?? name.form) {
        wishes.append((name.form, action))
      } else {
        Issue.record("no sample of \(name.form)")
      }
    }
    return wishes
  }

  /// What the wish comes to, on Player or on the list that it is about.
  private static func goals(_ start: (state: State, now: Instant)) -> [String: Goal] {
    var goals: [String: Goal] = [:]
    for wish in wishes() {
      var radio = start
      // Only a list has a row to be removed or chosen.
      if wish.action == .remove || wish.action == .push {
        perform([(.seconds(1), .action(.open(.favorites)))], &radio)
      }
      if [.focus(2), .page(1), .page(-1)].contains(wish.action) {
        perform([(.seconds(1), .action(.open(.stations)))], &radio)
      }
      if [.player, .open(.player)].contains(wish.action) {
        perform([(.seconds(1), .action(.open(.home)))], &radio)
      }
      if wish.action == .play { perform([(.seconds(1), .action(.pause))], &radio) }
      let before = radio.state
      perform([(.seconds(1), .action(wish.action))], &radio)
      let isSound = sound(before) != sound(radio.state)
      #expect(isSound || look(before) != look(radio.state), "\(wish.name) does nothing to be looked for")
      goals[wish.name] =
        isSound
        ? .sound(sound(radio.state)) : .screen(radio.state.browse.screen, focus: radio.state.browse.focus)
    }
    for screen in Screen.allCases where screen != .help { goals["screen \(screen)"] = .anyOn(screen) }
    return goals
  }

  enum Goal {
    case sound(Sound)
    case screen(Screen, focus: Int)
    case anyOn(Screen)

    func isReached(in look: Look) -> Bool {
      switch self {
      case .sound(let sound): sound == look.sound
      case .screen(let screen, let focus): look.screen == screen && look.focus == focus
      case .anyOn(let screen): look.screen == screen
      }
    }
  }

  @Test(arguments: Boards.names)
  func everythingIsInReach(of name: String) throws {
    let (map, touches) = try Self.touches(of: name)
    let board = try #require(try Boards.read(name).board)
    let painter = board.hasTouch ? try Self.painter(of: board) : nil
    let start = Self.radio(map, painter?.panel.layout ?? .compact)
    #expect(start.state.browse.screen == .player && start.state.playback.isWanted)
    var left = Self.goals(start)
    #expect(left.count > 25)
    var seen: Set<Look> = [Self.look(start.state)]
    var wave = [start]
    while !left.isEmpty, !wave.isEmpty, seen.count < 20_000 {
      var next: [(state: State, now: Instant)] = []
      for radio in wave where !left.isEmpty {
        for touch in touches + (painter.map { Self.taps(radio.state, on: $0) } ?? []) {
          var after = radio
          Self.perform(touch.steps, &after)
          let look = Self.look(after.state)
          // Each wish changes one thing; what differs in two is on the way to none.
          guard Self.sound(start.state).differences(from: look.sound) < 2,
            seen.insert(look).inserted
          else { continue }
          next.append(after)
          left = left.filter { !$0.value.isReached(in: look) }
        }
      }
      wave = next
    }
    #expect(left.keys.sorted() == [], "\(seen.count) states were looked at")
  }
}
