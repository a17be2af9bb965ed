/// The words of one language, by the English ones. English itself needs none: it is in the program.
public struct Translation: Hashable, Sendable {
  public var language: Language
  public var plural: PluralRule
  /// By the English text; a phrase with a count has one text for each form of `plural`.
  public var messages: [String: [String]]

  public init(language: Language, plural: PluralRule = .oneAndMany, messages: [String: [String]] = [:]) {
    self.language = language
    self.plural = plural
    self.messages = messages
  }
}

/// A language that the screen can have.
public struct Language: Hashable, Sendable {
  /// BCP 47, as in `settings.plist`: "en", "pt-BR".
  public var code: String
  /// What it calls itself: "Deutsch".
  public var name: String

  public init(code: String, name: String) {
    self.code = code
    self.name = name
  }

  public static let english = Language(code: "en", name: "English")

  /// Whether it is written from right to left, by its first subtag (those of CLDR's layout data).
  public var isRightToLeft: Bool {
    let first = code.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return ["ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"].contains(first)
  }
}

/// Which form of a phrase goes with a count: the families that gettext's manual lists, by the header
/// `Plural-Forms` of a .po file. They are data, not an evaluator of C expressions from a file.
public enum PluralRule: String, Hashable, Sendable, CaseIterable {
  /// Japanese, Chinese, Korean, Thai, Vietnamese.
  case always = "nplurals=1;plural=0"
  /// English, German, Spanish, Italian, Dutch, Hebrew and most others.
  case oneAndMany = "nplurals=2;plural=n!=1"
  /// French, Brazilian Portuguese: nought is one.
  case upToOneAndMany = "nplurals=2;plural=n>1"
  /// Russian, Ukrainian, Serbian, Croatian.
  case slavic = """
    nplurals=3;plural=n%10==1&&n%100!=11?0:n%10>=2&&n%10<=4&&(n%100<10||n%100>=20)?1:2
    """
  case polish = "nplurals=3;plural=n==1?0:n%10>=2&&n%10<=4&&(n%100<10||n%100>=20)?1:2"
  /// Czech, Slovak.
  case czech = "nplurals=3;plural=n==1?0:n>=2&&n<=4?1:2"
  case arabic = "nplurals=6;plural=n==0?0:n==1?1:n==2?2:n%100>=3&&n%100<=10?3:n%100>=11?4:5"

  /// Reads the header; blanks, brackets round a condition or round the whole, and a semicolon at the end are
  /// matters of taste. Nil: another family.
  public init?(header: some StringProtocol) {
    let wanted = PluralRule.plain(header)
    guard let rule = PluralRule.allCases.first(where: { PluralRule.plain($0.rawValue) == wanted }) else {
      return nil
    }
    self = rule
  }

  private static func plain(_ text: some StringProtocol) -> String {
    var kept = text.filter { !$0.isWhitespace && $0 != "(" && $0 != ")" }
    while kept.last == ";" { kept.removeLast() }
    return String(kept)
  }

  public var formCount: Int {
    switch self {
    case .always: 1
    case .oneAndMany, .upToOneAndMany: 2
    case .slavic, .polish, .czech: 3
    case .arabic: 6
    }
  }

  /// The form, from 0, that goes with `count`.
  public func form(for count: Int) -> Int {
    let n = abs(count)
    let isFew = (2...4).contains(n % 10) && !(12...14).contains(n % 100)
    switch self {
    case .always: return 0
    case .oneAndMany: return n == 1 ? 0 : 1
    case .upToOneAndMany: return n > 1 ? 1 : 0
    case .slavic: return n % 10 == 1 && n % 100 != 11 ? 0 : isFew ? 1 : 2
    case .polish: return n == 1 ? 0 : isFew ? 1 : 2
    case .czech: return n == 1 ? 0 : (2...4).contains(n) ? 1 : 2
    case .arabic:
      if n <= 2 { return n }
      return (3...10).contains(n % 100) ? 3 : n % 100 >= 11 ? 4 : 5
    }
  }
}
