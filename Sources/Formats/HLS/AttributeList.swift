/// `NAME=value,NAME="a, b",…` behind a tag of HLS (RFC 8216, 4.2).
struct AttributeList {
  private var values: [String: String] = [:]

  init(_ text: some StringProtocol) {
    var rest = Substring(text)
    while let equals = rest.firstIndex(of: "=") {
      let name = String(rest[..<equals]).trimmingBlanks
      rest = rest[rest.index(after: equals)...].drop { $0 == " " }
      let value: Substring
      if rest.first == "\"" {
        rest = rest.dropFirst()
        value = rest.prefix { $0 != "\"" }
        rest = rest[value.endIndex...].drop { $0 != "," }
      } else {
        value = rest.prefix { $0 != "," }
        rest = rest[value.endIndex...]
      }
      rest = rest.dropFirst()
      if values[name] == nil { values[name] = String(value).trimmingBlanks }
    }
  }

  subscript(name: String) -> String? { values[name] }

  func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

  /// `0x` and hexadecimal digits, filled up with zeros to `count` bytes. Nil: it is not that.
  func bytes(_ name: String, count: Int) -> [UInt8]? {
    guard let value = values[name]?.lowercased(), value.hasPrefix("0x") else { return nil }
    let digits = value.dropFirst(2).compactMap { $0.hexDigitValue.map { UInt8($0) } }
    guard digits.count == value.count - 2, !digits.isEmpty, digits.count <= 2 * count else { return nil }
    let filled = [UInt8](repeating: 0, count: 2 * count - digits.count) + digits
    return stride(from: 0, to: filled.count, by: 2).map { filled[$0] << 4 | filled[$0 + 1] }
  }
}
