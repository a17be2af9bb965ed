import Buttons
import Core
import Foundation
import Formats
import Testing

@testable import nightstand

@Suite struct ShippedBoardTests {
  @Test func allAreHere() {
    for name in ["desk", "pi-buttons-fb", "pi-bedside", "pi-knob", "pi-touch", "guest"] {
      #expect(Boards.names.contains(name))
    }
  }

  @Test(arguments: Boards.names)
  func aBoardIsFreeOfFindings(name: String) throws {
    let (board, findings) = try Boards.read(name)
    #expect(findings.kept.map(\.description) == [])
    #expect(board?.name == name, "a board is called by its folder")
    #expect(CheckCommand.run(Boards.file(name).path, line: { _ in }) == 0)
  }

  /// Without a pull-up a key that connects its line to ground leaves it floating when it opens.
  @Test(arguments: Boards.names)
  func everyLineAsksForItsPullUp(name: String) throws {
    let board = try #require(try Boards.read(name).board)
    for input in board.inputs {
      #expect(input.line.pull == .up && input.line.isActiveLow, "\(input.line.name)")
      let wanted = Buttons.Wanted(input.line)
      #expect(wanted.pull == .up && wanted.isActiveLow && wanted.name == input.line.name)
    }
  }

  @Test func whatIsWrongIsToldAndNotTheOddityBeforeIt() throws {
    let file = NSTemporaryDirectory() + "board-\(UUID().uuidString).plist"
    try Data([0xFE] + Array("no board".utf8)).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect {
      try BoardFolder.read(file)
    } throws: { error in
      "\(error)".contains("error:")
    }
  }

  @Test func theReferenceBoardIsWhatItsPictureShows() throws {
    let board = try #require(try Boards.read("pi-buttons-fb").board)
    #expect(board.controls.contacts.map(\.name) == ["CATEGORY", "STATION", "PLAY", "★", "knob"])
    #expect(
      board.controls.contacts.map(\.short) == [.category, .station, .play, .star, .knob].map { .key($0) })
    #expect(board.controls.contacts[2].actsAtPress)
    #expect(board.controls.knobs == [ControlMap.Knob(changesPerClick: 4, push: ContactID(4))])
    #expect(board.controls.chords == [ControlMap.Chord(ContactID(0), ContactID(3))])
    #expect(
      board.inputs.map(\.line.name) == ["GPIO5", "GPIO6", "GPIO17", "GPIO27", "GPIO16", "GPIO22", "GPIO23"])
    #expect(board.inputs.allSatisfy { $0.line.isActiveLow && $0.line.pull == .up })
    #expect(board.panel?.layout == .small)
    #expect(
      try Boards.read("pi-bedside").board?.controls.chords == [ControlMap.Chord(ContactID(3), ContactID(1))])
    #expect(
      try Boards.read("pi-knob").board?.controls.chords == [ControlMap.Chord(ContactID(0), ContactID(1))])
    #expect(try Boards.read("pi-bedside").board?.outputs[.amplifier]?.isActiveLow == false)
  }

  @Test func aStarIsThereWhereItsLineIs() throws {
    let board = try #require(try Boards.read("pi-buttons-fb").board)
    #expect(board.hasStar(without: []))
    #expect(board.hasStar(without: ["GPIO5"]))
    #expect(!board.hasStar(without: ["GPIO27"]))
    #expect(try Boards.read("pi-touch").board?.hasStar(without: []) == false)
    #expect(try Boards.read("pi-knob").board?.hasStar(without: []) == false)
  }

  @Test(
    arguments: [
      ("plughw:CARD=sndrpihifiberry,DEV=0", "sndrpihifiberry"), ("hw:1", "card1"),
      ("hw:Headphones,0", "Headphones"),
      ("sysdefault:CARD=Device", "Device"), ("default", nil), ("null", nil), ("hw:", nil),
      ("file:'/tmp/x',raw", nil),
      ("hw:DEV=0", nil)
    ] as [(String, String?)])
  func theCardOfASoundDevice(_ device: String, _ card: String?) {
    #expect(BoardHardware.soundCard(of: device) == card)
  }

  @Test func whatIsThereIsNotCalledMissing() throws {
    var board = try #require(try Boards.read("pi-buttons-fb").board)
    board.panel = nil
    board.soundDevice = "hw:self"
    #expect(BoardHardware.missing(of: board, chips: ["x", "pinctrl-rp1"], cards: "/proc") == [])
    #expect(BoardHardware.missing(of: board, chips: ["x"], cards: "/dev").count == 2)
    board.chips = []
    #expect(BoardHardware.missing(of: board, chips: ["x"], cards: "/proc") == [])
    #expect(BoardHardware.missing(of: board, chips: [], cards: "/proc").count == 1)
  }

  @Test func aTapBesideASheetClosesIt() {
    #expect(TouchActions.actions(of: .tap(TouchPoint(x: 0.9, y: 0.5))) { _ in .outside } == [.back])
  }

  /// The README tells of every key, and of no other.
  @Test func theReadmeTellsOfEveryKey() throws {
    let text = try String(contentsOf: Boards.folder.appending(path: "README.md"), encoding: .utf8)
    let sources = Boards.folder.appending(path: "../Sources/Formats/Board")
    var keys: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
      let source = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for match in source.matches(
        of: /"((?:key|knob|panel|output|board|gpio|sound|boot|ambient)[A-Z][A-Za-z]+)"/)
      {
        keys.insert(String(match.1))
      }
    }
    #expect(keys.count > 25)
    for key in keys.sorted() { #expect(text.contains("`\(key)`"), "\(key)") }
    for match in text.matches(of: /`((?:key|knob|panel|output)[A-Z][A-Za-z]+)`/) {
      #expect(keys.contains(String(match.1)), "\(match.1)")
    }
    for role in ["category", "single", "favorite1", "stationNext", "volumeDown", "alarmStop"] {
      #expect(text.contains("`\(role)`"))
    }
  }

  @Test func whatABoardNeedsAtBootIsPrinted() throws {
    let board = try #require(try Boards.read("pi-knob").board)
    #expect(
      BoardSummary.bootConfig(of: board) == """
        # Nightstand: the board pi-knob
        dtparam=audio=off
        dtoverlay=hifiberry-dac
        dtparam=i2c_arm=on
        dtoverlay=ssd1306,inverted

        """)
    #expect(BoardSummary.text(of: board).contains("GPIO22  knob A\n"))
  }

  @Test func whatALessonFoundReadsBackAsTheKnob() throws {
    let knob = ControlMap.Knob(changesPerClick: 2, isReversed: true)
    let file = """
      <plist version="1.0"><dict><key>boardName</key><string>x</string><key>Knob0</key><dict>
      <key>knobLineA</key><string>GPIO22</string><key>knobLineB</key><string>GPIO23</string>
      \(BoardLesson.text(of: knob))
      </dict></dict></plist>
      """
    let (board, findings) = BoardFile.read(Array(file.utf8), file: "board.plist")
    #expect(findings.kept.isEmpty)
    #expect(board?.controls.knobs == [knob])
  }
}
