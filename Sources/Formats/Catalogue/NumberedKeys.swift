/// The parts of a dict whose order is in their keys: `Item0`, `Item1` … or `Site0`, `Site1` …
struct NumberedKeys {
  struct Part {
    var number: Int
    var key: String
    var value: PropertyList
  }

  /// By number; equal numbers in the order of the file.
  private(set) var parts: [Part] = []
  private(set) var others: [PropertyList.Entry] = []

  /// Takes the keys apart and reports what is odd about the numbered ones.
  init(_ entries: [PropertyList.Entry], prefix: String, findings: inout Findings) {
    for entry in entries {
      guard let number = NumberedKeys.number(of: entry.key, prefix: prefix) else {
        others.append(entry)
        continue
      }
      let exact = "\(prefix)\(number)"
      if entry.key != exact {
        findings.warning("key \(entry.key.quoted) is read as \(exact)", at: entry.keyPlace)
      }
      parts.append(Part(number: number, key: exact, value: entry.value))
    }
    parts = parts.enumerated().sorted { left, right in
      (left.element.number, left.offset) < (right.element.number, right.offset)
    }.map(\.element)
    var expected = 0
    for part in parts {
      if part.number > expected {
        let missing = "\(prefix)\(expected)"
        let last = part.number - 1
        findings.warning(
          last > expected ? "\(missing) to \(prefix)\(last) are missing" : "\(missing) is missing",
          at: part.value.place)
      } else if part.number < expected {
        findings.warning("\(part.key) is there twice; both are kept", at: part.value.place)
      }
      expected = max(expected, part.number + 1)
    }
  }

  /// The number of a key like `Item12`; case and blanks around do not matter. At most nine digits.
  static func number(of key: String, prefix: String) -> Int? {
    let bytes = key.utf8
    if let exact = number(bytes[...], prefix: prefix) { return exact }
    guard let first = bytes.first, let last = bytes.last, isBlank(first) || isBlank(last) else { return nil }
    return number(key.trimmed.utf8[...], prefix: prefix)
  }

  private static func number(_ key: Substring.UTF8View, prefix: String) -> Int? {
    let word = key.prefix(prefix.utf8.count)
    let digits = key.dropFirst(prefix.utf8.count)
    guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      word.elementsEqual(prefix.utf8, by: NumberedKeys.isSameLetter)
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Both without regard to case; `right` is a letter.
  private static func isSameLetter(_ left: UInt8, _ right: UInt8) -> Bool { left | 0x20 == right | 0x20 }
}
