/// Puts values together while elements open and close. No recursion: what is open stands on a stack of
/// bounded depth.
struct PropertyListBuilder {
  private enum Kind {
    case plist, dictionary, array, key, string, integer, real, boolean(Bool), date, data, unknown

    init(_ name: String) {
      switch name {
      case "plist": self = .plist
      case "dict": self = .dictionary
      case "array": self = .array
      case "key": self = .key
      case "string": self = .string
      case "integer": self = .integer
      case "real": self = .real
      case "true": self = .boolean(true)
      case "false": self = .boolean(false)
      case "date": self = .date
      case "data": self = .data
      default: self = .unknown
      }
    }

    var isLeaf: Bool {
      switch self {
      case .key, .string, .integer, .real, .date, .data: true
      default: false
      }
    }
  }

  private struct Element {
    var kind: Kind
    var name: String
    var place: Place
    var entries: [PropertyList.Entry] = []
    var items: [PropertyList] = []
    var key: (text: String, place: Place)?
    var hasStrayText = false
  }

  private(set) var root: PropertyList?
  private(set) var rootName: String?
  private var stack: [Element] = []
  private var text: [UInt8] = []
  /// How many elements stand open inside of a key, string or number; they do not belong there.
  private var strangersInLeaf = 0
  private var nodeCount = 0
  var nodeCountMax = PropertyListLimits.nodeCountMax

  /// Whether text belongs to a value now.
  var isInText: Bool { stack.last?.kind.isLeaf ?? false }
  /// Whether text would be lost here without anyone having said so.
  var expectsNoText: Bool {
    guard let last = stack.last, !last.hasStrayText else { return false }
    switch last.kind {
    case .dictionary, .array, .plist: return true
    default: return false
    }
  }
  var openElement: (name: String, place: Place)? { stack.last.map { ($0.name, $0.place) } }
  var isOpenValue: Bool {
    stack.contains {
      switch $0.kind {
      case .plist, .unknown: false
      default: true
      }
    }
  }

  /// Not nil: why reading must stop.
  mutating func start(_ name: String, at place: Place, findings: inout Findings) -> String? {
    let kind = Kind(name)
    if rootName == nil {
      rootName = name
      if case .plist = kind {
      } else if case .unknown = kind {
      } else {
        findings.warning("<plist> is missing around <\(name)>", at: place)
      }
    }
    nodeCount += 1
    // Keys are elements too.
    guard nodeCount <= 2 * nodeCountMax else {
      return "more than \(nodeCountMax) values"
    }
    guard stack.count < PropertyListLimits.depthMax, strangersInLeaf < PropertyListLimits.depthMax else {
      return "nested deeper than \(PropertyListLimits.depthMax) levels"
    }
    if let last = stack.last, last.kind.isLeaf {
      findings.error("<\(name)> inside of <\(last.name)> is ignored", at: place)
      strangersInLeaf += 1
      return nil
    }
    if case .unknown = kind, !stack.isEmpty, rootName == "plist" {
      findings.error("unknown element <\(name)> is ignored", at: place)
    }
    stack.append(Element(kind: kind, name: name, place: place))
    text.removeAll(keepingCapacity: true)
    return nil
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) { text.append(contentsOf: bytes) }

  mutating func reportStrayText(at place: Place, findings: inout Findings) {
    findings.error("text outside of a value is ignored", at: place)
    stack[stack.count - 1].hasStrayText = true
  }

  mutating func end(findings: inout Findings) {
    if strangersInLeaf > 0 {
      strangersInLeaf -= 1
      return
    }
    guard let element = stack.popLast() else { return }
    switch element.kind {
    case .plist, .unknown:
      // What stood in front of an unknown element was its key.
      if case .unknown = element.kind, !stack.isEmpty { stack[stack.count - 1].key = nil }
    case .key: endKey(element, findings: &findings)
    case .dictionary:
      if let key = element.key {
        findings.error("key \(key.text.quoted) has no value", at: key.place)
      }
      add(.dictionary(element.entries), of: element, findings: &findings)
    case .array: add(.array(element.items), of: element, findings: &findings)
    case .string: add(.string(takenText()), of: element, findings: &findings)
    case .integer, .real: add(number(of: element, findings: &findings), of: element, findings: &findings)
    case .boolean(let isTrue): add(.boolean(isTrue), of: element, findings: &findings)
    case .date: add(.date, of: element, findings: &findings)
    case .data: add(.data, of: element, findings: &findings)
    }
  }

  private mutating func takenText() -> String {
    let taken = String(decoding: text, as: UTF8.self)
    text.removeAll(keepingCapacity: true)
    return taken
  }

  private mutating func endKey(_ element: Element, findings: inout Findings) {
    let key = takenText()
    guard let last = stack.last, case .dictionary = last.kind else {
      findings.error("key \(key.quoted) outside of a dict is ignored", at: element.place)
      return
    }
    if let open = last.key {
      findings.error("key \(open.text.quoted) has no value", at: open.place)
    }
    stack[stack.count - 1].key = (key, element.place)
  }

  private mutating func number(of element: Element, findings: inout Findings) -> PropertyList.Value {
    let text = takenText().trimmed
    if case .integer = element.kind, let number = PropertyListBuilder.integer(text) {
      return .integer(number)
    }
    if case .real = element.kind, let number = Double(text) { return .real(number) }
    findings.warning("\(text.quoted) is not a number; read as text", at: element.place)
    return .string(text)
  }

  /// Decimal, or hexadecimal as Apple's tools write large ones.
  private static func integer(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard digits.lowercased().hasPrefix("0x") else { return Int64(text) }
    return Int64(digits.dropFirst(2), radix: 16).map { isNegative ? -$0 : $0 }
  }

  private mutating func add(_ value: PropertyList.Value, of element: Element, findings: inout Findings) {
    let node = PropertyList(value, place: element.place)
    guard !stack.isEmpty else {
      root = node
      return
    }
    let top = stack.count - 1
    switch stack[top].kind {
    case .plist where root == nil: root = node
    case .plist: findings.error("a second value in <plist> is ignored", at: element.place)
    case .array: stack[top].items.append(node)
    case .dictionary:
      guard let key = stack[top].key else {
        findings.error("\(node.kindName) without a key is ignored", at: element.place)
        return
      }
      stack[top].key = nil
      stack[top].entries.append(PropertyList.Entry(key: key.text, keyPlace: key.place, value: node))
    default: break
    }
  }
}
