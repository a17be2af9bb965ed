/// A binary property list ("bplist00", as Apple's CFBinaryPList.c describes it). All numbers in it are
/// big-endian: a table of offsets finds the objects, containers name their parts by number in that table, and
/// the last 32 bytes say where the table is. So a file of 200 bytes can describe a million values, or itself:
/// every value counts each time it is used, and what is open may not be opened again.
struct BinaryPropertyList {
  static let magic = Array("bplist0".utf8)
  private static let trailerSize = 32

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableStart: Int
  private var nodeCount = 0
  private var nodeCountMax = PropertyListLimits.nodeCountMax
  private var isOpen: Set<Int> = []
  /// Keys and names that many objects share are decoded once.
  private var strings: [Int: String] = [:]
  private var findings: Findings
  private var isOverLimit = false
  private var stringBytesLeft: Int

  static func read(_ bytes: [UInt8], nodeCountMax: Int, findings: inout Findings) -> PropertyList? {
    guard let (opened, top) = opened(bytes, findings: findings) else {
      findings.error("damaged binary property list: it is cut off, or its trailer is wrong")
      return nil
    }
    var reader = opened
    reader.nodeCountMax = nodeCountMax
    let root = reader.value(top, at: nil, depth: 0)
    findings = reader.findings
    return reader.isOverLimit ? nil : root
  }

  private static func opened(_ bytes: [UInt8], findings: Findings) -> (BinaryPropertyList, top: Int)? {
    guard bytes.count >= magic.count + 1 + trailerSize else { return nil }
    let trailer = bytes.count - trailerSize
    let offsetSize = Int(bytes[trailer + 6])
    let referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let objectCount = number(in: bytes, at: trailer + 8, size: 8),
      let top = number(in: bytes, at: trailer + 16, size: 8),
      let tableStart = number(in: bytes, at: trailer + 24, size: 8),
      objectCount > 0, top < objectCount, tableStart > magic.count, tableStart <= trailer,
      objectCount <= (trailer - tableStart) / offsetSize
    else { return nil }
    return (
      BinaryPropertyList(
        bytes: bytes, offsetSize: offsetSize, referenceSize: referenceSize, objectCount: objectCount,
        tableStart: tableStart, findings: findings), top
    )
  }

  private init(
    bytes: [UInt8], offsetSize: Int, referenceSize: Int, objectCount: Int, tableStart: Int, findings: Findings
  ) {
    self.bytes = bytes
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = objectCount
    self.tableStart = tableStart
    self.findings = findings
    stringBytesLeft = bytes.count
  }

  /// Nil: more than 2^62, which no size or number of this file can be.
  private static func number(in bytes: [UInt8], at start: Int, size: Int) -> Int? {
    var number: UInt64 = 0
    for byte in bytes[start..<start + size] { number = number << 8 | UInt64(byte) }
    return number < 1 << 62 ? Int(number) : nil
  }

  private typealias KeyPath = Place.KeyPath

  /// Nil: lost, and a finding says so. The depth is bounded, so the recursion is.
  private mutating func value(_ object: Int, at path: KeyPath?, depth: Int) -> PropertyList? {
    guard !isOverLimit else { return nil }
    nodeCount += 1
    guard nodeCount <= nodeCountMax else {
      return stop("more than \(nodeCountMax) values", at: path)
    }
    guard depth < PropertyListLimits.depthMax else {
      return stop("nested deeper than \(PropertyListLimits.depthMax) levels", at: path)
    }
    guard let start = offset(of: object) else { return lost("points outside of the file", at: path) }
    let kind = bytes[start] >> 4
    let low = Int(bytes[start] & 0x0F)
    switch kind {
    case 0x0:
      switch low {
      case 8, 9: return PropertyList(.boolean(low == 9), place: Place(path))
      default: return lost("has no value", at: path)
      }
    case 0x1: return integer(at: start + 1, size: 1 << low, path: path)
    case 0x2: return real(at: start + 1, size: 1 << low, path: path)
    case 0x3: return PropertyList(.date, place: Place(path))
    case 0x4: return PropertyList(.data, place: Place(path))
    case 0x5, 0x6, 0x7:
      guard let text = string(object) else { return lost("is cut off", at: path) }
      return PropertyList(.string(text), place: Place(path))
    case 0x8: return PropertyList(.uid, place: Place(path))
    case 0xA, 0xB, 0xC, 0xD:
      guard isOpen.insert(object).inserted else { return lost("contains itself", at: path) }
      defer { isOpen.remove(object) }
      return kind == 0xD
        ? dictionary(object, at: start, path: path, depth: depth)
        : array(at: start, path: path, depth: depth)
    default: return lost("is of an unknown kind (0x\(String(bytes[start], radix: 16)))", at: path)
    }
  }

  private mutating func lost(_ message: String, at path: KeyPath?) -> PropertyList? {
    findings.error("the value \(message)", at: Place(path))
    return nil
  }

  private mutating func stop(_ message: String, at path: KeyPath?) -> PropertyList? {
    isOverLimit = true
    findings.error(message, at: Place(path))
    return nil
  }

  private func offset(of object: Int) -> Int? {
    guard object < objectCount,
      let start = BinaryPropertyList.number(
        in: bytes, at: tableStart + object * offsetSize, size: offsetSize),
      start > BinaryPropertyList.magic.count, start < tableStart
    else { return nil }
    return start
  }

  /// The number of parts of an object, and where they begin. Nil: they do not fit in front of the table.
  private func extent(at start: Int, partSize: Int) -> (count: Int, start: Int)? {
    var count = Int(bytes[start] & 0x0F)
    var next = start + 1
    if count == 0x0F {
      guard next < tableStart, bytes[next] >> 4 == 0x1, bytes[next] & 0x0F <= 3 else { return nil }
      let size = 1 << Int(bytes[next] & 0x0F)
      guard next + 1 + size <= tableStart,
        let long = BinaryPropertyList.number(in: bytes, at: next + 1, size: size)
      else { return nil }
      count = long
      next += 1 + size
    }
    guard count <= (tableStart - next) / partSize else { return nil }
    return (count, next)
  }

  private func reference(at start: Int) -> Int {
    BinaryPropertyList.number(in: bytes, at: start, size: referenceSize) ?? Int.max
  }

  private mutating func integer(at start: Int, size: Int, path: KeyPath?) -> PropertyList? {
    guard size <= 16, start + size <= tableStart else { return lost("is cut off", at: path) }
    // 1, 2 and 4 bytes are without a sign, 8 have one, and 16 hold what needs the 64th bit.
    let body = bytes[start..<start + size]
    guard body.dropLast(8).allSatisfy({ $0 == 0 }) else { return lost("is too large a number", at: path) }
    var bits: UInt64 = 0
    for byte in body.suffix(8) { bits = bits << 8 | UInt64(byte) }
    if size == 16, bits > Int64.max { return lost("is too large a number", at: path) }
    return PropertyList(.integer(Int64(bitPattern: bits)), place: Place(path))
  }

  private mutating func real(at start: Int, size: Int, path: KeyPath?) -> PropertyList? {
    guard size == 4 || size == 8, start + size <= tableStart else {
      return lost("is cut off, or a number of an unknown size", at: path)
    }
    var bits: UInt64 = 0
    for byte in bytes[start..<start + size] { bits = bits << 8 | UInt64(byte) }
    let number = size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    return PropertyList(.real(number), place: Place(path))
  }

  /// Nil: not a string, or one that is cut off.
  private mutating func string(_ object: Int) -> String? {
    if let known = strings[object] { return known }
    guard let start = offset(of: object), (0x5...0x7).contains(bytes[start] >> 4) else { return nil }
    let isWide = bytes[start] >> 4 == 0x6
    guard let (count, first) = extent(at: start, partSize: isWide ? 2 : 1) else { return nil }
    // Strings of an honest file do not overlap, so together they are shorter than the file.
    stringBytesLeft -= isWide ? 2 * count : count
    guard stringBytesLeft >= 0 else { return nil }
    let text: String
    if isWide {
      var units: [UInt16] = []
      units.reserveCapacity(count)
      for index in 0..<count {
        units.append(UInt16(bytes[first + 2 * index]) << 8 | UInt16(bytes[first + 2 * index + 1]))
      }
      text = String(decoding: units, as: UTF16.self)
    } else {
      text = CharacterSet.text(bytes[first..<first + count])
    }
    strings[object] = text
    return text
  }

  private mutating func array(at start: Int, path: KeyPath?, depth: Int) -> PropertyList? {
    guard let (count, first) = extent(at: start, partSize: referenceSize) else {
      return lost("is cut off", at: path)
    }
    var items: [PropertyList] = []
    for index in 0..<count where !isOverLimit {
      let itemPath = KeyPath(parent: path, key: "[\(index)]")
      if let item = value(reference(at: first + index * referenceSize), at: itemPath, depth: depth + 1) {
        items.append(item)
      }
    }
    return PropertyList(.array(items), place: Place(path))
  }

  private mutating func dictionary(_ object: Int, at start: Int, path: KeyPath?, depth: Int) -> PropertyList?
  {
    guard let (count, first) = extent(at: start, partSize: 2 * referenceSize) else {
      return lost("is cut off", at: path)
    }
    var entries: [PropertyList.Entry] = []
    for index in 0..<count where !isOverLimit {
      guard let key = string(reference(at: first + index * referenceSize)) else {
        findings.error("key number \(index) is not a string", at: Place(path))
        nodeCount += 1
        if nodeCount > nodeCountMax {
          return stop("more than \(nodeCountMax) values", at: path)
        }
        continue
      }
      let entryPath = KeyPath(parent: path, key: key)
      let part = reference(at: first + (count + index) * referenceSize)
      if let value = value(part, at: entryPath, depth: depth + 1) {
        entries.append(PropertyList.Entry(key: key, keyPlace: Place(entryPath), value: value))
      }
    }
    return PropertyList(.dictionary(entries), place: Place(path))
  }
}
