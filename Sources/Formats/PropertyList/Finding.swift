/// One thing that is wrong with a file, or that was repaired while it was read.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Sendable {
    /// Something in the file is lost.
    case error
    /// Repaired, or merely odd.
    case warning
  }

  public var file: String
  public var place: Place
  public var severity: Severity
  public var message: String

  public init(file: String, place: Place = .wholeFile, severity: Severity, message: String) {
    self.file = file
    self.place = place
    self.severity = severity
    self.message = message
  }

  /// `file:line:column: error: message`, for binary files `file: key.key: error: message`.
  public var description: String {
    let name = file.withoutControls
    let start = place.isInText ? "\(name):\(place)" : place.keys == nil ? name : "\(name): \(place)"
    return "\(start): \(severity.rawValue): \(message.withoutControls)"
  }
}

/// The findings of one file. They are bounded: beyond `keptCountMax` they are only counted.
public struct Findings: Sendable {
  public static let keptCountMax = 1_000

  public let file: String
  public private(set) var kept: [Finding] = []
  public private(set) var errorCount = 0
  public private(set) var warningCount = 0

  public init(file: String) { self.file = file }

  /// How many were counted and not kept.
  public var droppedCount: Int { errorCount + warningCount - kept.count }

  public mutating func error(_ message: @autoclosure () -> String, at place: Place = .wholeFile) {
    add(.error, message, at: place)
  }

  public mutating func warning(_ message: @autoclosure () -> String, at place: Place = .wholeFile) {
    add(.warning, message, at: place)
  }

  mutating func add(_ severity: Finding.Severity, _ message: () -> String, at place: Place) {
    if severity == .error { errorCount += 1 } else { warningCount += 1 }
    guard kept.count < Findings.keptCountMax else { return }
    kept.append(Finding(file: file, place: place, severity: severity, message: message()))
  }
}

extension String {
  /// For a line on a terminal: control characters, which could steer it, become "?".
  var withoutControls: String {
    guard unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) else {
      return self
    }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "?" : $0 }))
  }

  /// In quotation marks and cut to what a message can hold.
  var quoted: String {
    let shown = prefix(60)
    return shown.endIndex < endIndex ? "\"\(shown)…\"" : "\"\(self)\""
  }

  /// Without white space, control characters, byte order marks and zero-width spaces at both ends.
  var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\u{FEFF}"
        || scalar == "\u{200B}"
    }
    let bytes = utf8
    // Nearly every string of a list begins and ends with a printable ASCII character.
    if let first = bytes.first, let last = bytes.last, (0x21...0x7E).contains(first),
      (0x21...0x7E).contains(last)
    {
      return self
    }
    let scalars = unicodeScalars
    guard let first = scalars.first, let last = scalars.last, isBlank(first) || isBlank(last) else {
      return self
    }
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[start...end])
  }
}
