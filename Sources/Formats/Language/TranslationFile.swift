public import Core

/// A language as gettext's tools write it (.po): `msgid` is the English text, `msgstr` what the screen shows.
/// Phrases that are empty or marked fuzzy are left out: the screen shows the English ones.
public enum TranslationFile {
  public enum Limits {
    /// In bytes.
    public static let sizeMax = 1 << 20
    public static let messages = 5_000
    /// Of one text, in bytes.
    public static let textMax = 4_096
  }

  /// Nil: the file says no language, or plural forms that the radio does not know. What is wrong with a message
  /// costs only that message.
  public static func read(_ bytes: [UInt8], file: String) -> (translation: Translation?, findings: Findings) {
    var findings = Findings(file: file)
    guard bytes.count <= Limits.sizeMax else {
      findings.error("larger than \(Limits.sizeMax) bytes")
      return (nil, findings)
    }
    var reader = TranslationReader(bytes)
    var translation: Translation?
    while let entry = reader.next(&findings) {
      guard entry.id == "" else {
        add(entry, to: &translation, &findings)
        continue
      }
      translation = header(entry, &findings)
      if translation == nil { return (nil, findings) }
    }
    if translation == nil { findings.error("not a .po file: it has no header (msgid \"\")") }
    return (translation, findings)
  }

  /// Which language a file holds, from its beginning alone: for a list of languages to choose from.
  public static func language(of bytes: [UInt8]) -> Language? {
    var findings = Findings(file: "")
    var reader = TranslationReader(Array(bytes.prefix(Limits.textMax)))
    guard let first = reader.next(&findings), first.id == "" else { return nil }
    return header(first, &findings)?.language
  }

  private static func header(_ entry: TranslationReader.Entry, _ findings: inout Findings) -> Translation? {
    var fields: [String: String] = [:]
    for line in (entry.texts[0] ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[String(parts[0]).trimmed.lowercased()] = String(parts[1]).trimmed }
    }
    guard let code = fields["language"], !code.isEmpty else {
      findings.error("the header says no Language", at: entry.place)
      return nil
    }
    guard let plural = PluralRule(header: fields["plural-forms"] ?? PluralRule.oneAndMany.rawValue) else {
      findings.error("these Plural-Forms are not known", at: entry.place)
      return nil
    }
    // gettext writes pt_BR where BCP 47 has pt-BR.
    let language = String(code.map { $0 == "_" ? "-" : $0 })
    return Translation(
      language: Language(code: language, name: fields["x-native-name"] ?? language), plural: plural)
  }

  private static func add(
    _ entry: TranslationReader.Entry, to translation: inout Translation?, _ findings: inout Findings
  ) {
    guard let rule = translation?.plural else { return }
    let count = entry.isCounted ? rule.formCount : 1
    let texts = (0..<count).compactMap { entry.texts[$0] }.filter { !$0.isEmpty }
    guard !texts.isEmpty, !entry.isFuzzy else { return }
    guard texts.count == count, entry.texts.count == count else {
      findings.error("\(entry.id.quoted) needs \(count) forms", at: entry.place)
      return
    }
    guard translation?.messages[entry.id] == nil else {
      findings.warning("\(entry.id.quoted) is there twice; the first one counts", at: entry.place)
      return
    }
    guard (translation?.messages.count ?? 0) < Limits.messages else {
      findings.error("more than \(Limits.messages) messages", at: entry.place)
      return
    }
    translation?.messages[entry.id] = texts
  }
}
