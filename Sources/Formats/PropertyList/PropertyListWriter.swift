/// Writes XML property lists as Apple's tools write them: UTF-8, tabs, one element a line.
public enum PropertyListWriter {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  /// The file without a seal; see `Checksum.seal`.
  public static func write(_ root: PropertyList.Value) -> [UInt8] {
    var text = head
    write(root, depth: 0, to: &text)
    text += "</plist>\n"
    return Array(text.utf8)
  }

  private static func write(_ value: PropertyList.Value, depth: Int, to text: inout String) {
    precondition(depth < PropertyListLimits.depthMax, "a value that is read back must not be deeper")
    let indent = String(repeating: "\t", count: depth)
    text += indent
    switch value {
    case .dictionary(let entries) where entries.isEmpty: text += "<dict/>"
    case .dictionary(let entries):
      text += "<dict>\n"
      for entry in entries {
        text += "\(indent)\t<key>\(escaped(entry.key))</key>\n"
        write(entry.value.value, depth: depth + 1, to: &text)
      }
      text += "\(indent)</dict>"
    case .array(let items) where items.isEmpty: text += "<array/>"
    case .array(let items):
      text += "<array>\n"
      for item in items { write(item.value, depth: depth + 1, to: &text) }
      text += "\(indent)</array>"
    case .string(let string): text += "<string>\(escaped(string))</string>"
    case .integer(let number): text += "<integer>\(number)</integer>"
    case .real(let number): text += "<real>\(number)</real>"
    case .boolean(let isTrue): text += isTrue ? "<true/>" : "<false/>"
    case .date, .data, .uid: preconditionFailure("the radio writes no dates, data and uids")
    }
    text += "\n"
  }

  /// Markup becomes references, and characters that XML 1.0 cannot hold in any form are left out. A carriage
  /// return is written as a number, since a reader would make a line feed of it.
  static func escaped(_ string: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x26: text.append(contentsOf: "&amp;".unicodeScalars)
      case 0x3C: text.append(contentsOf: "&lt;".unicodeScalars)
      case 0x3E: text.append(contentsOf: "&gt;".unicodeScalars)
      case 0x0D: text.append(contentsOf: "&#13;".unicodeScalars)
      case 0x09, 0x0A, 0x20...0xFFFD, 0x10000...: text.append(scalar)
      default: break
      }
    }
    return String(text)
  }
}

extension PropertyList.Value {
  /// A dict in the order given, without the values that are nil.
  static func dictionary(_ pairs: [(String, PropertyList.Value?)]) -> PropertyList.Value {
    .dictionary(
      pairs.compactMap { key, value in
        value.map { PropertyList.Entry(key: key, value: PropertyList($0)) }
      })
  }
}
