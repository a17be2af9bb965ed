import Core
import Scene
import Testing

@testable import Painting

/// A finger hits what is drawn where it comes down, and nothing else.
@Suite struct TargetTests {
  struct Look: CustomTestStringConvertible, Sendable {
    let width: Int
    let height: Int
    var isOneBit = false
    var hasTouch = false
    var isLeftward = false
    var testDescription: String { "\(width)×\(height)\(hasTouch ? " touch" : "")\(isLeftward ? " ←" : "")" }

    var painter: Painter { Panel.painter(width, height, isOneBit: isOneBit, hasTouch: hasTouch) }

    func scene(_ shot: Shot, on painter: Painter) -> Scene {
      let state = Panel.state(shot.events, painter.panel.layout)
      return painter.scene(of: state, phrases: isLeftward ? Panel.leftward : .english)
    }
  }

  static let looks: [Look] = [
    Look(width: 320, height: 240), Look(width: 320, height: 240, isLeftward: true),
    Look(width: 240, height: 320), Look(width: 128, height: 64, isOneBit: true),
    Look(width: 128, height: 64, isOneBit: true, isLeftward: true), Look(width: 800, height: 480),
    Look(width: 800, height: 480, hasTouch: true),
    Look(width: 800, height: 480, hasTouch: true, isLeftward: true),
    Look(width: 1_024, height: 600, hasTouch: true)
  ]

  private static func shot(_ name: String) throws -> Shot {
    try #require(Shot.all.first { $0.name == name })
  }

  /// The middle of each text that reads so, on the screen.
  private func places(of text: String, in sketch: Sketch, _ painter: Painter) -> [(x: Int, y: Int)] {
    sketch.page.elements.compactMap { element in
      guard case .text(let run) = element, run.text == DisplayText.clean(text), !run.text.isEmpty else {
        return nil
      }
      return (run.box.x + run.box.width / 2, run.box.y + run.box.height / 2)
    }
  }

  // MARK: All that is drawn

  @Test(arguments: looks) func eachRowIsHitWhereItStands(look: Look) throws {
    let painter = look.painter
    var count = 0
    for shot in Shot.all {
      let scene = look.scene(shot, on: painter)
      _ = painter.paint(scene, at: .start)
      let sketch = painter.sketch(of: scene)
      // What a strip, a card or a question lies over is out of reach: those have tests of their own.
      var list: Scene.List?
      switch scene.overlay {
      case nil: if case .list(let shown) = scene.body { list = shown }
      case .sheet(let sheet): list = sheet
      default: continue
      }
      for (index, row) in (list?.rows ?? []).enumerated() {
        let wanted: Hit = row.isEditing ? .value : .row((list?.first ?? 0) + index)
        let places = places(of: row.text, in: sketch, painter)
        #expect(!places.isEmpty, "\(shot): \(row.text)")
        let hits = places.map { painter.hit($0.x, $0.y) }
        #expect(hits.contains(wanted), "\(shot): \(row.text) is \(hits), not \(wanted)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test(arguments: looks) func theSceneFitsThePanel(look: Look) throws {
    let painter = look.painter
    for shot in Shot.all {
      let scene = look.scene(shot, on: painter)
      guard scene.overlay == nil, case .list(let list) = scene.body else { continue }
      let rows = painter.targets(of: scene).all.compactMap { target -> Int? in
        switch target.hit {
        case .row(let row): row
        case .value: list.rows.firstIndex(where: \.isEditing).map { $0 + list.first }
        default: nil
        }
      }
      #expect(rows.sorted() == Array(list.first..<list.first + list.rows.count), "\(shot)")
    }
  }

  @Test(arguments: looks) func questionsAreAnsweredByTheirButtons(look: Look) throws {
    let painter = look.painter
    let scene = look.scene(try Self.shot("confirm"), on: painter)
    _ = painter.paint(scene, at: .start)
    let sketch = painter.sketch(of: scene)
    for (index, answer) in scene.answers.enumerated() {
      let hits = places(of: answer, in: sketch, painter).map { painter.hit($0.x, $0.y) }
      #expect(hits.contains(.answer(isYes: index == 1)), "\(answer): \(hits)")
    }
    // Nothing of what the question lies over is in reach.
    let answers: Set<Hit?> = [nil, .answer(isYes: true), .answer(isYes: false)]
    #expect(Self.hits(on: painter) == answers)
  }

  @Test(arguments: looks) func buttonsOfThePlayerAreHit(look: Look) throws {
    let painter = look.painter
    guard painter.panel.layout != .tiny else { return }
    for name in ["player", "player-favorite", "player-long", "player-waiting", "stations"] {
      let scene = look.scene(try Self.shot(name), on: painter)
      guard painter.panel.layout == .wide || name != "stations" else { continue }
      // The overlay of a favorite that was added lies over the lower edge.
      guard scene.overlay == nil else { continue }
      _ = painter.paint(scene, at: .start)
      let sketch = painter.sketch(of: scene)
      var face: Scene.PlayerFace?
      if case .player(let shown) = scene.body { face = shown }
      if case .player(let shown)? = scene.companion { face = shown }
      let player = try #require(face)
      let play = places(of: player.playButton.text, in: sketch, painter)
      #expect(play.map { painter.hit($0.x, $0.y) } == [.playPause], "\(name)")
      let favorite = places(of: player.favoriteButton.text, in: sketch, painter)
      #expect(favorite.map { painter.hit($0.x, $0.y) } == [.favorite], "\(name)")
      // Between the two is nothing.
      let frames = sketch.page.elements.compactMap { element -> PixelRect? in
        if case .frame(let rect, _, _, _) = element, painter.hit(rect.x + 1, rect.y + 1) == .playPause {
          rect
        } else {
          nil
        }
      }
      let button = try #require(frames.first)
      let gap = look.isLeftward ? button.x - 3 : button.maxX + 2
      #expect(painter.hit(gap, button.y + button.height / 2) == nil)
    }
  }

  @Test func tabsAndClearLeadWhereTheySay() throws {
    for isLeftward in [false, true] {
      let look = Look(width: 800, height: 480, hasTouch: true, isLeftward: isLeftward)
      let painter = look.painter
      let scene = look.scene(try Self.shot("recents-clear"), on: painter)
      _ = painter.paint(scene, at: .start)
      let sketch = painter.sketch(of: scene)
      #expect(scene.tabs.count == 5)
      for tab in scene.tabs {
        let hits = places(of: tab.text, in: sketch, painter).map { painter.hit($0.x, $0.y) }
        #expect(hits.contains(.tab(tab.screen)), "\(tab.text): \(hits)")
      }
      let clear = places(of: try #require(scene.headAction).text, in: sketch, painter)
      #expect(clear.map { painter.hit($0.x, $0.y) } == [.headAction])
      // The title, the logo and the words beside them are no buttons.
      let (title, logo) = isLeftward ? (780, 350) : (20, 450)
      #expect(painter.hit(title, 20) == nil)
      #expect(painter.hit(logo, 150) == nil)
    }
  }

  @Test func theRowsBesideThePlayerAreHit() throws {
    let painter = Look(width: 800, height: 480, hasTouch: true).painter
    let scene = Look(width: 800, height: 480, hasTouch: true).scene(try Self.shot("player"), on: painter)
    _ = painter.paint(scene, at: .start)
    #expect(painter.hit(100, 56 + 30) == .companionRow(0))
    #expect(painter.hit(100, 56 + 90) == .companionRow(1))
    #expect(painter.hit(100, 20) == nil)
  }

  // MARK: The volume

  @Test(arguments: [false, true]) func everyVolumeIsInReachAndNoOther(isLeftward: Bool) throws {
    for (width, height, name) in [(800, 480, "player"), (320, 240, "player-volume")] {
      let look = Look(width: width, height: height, hasTouch: true, isLeftward: isLeftward)
      let painter = look.painter
      _ = painter.paint(look.scene(try Self.shot(name), on: painter), at: .start)
      let bar = try #require(
        painter.targets(of: look.scene(try Self.shot(name), on: painter)).all
          .first { if case .volume = $0.hit { true } else { false } })
      var percents = (0..<width).compactMap { x -> Int? in
        if case .volume(let percent)? = painter.hit(x, bar.y) { percent } else { nil }
      }
      if isLeftward { percents.reverse() }
      #expect(percents == percents.sorted())
      #expect(Set(percents) == Set(0...100), "\(width)")
      // Beside the ends of the bar a finger still means all and nothing.
      #expect(percents.prefix(10).allSatisfy { $0 == 0 } && percents.suffix(10).allSatisfy { $0 == 100 })
    }
  }

  // MARK: Values, sheets, strips

  @Test(arguments: looks) func aValueIsChangedByItsArrows(look: Look) throws {
    let painter = look.painter
    guard painter.panel.layout != .tiny else { return }
    let hits = Self.hits(of: look.scene(try Self.shot("language"), on: painter), on: painter)
    #expect(hits.isSuperset(of: [.value, .arrow(1), .arrow(-1), .row(1)]))
    #expect(!hits.contains(.row(0)))
  }

  @Test(arguments: looks) func besideASheetIsTheWayOut(look: Look) throws {
    let painter = look.painter
    let hits = Self.hits(of: look.scene(try Self.shot("options"), on: painter), on: painter)
    #expect(
      hits.allSatisfy {
        switch $0 {
        case .row?, .outside?, nil: true
        default: false
        }
      }, "\(hits)")
    #expect(hits.contains(.outside) == (painter.panel.layout != .tiny))
  }

  /// A note and the bar to touch are both of use.
  @Test(arguments: [false, true]) func aStripLeavesTheBarToTouchFree(isLeftward: Bool) throws {
    let look = Look(width: 800, height: 480, hasTouch: true, isLeftward: isLeftward)
    let painter = look.painter
    var scene = look.scene(try Self.shot("stations"), on: painter)
    let wanted: [Hit?] = scene.tabs.map { .tab($0.screen) }
    #expect(wanted.count == 5)
    let words = "A note that is a good deal longer than one line of a panel, whichever size its letters have "
    for overlay: Scene.Overlay in [
      .note(words + words, isTrouble: true), .volume(percent: 3, isMuted: false, maximum: 100)
    ] {
      scene.overlay = overlay
      scene.overlayText = words + words
      scene.companion = nil
      _ = painter.paint(scene, at: .start)
      let hits = (0..<5).map { painter.hit(80 + 160 * $0, 440) }
      #expect(hits == (isLeftward ? wanted.reversed() : wanted))
      #expect((0..<5).map { painter.hit(80 + 160 * $0, 417) } == hits, "from its upper edge on")
    }
  }

  @Test func aStripCoversWhatLiesBelow() throws {
    let look = Look(width: 320, height: 240)
    let painter = look.painter
    let hits = Self.hits(of: look.scene(try Self.shot("player-favorite"), on: painter), on: painter)
    #expect(!hits.contains(.playPause) && !hits.contains(.favorite))
  }

  @Test func theStartPictureHasNothingToTouch() throws {
    let look = Look(width: 320, height: 240)
    let painter = look.painter
    #expect(Self.hits(of: look.scene(try Self.shot("home"), on: painter), on: painter).count > 1)
    _ = painter.paintStart()
    #expect(Self.hits(on: painter) == [nil])
  }

  // MARK: Sizes

  /// A finger has 60 pixels of a 7 inch panel each way, measured by tapping.
  @Test(arguments: [false, true]) func touchTargetsAreAsLargeAsAFinger(isLeftward: Bool) throws {
    for shot in Shot.all where !["language"].contains(shot.name) {
      let look = Look(width: 800, height: 480, hasTouch: true, isLeftward: isLeftward)
      let painter = look.painter
      let scene = look.scene(shot, on: painter)
      // A strip that comes and goes may lie over a part of them.
      switch scene.overlay {
      case .note, .volume, .number, .letter: continue
      default: break
      }
      if case .player(let face) = scene.body, face.bufferingPercent != nil { continue }
      _ = painter.paint(scene, at: .start)
      for target in painter.targets(of: scene).all {
        var kind = target.hit
        func isSame(_ x: Int, _ y: Int) -> Bool {
          guard (0..<800).contains(x), (0..<480).contains(y) else { return false }
          if case .volume = kind, case .volume? = painter.hit(x, y) { return true }
          return painter.hit(x, y) == kind
        }
        kind = painter.hit(target.x, target.y) ?? kind
        func run(_ dx: Int, _ dy: Int) -> Int {
          func steps(_ way: Int) -> Int {
            var count = 0
            while isSame(target.x + way * dx * (count + 1), target.y + way * dy * (count + 1)) { count += 1 }
            return count
          }
          return steps(1) + steps(-1) + 1
        }
        #expect(run(1, 0) >= 60, "\(shot): \(kind) is \(run(1, 0)) wide")
        #expect(run(0, 1) >= 60, "\(shot): \(kind) is \(run(0, 1)) high")
      }
    }
  }

  // MARK: Helpers

  /// Everything that can be hit on what was painted last.
  private static func hits(on painter: Painter) -> Set<Hit?> {
    var hits: Set<Hit?> = []
    for y in 0..<painter.shape.height {
      for x in 0..<painter.shape.width { hits.insert(painter.hit(x, y)) }
    }
    return hits
  }

  private static func hits(of scene: Scene, on painter: Painter) -> Set<Hit?> {
    _ = painter.paint(scene, at: .start)
    return hits(on: painter)
  }
}
