import Core
import Foundation
import Painting

@testable import Scene

/// Panels and made-up radios for these tests. All painters are made here, so that the fonts are pinned before
/// the first one asks for them.
enum Panel {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// Fontconfig reads its file when the first font is asked for, once for the whole process.
  private static let fontsArePinned: Bool = {
    setenv("FONTCONFIG_FILE", folder.appending(path: "fonts.conf").path, 1) == 0
  }()

  static func painter(
    _ width: Int, _ height: Int, ppi: Double? = nil, isOneBit: Bool = false, format: Canvas.Format = .xrgb32,
    hasTouch: Bool = false
  ) -> Painter {
    precondition(fontsArePinned)
    let shape = PanelShape(width: width, height: height, pixelsPerInch: ppi, isOneBit: isOneBit)
    return Painter(shape, format: format, hasTouch: hasTouch, hasStar: !hasTouch)
  }

  static let scripts = [
    "电台 音乐", "راديو الشرق", "Žinių Radijas", "📻 Café", "Ράδιο Радио", "आकाशवाणी दिल्ली",
    "สถานีวิทยุ กรุงเทพ", "רדיו תל אביב", "라디오 서울", "日本のラジオ", "e\u{301}te\u{301}"
  ]

  static let catalogue: Catalogue = {
    let rock = [
      "Radio BOB!", "Rock Antenne", "KEXP Seattle", "Triple J", "Radio Caroline",
      "Classic Rock Florida HD Radio from the Gulf Coast", "FIP"
    ]
    func stations(_ names: [String], _ host: String) -> [Station] {
      names.enumerated().map { Station(name: $1, link: "http://\(host)/\($0)", logo: "\(host)\($0)") }
    }
    return Catalogue(categories: [
      Category(name: "Rock", stations: stations(rock, "rock")),
      Category(name: "World", stations: stations(scripts, "world")),
      Category(name: "Jazz & Blues", stations: stations(["Jazz24"], "jazz"))
    ])
  }()

  static let languages = ["Deutsch", "Français", "日本語"].map { Language(code: String($0.prefix(2)), name: $0) }

  /// English words in Hebrew letters: a language that runs to the left.
  static let leftward: Phrases = {
    let letters = Array("אבגדהוזחטיכלמנסעפצקרשת")
    var messages: [String: [String]] = [:]
    for phrase in Phrase.allCases.map(\.rawValue) where !phrase.contains("{") {
      messages[phrase] = [String(phrase.map { $0.isLetter ? letters[Int($0.asciiValue ?? 0) % 22] : $0 })]
    }
    return Phrases(Translation(language: Language(code: "he-x-letters", name: "he"), messages: messages))
  }()

  static func state(_ events: [Event], _ layout: Layout = .compact) -> State {
    var state = State(catalogue: catalogue, languages: languages)
    var effects: [Effect] = []
    state.handle(.laidOut(layout), at: .start, &effects)
    for event in events { state.handle(event, at: .start, &effects) }
    return state
  }
}
