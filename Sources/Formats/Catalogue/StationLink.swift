/// A station's link, made fit for libcurl, which refuses blanks and line ends anywhere and would open
/// "file:///etc/passwd" without a word.
public struct StationLink: Hashable, Sendable {
  /// Longest link in bytes; what browsers and servers agree on.
  public static let sizeMax = 2_048

  /// What is opened: begins with http:// or https:// in any case of letters, has no blank or control
  /// character. Letters beyond ASCII stay as they are; a fragment ("#.aac") stays, since it belongs to the
  /// identity, and whoever opens the link leaves it out.
  public let text: String
  /// What was done to it, in words.
  public let repairs: [String]

  public enum Refusal: Error, Hashable, CustomStringConvertible {
    case empty, tooLong, noHost, badHost, badPort, controlCharacter
    case scheme(String)

    public var description: String {
      switch self {
      case .empty: "is empty"
      case .tooLong: "is longer than \(StationLink.sizeMax) bytes"
      case .noHost: "names no host"
      case .badHost: "has a character in its host name that no host name has"
      case .badPort: "has a port that is not a number from 1 to 65535"
      case .controlCharacter: "contains a control character"
      case .scheme(let name): "has the scheme \(name.quoted); only http and https are opened"
      }
    }
  }

  public init(_ given: String) throws(Refusal) {
    var repairs: [String] = []
    // Far beyond the limit nothing needs a closer look, and no work.
    guard given.utf8.count <= 4 * StationLink.sizeMax else { throw .tooLong }
    var text = given.trimmed
    if text.utf8.count != given.utf8.count { repairs.append("blanks around the link were removed") }
    guard !text.isEmpty else { throw .empty }
    if let lineEnd = text.firstIndex(where: \.isNewline) {
      text = String(text[..<lineEnd]).trimmed
      repairs.append("only the first line of the link was used")
    }
    guard !text.unicodeScalars.contains(where: { $0 != "\t" && ($0.value < 0x20 || $0.value == 0x7F) }) else {
      throw .controlCharacter
    }
    text = try StationLink.withScheme(text, &repairs)
    let authority = StationLink.authority(of: text)
    try StationLink.check(authority: authority)
    if text.utf8.contains(where: StationLink.mustBeEncoded) {
      text = StationLink.encoded(text)
      repairs.append("blanks inside of the link were written as %20")
    }
    guard text.utf8.count <= StationLink.sizeMax else { throw .tooLong }
    self.text = text
    self.repairs = repairs
  }

  /// With http:// or https:// at the front, or refused.
  private static func withScheme(_ text: String, _ repairs: inout [String]) throws(Refusal) -> String {
    guard let colon = text.firstIndex(where: { ":/?#".contains($0) }), text[colon] == ":" else {
      return try withoutScheme(text, &repairs)
    }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    switch scheme {
    case "http", "https":
      let body = rest.drop { $0 == "/" }
      if body.lowercased().hasPrefix("http://") || body.lowercased().hasPrefix("https://") {
        repairs.append("the doubled scheme was removed")
        return String(body)
      }
      if rest.utf8.count - body.utf8.count == 2 { return text }
      repairs.append("the slashes after the scheme were put right")
      return "\(text[...colon])//\(body)"
    case "mms", "mmsh", "mmst", "icy", "icyx", "shout", "unsv":
      repairs.append("\(scheme): was replaced by http:")
      return "http://\(rest.drop { $0 == "/" })"
    default: break
    }
    let port = rest.prefix { !"/?#;".contains($0) }
    // "h.example:8000/live" is a host with a port and no scheme; "javascript:1" is not.
    guard !rest.hasPrefix("/"), (2...5).contains(port.count), port.allSatisfy({ $0.isASCII && $0.isNumber }),
      scheme.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }),
      !["javascript", "data", "file", "mailto", "tel", "sms", "about", "rtsp", "rtmp", "ftp"].contains(scheme)
    else { throw .scheme(String(scheme.prefix(40))) }
    return try withoutScheme(text, &repairs)
  }

  private static func withoutScheme(_ text: String, _ repairs: inout [String]) throws(Refusal) -> String {
    for slashless in ["http//", "https//"] where text.lowercased().hasPrefix(slashless) {
      repairs.append("the colon after the scheme was added")
      return "\(slashless.dropLast(2))://\(text.dropFirst(slashless.count))"
    }
    let body = text.hasPrefix("//") ? text.dropFirst(2) : text[...]
    // A path on this machine, or a query: nothing that could name a host.
    guard let first = body.first, !"/?#.\\".contains(first) else { throw .noHost }
    repairs.append("http:// was added")
    return "http://\(body)"
  }

  private static func authority(of text: String) -> Substring {
    guard let colon = text.firstIndex(of: ":") else { return "" }
    return text[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
  }

  private static func check(authority: Substring) throws(Refusal) {
    let hostAndPort =
      authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    var host = hostAndPort
    var port: Substring?
    if hostAndPort.hasPrefix("["), let end = hostAndPort.firstIndex(of: "]") {
      host = hostAndPort[...end]
      let after = hostAndPort[end...].dropFirst()
      guard after.isEmpty || after.hasPrefix(":") else { throw .badHost }
      port = after.isEmpty ? nil : after.dropFirst()
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" })
      else {
        throw .badHost
      }
    } else if let colon = hostAndPort.lastIndex(of: ":") {
      host = hostAndPort[..<colon]
      port = hostAndPort[hostAndPort.index(after: colon)...]
      guard !host.contains(":") else { throw .badHost }
    }
    guard !host.isEmpty else { throw .noHost }
    guard host.count <= 255, !authority.contains(where: { $0.isWhitespace || "<>\"\\^`{|}".contains($0) })
    else {
      throw .badHost
    }
    if let port, !port.isEmpty {
      guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
        (1...65_535).contains(number)
      else { throw .badPort }
    }
  }

  private static func mustBeEncoded(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "\"")
  }

  private static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x20, 0x09: bytes += Array("%20".utf8)
      case _ where mustBeEncoded(byte): bytes += Array("%\(String(byte, radix: 16, uppercase: true))".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
