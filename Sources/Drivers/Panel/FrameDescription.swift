/// What a frame buffer's driver says about itself: the values of fb_var_screeninfo and fb_fix_screeninfo
/// (linux/fb.h) that say where a pixel is and what it looks like. Nothing in it is believed unchecked:
/// `FrameLayout` does that.
public struct FrameDescription: Hashable, Sendable {
  /// A color within a pixel.
  public struct Field: Hashable, Sendable {
    /// Of its least significant bit, from the pixel's.
    public var offset: Int
    /// In bits.
    public var length: Int

    public init(_ offset: Int, _ length: Int) {
      self.offset = offset
      self.length = length
    }
  }

  /// FB_VISUAL_*.
  public enum Visual: Int, Sendable {
    case mono01, mono10, trueColor, pseudoColor, directColor, staticPseudoColor, fourCC
  }

  /// Of what is seen, in pixels.
  public var width: Int
  public var height: Int
  public var bitsPerPixel: Int
  /// Bytes from one line to the next.
  public var lineLength: Int
  /// In bytes (smem_len).
  public var memoryLength: Int
  /// Of the whole memory, in pixels; what is seen begins at the offsets.
  public var virtualWidth: Int
  public var virtualHeight: Int
  public var xOffset = 0
  public var yOffset = 0
  public var red = Field(0, 0)
  public var green = Field(0, 0)
  public var blue = Field(0, 0)
  public var transparent = Field(0, 0)
  public var isGray = false
  /// FB_NONSTD_REV_PIX_IN_B: the pixels of a byte stand in the other order.
  public var isReversedInByte = false
  /// Nil: a number that linux/fb.h does not know.
  public var visual: Visual? = .trueColor
  /// FB_TYPE_PACKED_PIXELS; planes and text modes are not.
  public var isPacked = true

  /// Lines without padding and memory for exactly one picture.
  public init(width: Int, height: Int, bitsPerPixel: Int, lineLength: Int? = nil, memoryLength: Int? = nil) {
    self.width = width
    self.height = height
    self.bitsPerPixel = bitsPerPixel
    virtualWidth = width
    virtualHeight = height
    let line = lineLength ?? (width.multipliedReportingOverflow(by: bitsPerPixel).partialValue &+ 7) / 8
    self.lineLength = line
    self.memoryLength = memoryLength ?? line.multipliedReportingOverflow(by: height).partialValue
  }
}
