/// Where each pixel of a frame buffer is, checked: no address that it gives lies outside the memory.
public struct FrameLayout: Hashable, Sendable {
  /// Why a panel cannot be used.
  public enum Trouble: Error, Hashable, Sendable, CustomStringConvertible {
    /// A width, a height, a line or an offset that no panel has.
    case size(String)
    /// More pixels than the radio can keep up with.
    case tooLarge(width: Int, height: Int)
    case depth(Int)
    /// Bit planes, text modes, FOURCC formats.
    case kind
    /// Not one line fits into the memory.
    case memory(Int)

    public var description: String {
      switch self {
      case .size(let text): "the frame buffer says it has \(text)"
      case .tooLarge(let width, let height):
        "the panel has \(width) x \(height) pixels; at most \(PanelLimits.pixelsMax >> 20) megapixels can be shown"
      case .depth(let bits): "the frame buffer has \(bits) bits a pixel; 1, 8, 16, 24 and 32 are known"
      case .kind: "the frame buffer's memory does not hold packed pixels"
      case .memory(let count): "the frame buffer's memory of \(count) bytes is too small for a line"
      }
    }
  }

  /// In pixels, as the panel is built (before any rotation).
  public let width: Int
  public let height: Int
  public let coding: PixelCoding
  /// Bytes from one line to the next.
  public let lineLength: Int
  /// Of the first line that is seen, in bytes from the beginning of the memory.
  public let start: Int
  /// The first pixel that is seen, from the beginning of its line.
  public let xOffset: Int
  /// Lines that lie within the memory whole; `height`, unless the memory is too small.
  public let lineCount: Int

  /// - Parameter isLeastLeft: of one-bit panels, whether the leftmost pixel of a byte is the least
  ///   significant bit; nil: as the driver says.
  public init(_ description: FrameDescription, isLeastLeft: Bool? = nil) throws(Trouble) {
    guard (1...PanelLimits.sideMax).contains(description.width),
      (1...PanelLimits.sideMax).contains(description.height)
    else { throw .size("\(description.width) x \(description.height) pixels") }
    guard description.width * description.height <= PanelLimits.pixelsMax else {
      throw .tooLarge(width: description.width, height: description.height)
    }
    guard (1...PanelLimits.lineLengthMax).contains(description.lineLength) else {
      throw .size("lines of \(description.lineLength) bytes")
    }
    guard (0...PanelLimits.offsetMax).contains(description.xOffset),
      (0...PanelLimits.offsetMax).contains(description.yOffset)
    else { throw .size("a picture at \(description.xOffset), \(description.yOffset)") }
    width = description.width
    height = description.height
    lineLength = description.lineLength
    let coding = try FrameLayout.coding(of: description, isLeastLeft: isLeastLeft)
    self.coding = coding
    let bits = coding.bitCount
    // A line that ends before the picture does would let its end be drawn into the next one.
    let fits = { (x: Int) in ((x + description.width) * bits + 7) / 8 <= description.lineLength }
    guard fits(0) else {
      throw .size("lines of \(lineLength) bytes for \(width) pixels of \(bits) bits")
    }
    xOffset = fits(description.xOffset) ? description.xOffset : 0
    let memory = min(description.memoryLength, PanelLimits.memoryMax)
    let used = ((xOffset + width) * bits + 7) / 8
    // How many lines of the picture that begins at `start` end within the memory.
    let lines = { (start: Int) in
      start + used > memory ? 0 : 1 + (memory - start - used) / description.lineLength
    }
    let wanted = description.yOffset * description.lineLength
    start = lines(wanted) > 0 ? wanted : 0
    lineCount = min(height, lines(start))
    guard lineCount > 0 else { throw .memory(description.memoryLength) }
  }

  /// Bytes from the beginning of the memory to behind the last one that a picture touches.
  public var end: Int { start + (lineCount - 1) * lineLength + usedLength }

  /// Bytes of a line up to the last one that a picture touches.
  var usedLength: Int { ((xOffset + width) * coding.bitCount + 7) / 8 }

  /// The bytes of line `y`, from the beginning of the memory, that hold the pixels `columns`.
  public func bytes(line y: Int, columns: Range<Int>) -> Range<Int> {
    precondition(y >= 0 && y < lineCount && columns.lowerBound >= 0 && columns.upperBound <= width)
    let line = start + y * lineLength
    let bits = coding.bitCount
    return line + (xOffset + columns.lowerBound) * bits / 8..<line
      + ((xOffset + columns.upperBound) * bits + 7) / 8
  }

  private static func coding(of description: FrameDescription, isLeastLeft: Bool?) throws(Trouble)
    -> PixelCoding
  {
    let depth = description.bitsPerPixel
    // One plane of one bit is packed pixels by another name.
    guard description.isPacked || depth == 1, description.visual != .fourCC else { throw .kind }
    if depth == 1 {
      // The kernel's own drawing on a little-endian machine, and the SSD1307 driver, begin with the least
      // significant bit.
      let isLeast = isLeastLeft ?? !description.isReversedInByte
      return .mono(isLeastLeft: isLeast, isOneWhite: description.visual != .mono01)
    }
    guard [8, 15, 16, 24, 32].contains(depth) else { throw .depth(depth) }
    let byteCount = byteCount(of: description)
    guard byteCount == 1 else { return PixelCoding(byteCount: byteCount, of: description) }
    if description.isGray { return .gray }
    switch description.visual {
    case .trueColor: return PixelCoding(byteCount: 1, of: description)
    case .mono01, .mono10: return .gray
    default: return .indexed
    }
  }

  /// The size of a pixel. Where the announced depth and the length of a line disagree, the line is right: it
  /// is what the panel is read by. (A driver says 16 bits and has lines of 3200 bytes for 800 pixels.) Only a
  /// line that is a whole number of pixels says so; others are padded, as 1366 pixels in 2752 bytes are.
  /// One-byte pixels are left out, since small gray panels are often padded to a round length.
  private static func byteCount(of description: FrameDescription) -> Int {
    let announced = (description.bitsPerPixel + 7) / 8
    let line = description.lineLength
    var pixels = max(description.width, description.virtualWidth)
    // A virtual width that no line of bytes could hold is made up.
    if pixels > line { pixels = description.width }
    if line < pixels * announced || (announced > 1 && line % pixels == 0 && line / pixels <= 4) {
      return max(1, min(4, line / pixels))
    }
    return announced
  }
}
