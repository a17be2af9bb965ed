/// `&amp;`, `&#39;`, `&#x27;`, `&eacute;`: web automation systems send titles as they would stand in a page.
enum CharacterReferences {
  /// Each reference is decoded once; what is none stays as it is. Control characters are left out.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if scalars[index] == "&",
        let end = scalars[(index + 1)...].prefix(lengthMax + 1).firstIndex(of: ";"),
        let scalar = scalar(named: scalars[(index + 1)..<end])
      {
        if scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) { result.append(scalar) }
        index = end + 1
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }

  private static let lengthMax = 10

  private static func scalar(named scalars: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    var name = String(String.UnicodeScalarView(scalars))
    guard name.hasPrefix("#") else { return names[name] ?? latinNames[name] }
    name.removeFirst()
    let isHexadecimal = name.hasPrefix("x") || name.hasPrefix("X")
    let digits = isHexadecimal ? String(name.dropFirst()) : name
    guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    // As browsers do: numbers that would be C1 controls were meant as Windows-1252.
    if (0x80...0x9F).contains(number) {
      return String(decoding: CharacterSet.utf8(fromWindows1252: [UInt8(number)]), as: UTF8.self)
        .unicodeScalars.first
    }
    return Unicode.Scalar(number)
  }

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "euro": "€", "hellip": "…", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
    "bull": "•", "trade": "™", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ"
  ]

  /// The names of U+00A0 … U+00FF in order (HTML 4, Latin-1).
  private static let latinNames: [String: Unicode.Scalar] = {
    let inOrder = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
      acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
      Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute \
      Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde \
      auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
      ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
      """
    var byName: [String: Unicode.Scalar] = [:]
    for (offset, name) in inOrder.split(separator: " ").enumerated() {
      byName[String(name)] = Unicode.Scalar(UInt32(0xA0 + offset))
    }
    return byName
  }()
}
