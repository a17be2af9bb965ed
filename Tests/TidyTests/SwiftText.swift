/// Swift source with its comments and the contents of its string literals blanked out: what is left is code.
/// Line ends stay, so that line numbers stay true.
struct SwiftText {
  private var rest: Substring
  private var code = ""

  static func code(of source: String) -> String {
    var text = SwiftText(rest: source[...])
    text.readCode(untilParenthesis: false, depth: 0)
    return text.code
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func skip(_ count: Int = 1) {
    for character in rest.prefix(count) where character.isNewline { code.append(character) }
    rest = rest.dropFirst(count)
  }

  private mutating func readCode(untilParenthesis: Bool, depth: Int) {
    precondition(depth < 20, "interpolations nested deeper than anybody writes them")
    var open = 0
    while let character = rest.first {
      if rest.hasPrefix("//") {
        while let next = rest.first, !next.isNewline { skip() }
      } else if rest.hasPrefix("/*") {
        readBlockComment()
      } else if character == "\"" || (character == "#" && rest.drop { $0 == "#" }.first == "\"") {
        readString(depth: depth)
      } else {
        if character == "(" { open += 1 }
        if character == ")" {
          if untilParenthesis && open == 0 { return }
          open -= 1
        }
        code.append(character)
        rest.removeFirst()
      }
    }
  }

  private mutating func readBlockComment() {
    var open = 0
    repeat {
      if rest.hasPrefix("/*") {
        open += 1
        skip(2)
      } else if rest.hasPrefix("*/") {
        open -= 1
        skip(2)
      } else {
        skip()
      }
    } while open > 0 && !rest.isEmpty
  }

  private mutating func readString(depth: Int) {
    let hashes = String(rest.prefix { $0 == "#" })
    skip(hashes.count)
    let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    skip(quote.count)
    code.append("\"")
    while !rest.isEmpty && !rest.hasPrefix(quote + hashes) {
      if rest.hasPrefix("\\" + hashes + "(") {
        skip(2 + hashes.count)
        code.append(" ")
        readCode(untilParenthesis: true, depth: depth + 1)
        skip()
      } else if rest.hasPrefix("\\" + hashes) {
        skip(2 + hashes.count)
      } else {
        skip()
      }
    }
    skip(quote.count + hashes.count)
    code.append("\"")
  }
}
