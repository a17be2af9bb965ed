import Core
import Testing

@testable import Scene

@Suite struct SceneTests {
  private func state(_ steps: [Event], _ more: [Event] = []) -> State {
    var state = State(catalogue: TextScreenTests.catalogue)
    var effects: [Effect] = []
    for event in steps + more { state.handle(event, at: .start, &effects) }
    return state
  }

  private func face(_ scene: Scene) throws -> Scene.PlayerFace {
    guard case .player(let face) = scene.body else { throw Missing() }
    return face
  }

  private struct Missing: Error {}

  @Test func buttonsShowWhatCanBeDoneAndWhatIsSo() throws {
    let panel = ScenePanel(rows: 5)
    let silent = try face(Scene(of: state([.action(.player)]), panel: panel))
    #expect(silent.playButton == Scene.Button(kind: .play, text: "Play", key: ""))
    #expect(!silent.playButton.isSo && !silent.favoriteButton.isSo)
    let marked = try face(Scene(of: state(TextScreenTests.playing, [.action(.favorite)]), panel: panel))
    #expect(marked.playButton.kind == .pause && marked.playButton.isSo)
    #expect(marked.favoriteButton == Scene.Button(kind: .remove, text: "Remove", key: "Hold ★"))
    #expect(marked.volume == Scene.Level(percent: 60, isMuted: false, maximum: 100, text: "Volume 60"))
  }

  @Test func aPanelWithoutAKeyboardNamesItsOwnKeys() {
    let scene = Scene(of: state([.action(.open(.favorites))]), panel: ScenePanel(rows: 5))
    #expect(scene.hint == "")
    guard case .list(let list) = scene.body else {
      Issue.record("not a list")
      return
    }
    #expect(list.whenEmpty == "No favorites yet: hold ★ on a station.")
  }

  /// The screen names no key that the board does not have.
  @Test func aFavoriteIsMadeWithWhatIsThere() throws {
    let ways: [(panel: ScenePanel, words: String, key: String)] = [
      (.terminal(rows: 5), "No favorites yet: press F on a station.", "F"),
      (ScenePanel(rows: 5, hasTouch: true), "No favorites yet: hold ★ on a station.", "Hold ★"),
      (
        ScenePanel(rows: 5, hasTouch: true, hasStar: false), "No favorites yet: rest a finger on a station.",
        ""
      ), (ScenePanel(rows: 5, hasStar: false), "No favorites yet: see the options of a station.", "")
    ]
    for way in ways {
      guard
        case .list(let list) = Scene(of: state([.action(.open(.favorites))]), panel: way.panel).body
      else { throw Missing() }
      #expect(list.whenEmpty == way.words)
      let player = try face(Scene(of: state([.action(.player)]), panel: way.panel))
      #expect(player.favoriteButton.key == way.key)
    }
  }

  @Test func wordsSayWhatWillHappen() {
    func options(_ more: [Event]) -> [String] {
      guard case .sheet(let list) = Scene(of: state(TextScreenTests.playing, more), capacity: 20).overlay
      else { return [] }
      return list.rows.map(\.text)
    }
    let before = options([.action(.options)])
    #expect(
      before == [
        "Previous station", "Next station", "Previous category", "Next category", "Add to favorites", "Mute",
        "Stream details", "Home"
      ])
    let after = options([.action(.favorite), .action(.mute), .action(.options)])
    #expect(after[4...5] == ["Remove from favorites", "Sound on"])
    let row = options([.action(.open(.stations)), .action(.options)])
    #expect(row == ["Add to favorites", "Jump to letter", "Home"])
    let recents = options([.action(.open(.recents)), .action(.options)])
    #expect(
      recents == ["Add to favorites", "Remove from this list", "Clear recents…", "Jump to letter", "Home"])
    #expect(options([.action(.open(.favorites)), .action(.options)]) == ["Home"])
  }

  @Test func aWidePanelShowsBothSidesAndTheBar() throws {
    let panel = ScenePanel(layout: .wide, rows: 6, hasTouch: true)
    let lists = state(TextScreenTests.playing, [.laidOut(.wide), .action(.open(.recents))])
    let scene = Scene(of: lists, panel: panel)
    #expect(scene.headAction == Scene.HeadAction(text: "Clear", isFocused: false))
    guard case .player(let face)? = scene.companion else { throw Missing() }
    #expect(face.station == "KEXP Seattle")
    #expect(scene.tabs.map(\.text) == ["Categories", "Recents", "Favorites", "Settings", "More"])
    #expect(scene.tabs.filter(\.isCurrent).map(\.screen) == [.recents])
    let player = Scene(of: state(TextScreenTests.playing, [.laidOut(.wide)]), panel: panel)
    guard case .list(let list)? = player.companion else { throw Missing() }
    #expect(list.rows.contains { $0.mark == .speakerSounding })
    #expect(!list.rows.contains { $0.isFocused })
    // The same on a compact one: a list alone.
    let compact = Scene(of: lists, panel: ScenePanel(rows: 5, hasTouch: true))
    #expect(compact.companion == nil && compact.headAction == nil && compact.tabs == [])
  }

  @Test func theHeadOfAListCanHaveTheFocus() {
    let steps: [Event] = [.laidOut(.wide), .action(.open(.recents)), .action(.step(-1))]
    let scene = Scene(
      of: state(TextScreenTests.playing, steps), panel: ScenePanel(layout: .wide, rows: 6))
    #expect(scene.headAction?.isFocused == true)
    #expect(scene.focus?.row == 0)
    guard case .list(let list) = scene.body else {
      Issue.record("not a list")
      return
    }
    #expect(!list.rows.contains { $0.isFocused })
  }

  @Test(arguments: [(50, 100, "████░░░░"), (50, 50, "████┃░░░"), (25, 75, "██░░░░┃░")])
  func theCeilingIsMarked(percent: Int, ceiling: Int, bar: String) {
    #expect(TextOverlay.bar(percent, cells: 8, ceiling: ceiling) == bar)
  }
}
