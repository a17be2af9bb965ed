/// A value of a property list and where it stands.
public struct PropertyList: Hashable, Sendable {
  public indirect enum Value: Hashable, Sendable {
    /// In the order of the file. A key may occur more than once.
    case dictionary([Entry])
    case array([PropertyList])
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    /// Kinds that no file of the radio uses: only that they are there is kept.
    case date, data, uid
  }

  public struct Entry: Hashable, Sendable {
    public var key: String
    public var keyPlace: Place
    public var value: PropertyList

    public init(key: String, keyPlace: Place = .wholeFile, value: PropertyList) {
      self.key = key
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  public var value: Value
  public var place: Place

  public init(_ value: Value, place: Place = .wholeFile) {
    self.value = value
    self.place = place
  }

  /// Reads an XML or binary property list. Nil: it cannot be read, and an error says why.
  /// - Parameter nodeCountMax: values, those that a binary file uses twice counted twice.
  public static func read(
    _ bytes: [UInt8], nodeCountMax: Int = PropertyListLimits.nodeCountMax, findings: inout Findings
  ) -> PropertyList? {
    guard bytes.count <= PropertyListLimits.sizeMax else {
      findings.error("larger than \(PropertyListLimits.sizeMax / 1_048_576) MiB")
      return nil
    }
    if let disguise = Disguise(bytes: bytes) {
      findings.error(disguise.message)
      return nil
    }
    if bytes.starts(with: BinaryPropertyList.magic) {
      return BinaryPropertyList.read(bytes, nodeCountMax: nodeCountMax, findings: &findings)
    }
    var text = XMLText(decoding: bytes, findings: &findings)
    if let disguise = Disguise(text: text.bytes) {
      findings.error(disguise.message)
      return nil
    }
    guard text.repair(findings: &findings) else { return nil }
    return XMLPropertyList.read(text, nodeCountMax: nodeCountMax, findings: &findings)
  }

  /// The last value of `key`, as the original app's dictionaries had it.
  public subscript(key: String) -> PropertyList? {
    guard case .dictionary(let entries) = value else { return nil }
    return entries.last { $0.key == key }?.value
  }

  /// For messages: "an array", "a number" …
  public var kindName: String {
    switch value {
    case .dictionary: "a dict"
    case .array: "an array"
    case .string: "a string"
    case .integer, .real: "a number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .uid: "a uid"
    }
  }
}

/// What a property list may cost.
public enum PropertyListLimits {
  /// In bytes, of the file. A list of 100,000 stations has some 25 MB.
  public static let sizeMax = 64 * 1_048_576
  /// Dicts and arrays inside each other. A station's alternate links are six deep.
  public static let depthMax = 64
  /// Values, those that a binary file uses twice counted twice: 200,000 stations with all keys.
  public static let nodeCountMax = 1_000_000
  /// Characters that had to be replaced before XML could be read.
  public static let repairCountMax = 100_000
}
