/// A value that can be written as JSON (RFC 8259). Objects keep the order that they are given.
public indirect enum JSONValue: Hashable, Sendable {
  case string(String)
  case int(Int)
  /// Infinity and NaN, which JSON does not have, are written as null.
  case double(Double)
  case bool(Bool)
  case null
  case array([JSONValue])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  public static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// In one line, without blanks.
  public var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The depth is that of the value, which code has built, not a file.
  private func write(to text: inout String) {
    switch self {
    case .string(let string): JSONValue.write(string, to: &text)
    case .int(let number): text += "\(number)"
    case .double(let number): text += number.isFinite ? "\(number)" : "null"
    case .bool(let isTrue): text += isTrue ? "true" : "false"
    case .null: text += "null"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONValue.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Control characters are written as numbers. So are U+0080 … U+009F, which could steer a terminal, and the
  /// two line separators, at which some readers end a line.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
