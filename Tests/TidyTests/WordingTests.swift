import Foundation
import Testing

/// Words that the screen shows and that are said outside of its catalogue of phrases are in the language files
/// all the same, by their English text.
@Suite struct WordingTests {
  static func found(_ pattern: String, in folder: String) throws -> [String] {
    let regex = try Regex(pattern)
    return try Tree.files(under: folder).filter(\.isSwift).flatMap { file in
      try file.text().matches(of: regex).compactMap { $0.output[1].substring.map(String.init) }
    }
  }

  @Test func wordsOfOtherRoomsAreInEveryLanguage() throws {
    let kinds = try WordingTests.found(#"\.notAudio\("([^"\\]+)"\)"#, in: "Sources")
    let troubles = try WordingTests.found(#"\.playlist\("([^"\\]+)"\)"#, in: "Sources")
    let outputs = try WordingTests.found(
      #"case [A-Z, ]+: return "([^"\\]+)""#, in: "Sources/nightstand/Adapters")
    #expect(kinds.count > 5 && troubles.count > 2 && outputs.count > 3)
    let languages = Tree.files(under: "image/share/languages").filter { $0.path.hasSuffix(".po") }
    #expect(languages.count >= 4)
    for language in languages {
      let text = try language.text()
      for words in kinds + troubles + outputs {
        #expect(text.contains("msgid \"\(words)\"\n"), "\(language.path) lacks “\(words)”")
      }
    }
  }
}
