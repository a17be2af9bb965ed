import Core
import Foundation
import Scene
import Testing

@testable import nightstand

/// What the house puts beside the program: settings, lists with names of their own, languages.
@Suite final class HouseTests {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "nightstand-house-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  private func po(_ code: String, _ name: String, _ rest: String = "") -> String {
    "msgid \"\"\nmsgstr \"\"\n\"Language: \(code)\\n\"\n\"X-Native-Name: \(name)\\n\"\n\n" + rest
  }

  @Test func aListWithAnotherNameIsRead() throws {
    try write("mine.plist", CommandTests.good)
    try write(
      "settings.plist", "<plist><dict><key>stationsFile</key><string>mine.plist</string></dict></plist>")
    #expect(HouseFile.read(stateFolder: folder).settings.stationsFile == "mine.plist")
    guard case .list(let options) = try Arguments.parse(["list"]) else {
      Issue.record("not a list")
      return
    }
    var lines: [String] = []
    let status = ListCommand.run(
      options, stateFolder: folder, line: { lines.append($0) },
      complain: { lines.append($0) })
    #expect(status == 0)
    #expect(lines == ["Rock \"1\"", "    1. S  http://h/a?b&c"])
  }

  /// Whatever a bad copy has left of it: what the owner had plays on, and is not written over.
  @Test(arguments: ["", "\0\0\0", "<plist><dict/></plist>", "<html>404</html>", "<plist><dict><key>Item0"])
  func aDamagedListDoesNotReplaceTheOwners(text: String) throws {
    let good = CommandTests.good
    try write("categorizedSites.plist", text)
    try write("lastGoodSites.plist", good)
    let source = StationSource(asked: nil, stateFolder: folder, name: "categorizedSites.plist")
    #expect(source.catalogue.categories.first?.name == "Rock \"1\"")
    #expect(source.newBytes == nil)
    guard case .listRefused = source.notes.first else {
      Issue.record("\(source.notes)")
      return
    }
  }

  @Test func withoutALastGoodListTheDamagedOneIsTold() throws {
    try write("categorizedSites.plist", "<html>404</html>")
    let source = StationSource(asked: nil, stateFolder: folder, name: "categorizedSites.plist")
    // The installed list, where there is one, is not kept as if it were the owner's.
    #expect(source.newBytes == nil)
    #expect(!source.notes.isEmpty)
  }

  @Test func aBadWishIsToldAndCostsOnlyItself() throws {
    try write(
      "settings.plist",
      "<plist><dict><key>stationsFile</key><string>../x.plist</string><key>language</key><string>de</string></dict></plist>"
    )
    let house = HouseFile.read(stateFolder: folder)
    #expect(house.settings.stationsFile == "categorizedSites.plist")
    #expect(house.settings.language == "de")
    #expect(house.notes.count == 1)
  }

  @Test func languagesAreFoundAndReadWhenShown() throws {
    try write("de.po", po("de", "Deutsch", "msgid \"Pause\"\nmsgstr \"Halt\"\n"))
    try write("cs.po", po("cs", "Čeština"))
    try write("broken.po", "nothing")
    try write("README", "")
    let book = PhraseBook(folder: folder)
    #expect(book.languages.map(\.code) == ["de", "cs"])
    #expect(book.troubles.count == 1)
    #expect(book.troubles.first?.hasPrefix("\(folder)/broken.po:1:1: error: ") == true, "\(book.troubles)")
    var told: [String] = []
    book.tell = { told.append($0) }
    #expect(book.complaint(about: "DE") == nil)
    #expect(book.complaint(about: "en") == nil)
    #expect(book.complaint(about: "xx") == "there is no language xx; there are en, de, cs")
    let state = State(
      catalogue: Catalogue(categories: [Category(name: "A", stations: [Station(name: "S", link: "http://h")])]
      ))
    var playing = state
    var effects: [Effect] = []
    playing.handle(.action(.play), at: .start, &effects)
    func button(_ language: Language) -> String? {
      let scene = Scene(of: playing, phrases: book.phrases(in: language), panel: ScenePanel(rows: 5))
      if case .player(let face) = scene.body { return face.playButton.text }
      return nil
    }
    #expect(button(book.languages[0]) == "Halt")
    #expect(button(.english) == "Pause")
    // One whose file went is shown in English.
    try FileManager.default.removeItem(atPath: "\(folder)/de.po")
    #expect(button(book.languages[0]) == "Pause")
    #expect(told == ["\(folder)/de.po: No such file or directory"])
    #expect(PhraseBook(folder: folder + "/none").languages == [])
  }
}
