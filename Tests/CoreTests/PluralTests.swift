import Core
import Testing

@Suite struct PluralTests {
  @Test(arguments: [
    (PluralRule.always, [0: 0, 1: 0, 7: 0]), (.oneAndMany, [0: 1, 1: 0, 2: 1, 101: 1]),
    (.upToOneAndMany, [0: 0, 1: 0, 2: 1]),
    (.slavic, [0: 2, 1: 0, 2: 1, 5: 2, 11: 2, 12: 2, 21: 0, 22: 1, 112: 2, 121: 0]),
    (.polish, [1: 0, 2: 1, 5: 2, 12: 2, 21: 2, 22: 1]), (.czech, [0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 22: 2]),
    (.arabic, [0: 0, 1: 1, 2: 2, 3: 3, 10: 3, 11: 4, 99: 4, 100: 5, 102: 5, 103: 3])
  ])
  func formsGoWithCounts(rule: PluralRule, forms: [Int: Int]) {
    for (count, form) in forms { #expect(rule.form(for: count) == form, "\(rule) \(count)") }
    for count in 0...200 { #expect((0..<rule.formCount).contains(rule.form(for: count))) }
  }

  @Test(arguments: [
    ("nplurals=2; plural=(n != 1);", PluralRule.oneAndMany), ("nplurals=1; plural=0;", .always),
    ("nplurals=2; plural=n>1", .upToOneAndMany),
    (
      "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
      .slavic
    )
  ])
  func headersAreReadWhateverTheirTaste(header: String, rule: PluralRule) {
    #expect(PluralRule(header: header) == rule)
  }

  @Test func strangeHeadersAreNone() {
    #expect(PluralRule(header: "nplurals=2; plural=system(1);") == nil)
    #expect(PluralRule(header: "") == nil)
  }

  @Test(arguments: [("ar", true), ("ar-EG", true), ("fa_IR", true), ("de", false), ("arn", false)])
  func directionGoesWithTheLanguage(code: String, isRightToLeft: Bool) {
    #expect(Language(code: code, name: "").isRightToLeft == isRightToLeft)
  }
}
