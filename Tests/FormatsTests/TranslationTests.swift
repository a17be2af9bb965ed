import Core
import Formats
import Testing

@Suite struct TranslationTests {
  static let header = """
    # A comment.
    msgid ""
    msgstr ""
    "Language: pt_BR\\n"
    "Plural-Forms: nplurals=2; plural=(n > 1);\\n"
    "X-Native-Name: Português\\n"

    """

  static func read(_ text: String) -> (translation: Translation?, findings: Findings) {
    TranslationFile.read(Array((header + text).utf8), file: "x.po")
  }

  @Test func messagesAreRead() {
    let text = """
      #. For the translator.
      msgid "Yes"
      msgstr "Sim"

      msgid "a \\"b\\" "
      "and c\\\\"
      msgstr ""
      "um\\n"
      "dois"
      #, python-brace-format
      msgctxt "screen"
      msgid "{count} station"
      msgid_plural "{count} stations"
      msgstr[0] "{count} rádio"
      msgstr[1] "{count} rádios"

      #~ msgid "old"
      #~ msgstr "velho"

      """
    let whole = TranslationTests.header + text
    for (name, variant) in [
      ("LF", whole), ("CRLF", whole.replacing("\n", with: "\r\n")), ("BOM", "\u{FEFF}" + whole)
    ] {
      let (translation, findings) = TranslationFile.read(Array(variant.utf8), file: "x.po")
      #expect(findings.kept.map(\.description) == [], "\(name)")
      #expect(translation?.language == Language(code: "pt-BR", name: "Português"))
      #expect(translation?.plural == .upToOneAndMany)
      #expect(
        translation?.messages == [
          "Yes": ["Sim"], "a \"b\" and c\\": ["um\ndois"],
          "{count} station": ["{count} rádio", "{count} rádios"]
        ], "\(name)")
    }
  }

  @Test func whatIsNotReadyIsLeftOut() {
    let (translation, findings) = TranslationTests.read(
      "#, fuzzy, python-brace-format\nmsgid \"Yes\"\nmsgstr \"Talvez\"\n\nmsgid \"No\"\nmsgstr \"\"\n\n"
        + "msgid \"Mute\"\nmsgstr \"Mudo\"\n")
    #expect(findings.kept.isEmpty)
    #expect(translation?.messages == ["Mute": ["Mudo"]])
  }

  @Test(arguments: [
    ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\n", "needs 2 forms"),
    ("msgid \"a\"\nmsgstr \"b\"\nmsgid \"a\"\nmsgstr \"c\"\n", "is there twice"),
    ("msgid \"a\nmsgstr \"b\"\n", "in quotes"), ("msgid a\n", "in quotes"),
    ("hello \"a\"\n", "unknown keyword"), ("msgid \"a\"\nmsgstr[7] \"b\"\n", "unknown keyword")
  ])
  func aSlipCostsItsMessage(text: String, words: String) {
    let (translation, findings) = TranslationTests.read(text + "\nmsgid \"Yes\"\nmsgstr \"Sim\"\n")
    #expect(findings.kept.first?.description.contains(words) == true, "\(findings.kept)")
    #expect(translation?.messages["Yes"] == ["Sim"])
  }

  @Test(arguments: [
    "", "msgid \"Yes\"\nmsgstr \"Sim\"\n", "msgid \"\"\nmsgstr \"Plural-Forms: x\\n\"\n",
    "msgid \"\"\nmsgstr \"Language: x\\nPlural-Forms: nplurals=9; plural=n;\\n\"\n"
  ])
  func withoutItsHeaderItIsNoLanguage(text: String) {
    let (translation, findings) = TranslationFile.read(Array(text.utf8), file: "x.po")
    #expect(translation == nil)
    #expect(findings.errorCount == 1)
  }

  @Test func theHeaderAloneNamesTheLanguage() {
    let text = TranslationTests.header + String(repeating: "#\n", count: 100_000)
    #expect(TranslationFile.language(of: Array(text.utf8)) == Language(code: "pt-BR", name: "Português"))
    #expect(TranslationFile.language(of: Array("msgid \"a\"\nmsgstr \"b\"\n".utf8)) == nil)
  }

  @Test func thereIsALimitToEverything() {
    let (none, findings) = TranslationFile.read(
      [UInt8](repeating: 0x0A, count: TranslationFile.Limits.sizeMax + 1), file: "x.po")
    #expect(none == nil && findings.errorCount == 1)
    let many = (0...TranslationFile.Limits.messages).map { "msgid \"\($0)\"\nmsgstr \"x\"\n" }.joined()
    #expect(TranslationTests.read(many).translation?.messages.count == TranslationFile.Limits.messages)
    let long =
      "msgid \"a\"\nmsgstr \"\"\n"
      + String(repeating: "\"\(String(repeating: "x", count: 900))\"\n", count: 50)
    let text = TranslationTests.read(long).translation?.messages["a"]?.first
    #expect((text?.utf8.count ?? 0) < TranslationFile.Limits.textMax + 1_000)
  }

  @Test(arguments: [
    (" wlan0: 0000   54.  -56.  -256        0      0      0      0      0        0", -56),
    (" wlan0: 0000   54   200   0   0  0  0 0 0 0\n wlan1: 0000 40. -70. -256 0", -56),
    (" wlan0: 0000    0     0  -256 0", nil), (" wlan0: x y z w", nil), ("", nil), ("wlan0:", nil)
  ])
  func theLevelOfTheWifiIsRead(line: String, level: Int?) {
    let head = """
      Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
       face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22

      """
    #expect(WirelessStatus.level(Array((head + line).utf8)) == level)
  }
}
