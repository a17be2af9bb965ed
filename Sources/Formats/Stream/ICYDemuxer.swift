/// Takes the metadata blocks out of a stream with `icy-metaint`: after each `interval` bytes of audio stands one
/// byte, the block's length in units of 16 bytes, and then the block. The bytes may be cut anywhere. It counts
/// bytes of the body, after libcurl has removed the chunks of a chunked transfer.
public struct ICYDemuxer {
  public enum Piece {
    /// Valid during the call only; never empty.
    case audio(UnsafeRawBufferPointer)
    /// A block without the NULs that fill it up; empty blocks (nothing new) are not told of.
    case metadata([UInt8])
  }

  private enum State {
    case audio(left: Int)
    case length
    case metadata(left: Int)
  }

  private let interval: Int
  private var state: State
  private var block: [UInt8] = []

  /// - Parameter interval: bytes of audio between two blocks; 0: there are none.
  public init(interval: Int) {
    self.interval = max(0, interval)
    state = .audio(left: self.interval)
  }

  /// Gives the pieces of `bytes` in order; audio is not copied.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer, _ take: (Piece) -> Void) {
    guard interval > 0 else {
      if !bytes.isEmpty { take(.audio(bytes)) }
      return
    }
    var index = 0
    while index < bytes.count {
      switch state {
      case .audio(let left):
        let count = min(left, bytes.count - index)
        take(.audio(UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])))
        index += count
        state = left == count ? .length : .audio(left: left - count)
      case .length:
        let length = Int(bytes[index]) * 16
        index += 1
        state = length == 0 ? .audio(left: interval) : .metadata(left: length)
      case .metadata(let left):
        let count = min(left, bytes.count - index)
        block.append(contentsOf: bytes[index..<index + count])
        index += count
        guard left == count else {
          state = .metadata(left: left - count)
          continue
        }
        state = .audio(left: interval)
        while block.last == 0 { block.removeLast() }
        if !block.isEmpty { take(.metadata(block)) }
        block.removeAll(keepingCapacity: true)
      }
    }
  }

  /// The interval that an `icy-metaint` header names; 0 where it is absent or no positive number.
  public static func interval(fromHeader value: [UInt8]?) -> Int {
    guard let value else { return 0 }
    let digits = value.split(separator: UInt8(ascii: ",")).first ?? []
    guard let text = String(validating: Array(digits), as: UTF8.self), let number = Int(text.trimmingBlanks),
      number > 0
    else { return 0 }
    return number
  }
}
