import Panel

/// A frame buffer's memory with bytes before and behind it that must stay as they are.
struct GuardedMemory {
  static let untouched: UInt8 = 0xA5
  private static let margin = 64

  let count: Int
  private var all: [UInt8]

  init(count: Int) {
    self.count = count
    all = [UInt8](repeating: GuardedMemory.untouched, count: count + 2 * GuardedMemory.margin)
  }

  var bytes: [UInt8] { Array(all[GuardedMemory.margin..<GuardedMemory.margin + count]) }

  /// The guards are as they were.
  var isGuarded: Bool {
    let margin = GuardedMemory.margin
    return (all.prefix(margin) + all.suffix(margin)).allSatisfy { $0 == GuardedMemory.untouched }
  }

  @discardableResult
  mutating func draw(_ picture: TestPicture, _ rects: [PanelRect]? = nil, by blit: Blit) -> Bool {
    let margin = GuardedMemory.margin
    let count = count
    return all.withUnsafeMutableBytes { buffer in
      let memory = UnsafeMutableRawBufferPointer(rebasing: buffer[margin..<margin + count])
      return picture.use { source in
        (rects ?? [picture.whole]).map { blit.draw(source, $0, into: memory) != nil }.contains(true)
      }
    }
  }

  /// Of a pixel of `byteCount` bytes, the least significant first.
  func value(at offset: Int, _ byteCount: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in (0..<byteCount).reversed() { value = value << 8 | UInt32(self[offset + index]) }
    return value
  }

  /// A number, since a test that shows how two megabytes differ never ends.
  func differences(from wanted: [UInt8]) -> Int {
    wanted.count == count ? zip(bytes, wanted).count { $0 != $1 } : max(count, wanted.count)
  }

  subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count)
    return all[GuardedMemory.margin + offset]
  }
}
