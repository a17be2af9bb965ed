/// Goes through the messages of a .po file, one at a time.
struct TranslationReader {
  struct Entry {
    var id: String
    /// By the number of the form; a message without forms has number 0.
    var texts: [Int: String] = [:]
    var isCounted = false
    var isFuzzy = false
    var place: Place
  }

  private var lines: [(number: Int32, text: Substring)]
  private var next = 0

  init(_ bytes: [UInt8]) {
    // A mark at the beginning, as editors on Windows write it, is no part of the text.
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = String(decoding: bytes[start...], as: UTF8.self)
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().map {
      (Int32($0.offset + 1), $0.element)
    }
  }

  private enum Part { case none, id, plural, text(Int) }

  /// Nil: there are no more.
  mutating func next(_ findings: inout Findings) -> Entry? {
    var entry: Entry?
    var part = Part.none
    var isFuzzy = false
    while next < lines.count {
      let (number, line) = lines[next]
      let place = Place(line: number, column: 1)
      let words = line.drop { $0 == " " || $0 == "\t" }
      if words.isEmpty || words.hasPrefix("#") {
        if entry?.texts.isEmpty == false { return entry }
        if words.hasPrefix("#,"), words.contains("fuzzy") { isFuzzy = true }
        next += 1
        continue
      }
      let (keyword, rest) = TranslationReader.split(words)
      if keyword == "msgid" || keyword == "msgctxt", entry?.texts.isEmpty == false { return entry }
      next += 1
      guard let text = TranslationReader.quoted(rest) else {
        findings.error("expected a text in quotes", at: place)
        continue
      }
      switch keyword {
      case "":
        append(text, to: &entry, part)
      case "msgctxt": part = .none
      case "msgid":
        entry = Entry(id: text, isFuzzy: isFuzzy, place: place)
        part = .id
      case "msgid_plural":
        entry?.isCounted = true
        part = .plural
      default:
        guard let form = TranslationReader.form(keyword) else {
          findings.error("unknown keyword \(String(keyword).quoted)", at: place)
          part = .none
          continue
        }
        entry?.texts[form] = text
        part = .text(form)
      }
    }
    return entry?.texts.isEmpty == false ? entry : nil
  }

  private func append(_ text: String, to entry: inout Entry?, _ part: Part) {
    switch part {
    case .id: if (entry?.id.utf8.count ?? 0) < TranslationFile.Limits.textMax { entry?.id += text }
    case .text(let form):
      if (entry?.texts[form]?.utf8.count ?? 0) < TranslationFile.Limits.textMax {
        entry?.texts[form]? += text
      }
    case .none, .plural: break
    }
  }

  /// `msgstr` is form 0, `msgstr[2]` form 2.
  private static func form(_ keyword: Substring) -> Int? {
    guard keyword.hasPrefix("msgstr") else { return nil }
    let index = keyword.dropFirst(6)
    if index.isEmpty { return 0 }
    guard index.first == "[", index.last == "]", let form = Int(index.dropFirst().dropLast()),
      (0..<6).contains(form)
    else { return nil }
    return form
  }

  private static func split(_ line: Substring) -> (keyword: Substring, rest: Substring) {
    let keyword = line.prefix { $0 != "\"" && $0 != " " && $0 != "\t" }
    return (keyword, line[keyword.endIndex...].drop { $0 == " " || $0 == "\t" })
  }

  /// What stands between the quotes; nil where there are none.
  private static func quoted(_ text: Substring) -> String? {
    guard text.first == "\"" else { return nil }
    var kept = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      guard character != "\"" else { return rest.allSatisfy(\.isWhitespace) ? kept : nil }
      guard character == "\\" else {
        kept.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": kept.append("\n")
      case "t": kept.append("\t")
      case let escaped?: kept.append(escaped)
      case nil: return nil
      }
    }
    return nil
  }
}
