public import Core

/// The words of one language. Nothing that the radio shows is worded anywhere else.
public struct Phrases: Hashable, Sendable {
  /// What scripts and the command line read, whatever the screen shows.
  public static let english = Phrases()

  private let translation: Translation?

  /// Nil: English.
  public init(_ translation: Translation? = nil) { self.translation = translation }

  public var language: Language { translation?.language ?? .english }

  public static func == (left: Phrases, right: Phrases) -> Bool {
    left.language == right.language && left.translation?.messages == right.translation?.messages
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(language) }

  subscript(phrase: Phrase) -> String { translation?.messages[phrase.rawValue]?.first ?? phrase.rawValue }

  /// `phrase` with its braces filled in.
  func callAsFunction(_ phrase: Phrase, _ values: KeyValuePairs<String, String>) -> String {
    Phrases.fill(self[phrase], values)
  }

  func counted(_ phrase: CountedPhrase, _ count: Int) -> String {
    var text = count == 1 ? phrase.rawValue : phrase.plural
    if let translation, let forms = translation.messages[phrase.rawValue], !forms.isEmpty {
      text = forms[min(translation.plural.form(for: count), forms.count - 1)]
    }
    return Phrases.fill(text, ["count": String(count)])
  }

  /// Words of another room, where the catalogue has them: "no sound card". Others stay as they are: a
  /// library's own words, a name.
  func translated(_ words: String) -> String { Phrase(rawValue: words).map { self[$0] } ?? words }

  /// In one pass, so that braces in a station's name stay what they are.
  private static func fill(_ text: String, _ values: KeyValuePairs<String, String>) -> String {
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let value = values.first(where: { $0.key == rest[rest.index(after: open)..<close] })?.value
      else {
        filled.append(rest.removeFirst())
        continue
      }
      filled += value
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  /// The first letter as a capital, for the beginning of a sentence.
  static func capitalized(_ text: String) -> String {
    guard let first = text.first else { return text }
    return first.uppercased() + text.dropFirst()
  }
}
