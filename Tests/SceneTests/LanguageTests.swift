import Core
import Formats
import Foundation
import Testing

@testable import Scene

@Suite struct LanguageTests {
  /// Every phrase by its English text, with the number of its forms.
  private static func wanted(_ rule: PluralRule) -> [(id: String, also: String?, forms: Int)] {
    Phrase.allCases.map { ($0.rawValue, nil, 1) }
      + CountedPhrase.allCases.map { ($0.rawValue, $0.plural, rule.formCount) }
  }

  private static func braces(_ text: String) -> [String] {
    text.matches(of: /\{\w+\}/).map { String($0.output) }.sorted()
  }

  @Test(arguments: Languages.codes) func everyPhraseIsThereWithItsBraces(code: String) throws {
    let (read, findings) = TranslationFile.read(try Languages.bytes(code), file: code)
    #expect(findings.kept.map(\.description) == [])
    let translation = try #require(read)
    #expect(translation.language.code == code)
    #expect(translation.language.name != code)
    let wanted = LanguageTests.wanted(translation.plural)
    for (id, _, forms) in wanted {
      let texts = translation.messages[id] ?? []
      #expect(texts.count == forms, "\(code): \(id)")
      for text in texts {
        #expect(LanguageTests.braces(text) == LanguageTests.braces(id), "\(code): \(id)")
      }
    }
    let known = Set(wanted.map(\.id))
    #expect(Set(translation.messages.keys).subtracting(known).sorted() == [])
  }

  @Test func englishTextsDiffer() {
    let ids = Phrase.allCases.map(\.rawValue) + CountedPhrase.allCases.map(\.rawValue)
    #expect(Set(ids).count == ids.count)
    for phrase in CountedPhrase.allCases { #expect(phrase.plural != phrase.rawValue) }
  }

  @Test(arguments: [
    ("de", 0, "0 Kategorien"), ("de", 1, "1 Kategorie"), ("de", 2, "2 Kategorien"), ("fr", 0, "0 catégorie"),
    ("fr", 1, "1 catégorie"), ("fr", 2, "2 catégories"), ("es", 0, "0 categorías"), ("ja", 1, "1 カテゴリ"),
    ("ja", 5, "5 カテゴリ")
  ])
  func countsHaveTheirForms(code: String, count: Int, text: String) throws {
    let phrases = Phrases(try Languages.translation(code))
    #expect(phrases.counted(.categories, count) == text)
  }

  @Test func whatIsMissingIsEnglish() {
    let phrases = Phrases(
      Translation(language: Language(code: "nl", name: "Nederlands"), messages: ["Yes": ["Ja"]]))
    #expect(phrases[.yes] == "Ja")
    #expect(phrases[.no] == "No")
    #expect(phrases.counted(.stations, 1) == "1 station")
    #expect(phrases.counted(.stations, 3) == "3 stations")
  }

  @Test func bracesInANameStay() {
    let text = Phrases.english(.favoriteAdded, ["station": "{station} {x} }{"])
    #expect(text == "{station} {x} }{ is a favorite")
  }

  /// What another room words is found by its English text; a library's own words stay.
  @Test func wordsOfOtherRoomsAreTranslated() throws {
    let german = Phrases(try Languages.translation("de"))
    #expect(german.reason(for: .notAudio("a web page")) == "kein Ton, sondern eine Webseite")
    #expect(
      german.reason(for: .playlist("leads to itself")) == "die Wiedergabeliste verweist auf sich selbst")
    #expect(german.reason(for: .other("mpg123: broken")) == "mpg123: broken")
  }

  @Test func everyReasonIsWordedInEveryLanguage() throws {
    let failures: [StreamFailure] = [
      .linkNotUsable, .nameNotFound, .networkUnreachable, .noWiFi, .noAddress, .noInternet, .clockNotSet,
      .refused, .noAnswer, .status(403), .status(404),
      .status(418), .status(503), .tooManyRedirects, .certificateNotYetValid, .certificate, .stalled, .ended,
      .clipEnded, .notAudio("a picture"), .formatNotYet("AAC"), .formatUnknown,
      .playlist("is nested too deep"), .connectionLost
    ]
    for code in Languages.codes {
      let phrases = Phrases(try Languages.translation(code))
      for failure in failures {
        let text = phrases.reason(for: failure)
        #expect(text != Phrases.english.reason(for: failure) && !text.contains("{"), "\(code): \(text)")
      }
    }
  }

  /// All that a scene says is said in its language: letters of the mirrored one are not Latin.
  @Test func nothingIsWordedBesideTheCatalogue() throws {
    let phrases = Phrases(try Languages.translation(Languages.mirrored))
    let foreign = [
      "Nightstand", "Enter", "Esc", "PgUp", "PgDn", "Backspace", "Home, h", "Ctrl-C", "kHz", "kbit/s", "MP3"
    ]
    for shot in TextScreenTests.shots where shot.language == nil && shot.name != "radio" {
      let painter = TextPainter(width: shot.width, height: shot.height)
      let scene = Scene(of: shot.state(), phrases: phrases, panel: painter.panel)
      var texts = [scene.hint, scene.overlayText] + scene.badges.map(\.text) + scene.answers
      if case .sheet(let list) = scene.overlay { texts += list.rows.map(\.text) }
      if case .list(let list) = scene.body, [.home, .settings].contains(scene.screen) {
        texts += list.rows.map(\.text)
      }
      if case .list(let list) = scene.body, scene.screen == .help {
        texts += list.rows.compactMap(\.value)
      }
      if case .player(let face) = scene.body, scene.overlay == nil {
        texts += [face.status.text, face.details, face.playButton.text, face.favoriteButton.text]
      }
      for text in texts {
        let own = foreign.reduce(text) { $0.replacing($1, with: "") }
        let latin = own.split { !$0.isLetter || !$0.isASCII }.filter { $0.count > 1 }
        let names = ["no", "sound", "card", "KEXP", "Seattle", "AAC", "Deutsch", "English"]
        #expect(latin.filter { !names.contains(String($0)) } == [], "\(shot.name): \(text)")
      }
    }
  }

  @Test func theScreenIsMirroredWhereItsLanguageIs() throws {
    let state = State(catalogue: TextScreenTests.catalogue)
    let mirrored = Phrases(try Languages.translation(Languages.mirrored))
    #expect(Scene(of: state, phrases: mirrored, panel: .terminal(rows: 5)).isRightToLeft)
    #expect(!Scene(of: state, panel: .terminal(rows: 5)).isRightToLeft)
  }
}
