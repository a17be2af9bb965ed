/// The boxes of a part of an MP4 file (ISO 14496-12, 4.2), one after the other. Sizes that make no sense end it.
struct MP4Boxes: Sequence, IteratorProtocol {
  struct Box {
    var type: String
    var body: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>
  private var count = 0

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> Box? {
    guard rest.count >= 8, count < HLSLimits.boxCount else { return nil }
    count += 1
    let start = rest.startIndex
    var size = rest.number(at: 0, bytes: 4)
    let type = String(decoding: rest[start + 4..<start + 8], as: UTF8.self)
    var headCount = 8
    if size == 1, rest.count >= 16 {
      size = rest.number(at: 8, bytes: 8)
      headCount = 16
    } else if size == 0 {
      size = rest.count
    }
    guard size >= headCount, size <= rest.count else { return nil }
    defer { rest = rest.dropFirst(size) }
    return Box(type: type, body: rest[start + headCount..<start + size])
  }

  /// The first box along `path`.
  static func find(_ path: [String], in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var body = bytes
    for type in path {
      guard let box = MP4Boxes(body).first(where: { $0.type == type }) else { return nil }
      body = box.body
    }
    return body
  }
}

extension ArraySlice<UInt8> {
  /// Big-endian, at most `Int.max / 2`; behind the end it is zeros.
  func number(at offset: Int, bytes count: Int) -> Int {
    var value: UInt64 = 0
    for index in offset..<offset + count {
      value = value << 8 | UInt64(index < self.count ? self[startIndex + index] : 0)
    }
    return Int(Swift.min(value, UInt64(Int.max / 2)))
  }
}
