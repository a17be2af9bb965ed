import Core
import Formats
import Foundation
import Testing

@testable import Scene

/// The languages that the radio brings along, and two made-up ones that stretch the screen.
enum Languages {
  static let codes = ["de", "fr", "es", "ja"]
  /// Written from right to left.
  static let mirrored = "ar-x-mirrored"
  /// Each phrase is longer by 40 %.
  static let long = "xx-x-long"

  static let shipped: [Language] = codes.compactMap { code in
    (try? bytes(code)).flatMap { TranslationFile.language(of: $0) }
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../image/share/languages")

  static func bytes(_ code: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: "\(code).po")))
  }

  static func translation(_ code: String) throws -> Translation {
    if code == mirrored { return made(code, mirror) }
    if code == long { return made(code, lengthened) }
    return try #require(TranslationFile.read(bytes(code), file: code).translation)
  }

  private static func made(_ code: String, _ change: (String) -> String) -> Translation {
    var messages = Dictionary(
      uniqueKeysWithValues: Phrase.allCases.map { ($0.rawValue, [change($0.rawValue)]) })
    for phrase in CountedPhrase.allCases {
      messages[phrase.rawValue] = [change(phrase.rawValue), change(phrase.plural)]
    }
    return Translation(language: Language(code: code, name: code), messages: messages)
  }

  /// Letters become Hebrew ones; what is in braces stays.
  private static func mirror(_ text: String) -> String {
    let letters = Array("אבגדהוזחטיכלמנסעפצקרשת")
    var isInBraces = false
    return String(
      text.map { character in
        if character == "{" { isInBraces = true }
        defer { if character == "}" { isInBraces = false } }
        guard !isInBraces, let code = character.asciiValue, character.isLetter else { return character }
        return letters[Int(code) % letters.count]
      })
  }

  private static func lengthened(_ text: String) -> String {
    let shown = text.replacing(/\{\w+\}/, with: "").count
    return text + String(repeating: "~", count: max(1, (shown * 4 + 9) / 10))
  }
}
