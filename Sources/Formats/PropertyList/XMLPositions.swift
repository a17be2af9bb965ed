/// The way from a line and column of repaired text to those of the file: a repair ("&" to "&amp;") moves what
/// follows it in its line.
struct XMLPositions {
  private struct Shift {
    let line: Int32
    /// In the repaired text, counted from 0: what begins after it is shifted.
    let column: Int32
    /// By all repairs of this line up to here.
    let sum: Int32
  }

  private var shifts: [Shift] = []

  /// Repairs are added in the order of the text. `line` counts from 1, `column` from 0, both in the file.
  mutating func add(line: Int32, column: Int32, growth: Int32) {
    guard growth != 0 else { return }
    let before = shifts.last.flatMap { $0.line == line ? $0.sum : nil } ?? 0
    shifts.append(Shift(line: line, column: column + before, sum: before + growth))
  }

  /// `line` from 1 and `column` from 0, as expat counts them.
  func place(line: UInt, column: UInt) -> Place {
    let line = Int32(clamping: line)
    let column = Int32(clamping: column)
    guard !shifts.isEmpty else { return Place(line: line, column: column &+ 1) }
    var low = 0
    var high = shifts.count
    while low < high {
      let middle = (low + high) / 2
      let shift = shifts[middle]
      if (shift.line, shift.column) < (line, column) { low = middle + 1 } else { high = middle }
    }
    let sum = low > 0 && shifts[low - 1].line == line ? shifts[low - 1].sum : 0
    return Place(line: line, column: max(1, column &+ 1 &- sum))
  }

  /// Counts lines and characters up to a byte, going forward only: the text is read once in all.
  struct Counter {
    private(set) var line: Int32 = 1
    /// From 0.
    private(set) var column: Int32 = 0
    private var offset = 0

    mutating func advance(to target: Int, in bytes: UnsafeBufferPointer<UInt8>) {
      while offset < target {
        let byte = bytes[offset]
        offset += 1
        if byte == 0x0A || (byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A)) {
          line &+= 1
          column = 0
        } else if byte & 0xC0 != 0x80, byte != 0x0D {
          column &+= 1
        }
      }
    }
  }

  static func place(of offset: Int, in bytes: [UInt8]) -> Place {
    var counter = Counter()
    bytes.withUnsafeBufferPointer { counter.advance(to: offset, in: $0) }
    return Place(line: counter.line, column: counter.column + 1)
  }
}
