/// Links as people type and paste them become URLs that may be sent.
public enum StreamLink {
  /// `text` as an absolute http or https URL: trimmed, its inner blanks, controls and letters beyond ASCII
  /// percent-encoded, without its fragment. Without a scheme it is http; mms and icy, which name servers that
  /// answer http as well, are tried as http. Nil: another scheme, no host, or too long.
  public static func usable(_ text: String) -> String? {
    let trimmed = text.trimmingBlanks
    guard !trimmed.isEmpty, trimmed.utf8.count <= StationLink.sizeMax else { return nil }
    var reference = URLReference(trimmed)
    if reference.scheme == nil || isHostBeforePort(reference) {
      reference = URLReference("http://" + (trimmed.hasPrefix("//") ? String(trimmed.dropFirst(2)) : trimmed))
    }
    switch reference.scheme {
    case "http", "https": break
    case "mms", "mmsh", "icy", "icyx": reference.scheme = "http"
    default: return nil
    }
    guard let authority = reference.authority, hasHost(authority) else { return nil }
    reference.path = encoded(reference.path)
    reference.query = reference.query.map(encoded)
    reference.fragment = nil
    let url = reference.text
    return url.utf8.count <= StreamLimits.linkLength ? url : nil
  }

  /// `entry` of a playlist that was loaded from `base`.
  public static func usable(_ entry: String, in base: String) -> String? {
    let reference = URLReference(entry.trimmingBlanks)
    if reference.scheme != nil { return usable(entry) }
    return usable(reference.resolved(against: URLReference(base)).text)
  }

  /// "radio.example:8000/a" reads like a scheme. A host has a dot in it or is this machine, and its port is a
  /// number; "javascript:1" is none.
  private static func isHostBeforePort(_ reference: URLReference) -> Bool {
    guard let scheme = reference.scheme, reference.authority == nil,
      scheme.contains(".") || scheme == "localhost"
    else { return false }
    let port = reference.path.prefix { $0 != "/" }
    return UInt16(port) != nil
  }

  /// Something before the port that holds no blank: libcurl refuses the rest itself.
  private static func hasHost(_ authority: String) -> Bool {
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard let first = host.utf8.first, first != UInt8(ascii: ":") else { return false }
    return authority.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  private static func encoded(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isAllowed) else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isAllowed(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What stands in real links although RFC 3986 does not allow it ("|", "[") is sent as it is, as curl and
  /// browsers do; only what would break the request's first line is encoded.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<")
      && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\\")
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
