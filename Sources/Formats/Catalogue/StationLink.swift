/// A station's link, made fit for libcurl, which refuses blanks and line ends anywhere and would open
/// "file:///etc/passwd" without a word.
public struct StationLink: Hashable, Sendable {
  /// Longest link in bytes, as it is written: dispatchers' tokens are long, but not longer.
  public static let sizeMax = 4_096

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
    // Far beyond the limit nothing needs a closer look, and no work.
    guard given.utf8.count <= 4 * StationLink.sizeMax else { throw .tooLong }
    var repairs: [String] = []
    let trimmed = given.trimmed
    if trimmed.utf8.count != given.utf8.count { repairs.append("blanks around the link were removed") }
    // Bytes from here on: a combining mark after a "/" would make one character of both.
    var bytes = Array(trimmed.utf8)
    guard !bytes.isEmpty else { throw .empty }
    if let lineEnd = bytes.firstIndex(where: { (0x0A...0x0D).contains($0) }) {
      bytes = Array(String(decoding: bytes[..<lineEnd], as: UTF8.self).trimmed.utf8)
      repairs.append("only the first line of the link was used")
    }
    guard !bytes.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { throw .controlCharacter }
    bytes = try StationLink.withScheme(bytes, &repairs)
    try StationLink.check(authorityOf: bytes)
    if bytes.contains(where: StationLink.mustBeEncoded) {
      bytes = StationLink.encoded(bytes)
      repairs.append("blanks inside of the link were written as %20")
    }
    guard bytes.count <= StationLink.sizeMax else { throw .tooLong }
    text = String(decoding: bytes, as: UTF8.self)
    self.repairs = repairs
  }

  /// With http:// or https:// at the front, or refused.
  private static func withScheme(_ link: [UInt8], _ repairs: inout [String]) throws(Refusal) -> [UInt8] {
    guard let colon = link.firstIndex(where: { $0 == 0x3A || endsAuthority($0) }), link[colon] == 0x3A else {
      return try withoutScheme(link, &repairs)
    }
    let scheme = String(decoding: link[..<colon], as: UTF8.self).lowercased()
    let rest = link[(colon + 1)...]
    let body = rest.drop { $0 == slash }
    switch scheme {
    case "http", "https":
      if hasWebScheme(body) {
        repairs.append("the doubled scheme was removed")
        return Array(body)
      }
      if rest.count - body.count == 2 { return link }
      repairs.append("the slashes after the scheme were put right")
      return link[...colon] + [slash, slash] + body
    case "mms", "mmsh", "mmst", "icy", "icyx", "shout", "unsv":
      repairs.append("\(scheme): was replaced by http:")
      return Array("http://".utf8) + body
    default: break
    }
    // "h.example:8000/live" is a host with a port and no scheme; "javascript:1" is not.
    let port = rest.prefix { !endsAuthority($0) && $0 != UInt8(ascii: ";") }
    guard (2...5).contains(port.count), port.allSatisfy({ (0x30...0x39).contains($0) }),
      link[..<colon].allSatisfy(isHostByte),
      !["javascript", "data", "file", "mailto", "tel", "sms", "about", "rtsp", "rtmp", "ftp"].contains(scheme)
    else { throw .scheme(String(scheme.prefix(40))) }
    return try withoutScheme(link, &repairs)
  }

  private static func withoutScheme(_ link: [UInt8], _ repairs: inout [String]) throws(Refusal) -> [UInt8] {
    for word in ["http", "https"] where begins(link[...], with: word + "//") {
      repairs.append("the colon after the scheme was added")
      return Array("\(word)://".utf8) + link.dropFirst(word.utf8.count + 2)
    }
    let body = link.starts(with: [slash, slash]) ? link.dropFirst(2) : link[...]
    if hasWebScheme(body) {
      repairs.append("the slashes before the scheme were removed")
      return Array(body)
    }
    // A path on this machine, or a query: nothing that could name a host.
    guard let first = body.first, !"/?#.\\".utf8.contains(first) else { throw .noHost }
    repairs.append("http:// was added")
    return Array("http://".utf8) + body
  }

  /// `link` begins with a scheme and two slashes.
  private static func check(authorityOf link: [UInt8]) throws(Refusal) {
    guard let colon = link.firstIndex(of: 0x3A) else { throw .noHost }
    let authority = link[colon...].dropFirst(3).prefix { !endsAuthority($0) }
    var host = authority
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { host = authority[(at + 1)...] }
    var port: ArraySlice<UInt8>?
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { throw .badHost }
      let after = host[(end + 1)...]
      guard after.isEmpty || after.first == 0x3A,
        host[host.startIndex...end].dropFirst().dropLast().allSatisfy(isIPv6Byte)
      else { throw .badHost }
      port = after.dropFirst()
      host = host[...end]
    } else if let colon = host.lastIndex(of: 0x3A) {
      port = host[(colon + 1)...]
      host = host[..<colon]
      guard !host.contains(0x3A) else { throw .badHost }
    }
    guard !host.isEmpty else { throw .noHost }
    guard host.count <= hostSizeMax,
      authority.allSatisfy(isAuthorityByte)
    else { throw .badHost }
    guard let port, !port.isEmpty else { return }
    guard port.count <= 5, port.allSatisfy({ (0x30...0x39).contains($0) }),
      (1...65_535).contains(port.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    else { throw .badPort }
  }

  private static let slash = UInt8(ascii: "/")
  /// In bytes; a DNS name has 253.
  private static let hostSizeMax = 255

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == slash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), 0x80...: true
    default: false
    }
  }

  private static func isAuthorityByte(_ byte: UInt8) -> Bool {
    isHostByte(byte) || (byte > 0x20 && !"<>\"\\^`{|}".utf8.contains(byte))
  }

  private static func isIPv6Byte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x46, 0x61...0x66, UInt8(ascii: "."), UInt8(ascii: "%"): true
    default: false
    }
  }

  private static func hasWebScheme(_ text: ArraySlice<UInt8>) -> Bool {
    begins(text, with: "http://") || begins(text, with: "https://")
  }

  /// Without regard to case; `word` is lower case.
  private static func begins(_ text: ArraySlice<UInt8>, with word: String) -> Bool {
    text.prefix(word.utf8.count).map(lowercased).elementsEqual(word.utf8)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  private static func mustBeEncoded(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "\"")
  }

  private static func encoded(_ link: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in link {
      switch byte {
      case 0x20, 0x09: bytes += Array("%20".utf8)
      case _ where mustBeEncoded(byte): bytes += Array("%\(String(byte, radix: 16, uppercase: true))".utf8)
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
