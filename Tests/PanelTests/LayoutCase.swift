import Panel
import Testing

/// A panel that says odd things about itself, and where its pixels really are.
struct LayoutCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var description: FrameDescription
  /// Of a pixel, in bytes.
  var byteCount: Int
  /// Where the first pixel is.
  var start = 0
  /// Lines that fit.
  var lineCount: Int
  /// What a color becomes.
  var encode: @Sendable (UInt32) -> UInt32

  static let all: [LayoutCase] = [
    LayoutCase(
      "480 x 800 in lines of 1024 bytes", .frame(480, 800, 16, line: 1_024), 2, lines: 800, rgb565),
    LayoutCase(
      "1366 x 768 in lines of 2752 bytes", .frame(1_366, 768, 16, line: 2_752), 2, lines: 768, rgb565),
    LayoutCase(
      "says 16 bits, has lines of 32-bit pixels",
      .frame(800, 480, 16, line: 3_200, fields: [(11, 5), (5, 6), (0, 5)]), 4, lines: 480, rgb888),
    LayoutCase(
      "says 16 bits, has 32-bit pixels, blue first",
      .frame(800, 480, 16, line: 3_200, fields: [(0, 8), (8, 8), (16, 8)]), 4, lines: 480, bgr888),
    LayoutCase(
      "says 16 bits and 5-6-5 blue first, has 32-bit pixels",
      .frame(800, 480, 16, line: 3_200, fields: [(0, 5), (5, 6), (11, 5)]), 4, lines: 480, bgr888),
    LayoutCase(
      "says 32 bits, has lines of 16-bit pixels", .frame(320, 240, 32, line: 640), 2, lines: 240, rgb565),
    LayoutCase(
      "32 bits, blue at 16", .frame(320, 240, 32, fields: [(0, 8), (8, 8), (16, 8)]), 4, lines: 240, bgr888),
    LayoutCase(
      "32 bits with an alpha channel",
      .frame(320, 240, 32, fields: [(16, 8), (8, 8), (0, 8)], transparent: (24, 8)), 4, lines: 240
    ) { rgb888($0) | 0xFF00_0000 },
    LayoutCase("24 bits", .frame(320, 240, 24, fields: [(16, 8), (8, 8), (0, 8)]), 3, lines: 240, rgb888),
    LayoutCase(
      "24 bits in 32-bit pixels", .frame(320, 240, 24, line: 1_280, fields: [(16, 8), (8, 8), (0, 8)]), 4,
      lines: 240, rgb888),
    LayoutCase(
      "16 bits, blue first", .frame(240, 320, 16, fields: [(0, 5), (5, 6), (11, 5)]), 2, lines: 320
    ) { ($0 >> 3 & 0x1F) << 11 | ($0 >> 10 & 0x3F) << 5 | $0 >> 19 & 0x1F },
    LayoutCase(
      "15 bits, 5-5-5", .frame(240, 320, 15, line: 480, fields: [(10, 5), (5, 5), (0, 5)]), 2, lines: 320
    ) { ($0 >> 19 & 0x1F) << 10 | ($0 >> 11 & 0x1F) << 5 | $0 >> 3 & 0x1F },
    LayoutCase(
      "30 bits, 10-10-10", .frame(64, 48, 32, fields: [(20, 10), (10, 10), (0, 10)]), 4, lines: 48
    ) { deep($0 >> 16 & 0xFF) << 20 | deep($0 >> 8 & 0xFF) << 10 | deep($0 & 0xFF) },
    LayoutCase("8 bits, 3-3-2", .frame(320, 240, 8, fields: [(5, 3), (2, 3), (0, 2)]), 1, lines: 240) {
      ($0 >> 21 & 7) << 5 | ($0 >> 13 & 7) << 2 | $0 >> 6 & 3
    },
    LayoutCase(
      "8 bits with a color map", .frame(320, 240, 8, fields: [(0, 8), (0, 8), (0, 8)], visual: .pseudoColor),
      1,
      lines: 240
    ) { ($0 >> 21 & 7) << 5 | ($0 >> 13 & 7) << 2 | $0 >> 6 & 3 },
    LayoutCase("8 bits of gray", .frame(320, 240, 8, isGray: true), 1, lines: 240, gray),
    LayoutCase(
      "small gray panel in lines of 256 bytes", .frame(128, 64, 8, line: 256, isGray: true), 1, lines: 64,
      gray),
    LayoutCase(
      "memory for 100 lines and a half", .frame(320, 240, 16, line: 640, memory: 640 * 100 + 320), 2,
      lines: 100,
      rgb565),
    LayoutCase(
      "the last line without its padding", .frame(480, 800, 16, line: 1_024, memory: 1_024 * 799 + 960), 2,
      lines: 800, rgb565),
    LayoutCase(
      "two pictures, the second one is seen", .frame(800, 480, 16, virtual: (800, 960), at: (0, 480)), 2,
      start: 1_600 * 480, lines: 480, rgb565),
    LayoutCase(
      "a wide virtual screen, seen in its middle",
      .frame(320, 240, 32, line: 4_000, virtual: (1_000, 300), at: (100, 30)), 4, start: 30 * 4_000 + 400,
      lines: 240, rgb888),
    LayoutCase(
      "seen behind the end of the memory", .frame(320, 240, 16, memory: 640 * 240, at: (0, 4_000)), 2,
      lines: 240, rgb565)
  ]

  init(
    _ name: String, _ description: FrameDescription, _ byteCount: Int, start: Int = 0, lines: Int,
    _ encode: @escaping @Sendable (UInt32) -> UInt32
  ) {
    testDescription = name
    self.description = description
    self.byteCount = byteCount
    self.start = start
    lineCount = lines
    self.encode = encode
  }

  @Sendable static func rgb565(_ value: UInt32) -> UInt32 { TestPicture.rgb565(value) }
  @Sendable static func rgb888(_ value: UInt32) -> UInt32 { value }
  @Sendable static func bgr888(_ value: UInt32) -> UInt32 {
    (value & 0xFF) << 16 | value & 0xFF00 | value >> 16 & 0xFF
  }
  @Sendable static func gray(_ value: UInt32) -> UInt32 {
    ((value >> 16 & 0xFF) * 77 + (value >> 8 & 0xFF) * 150 + (value & 0xFF) * 29) >> 8
  }
  /// Eight bits as ten.
  @Sendable static func deep(_ value: UInt32) -> UInt32 { value << 2 | value >> 6 }
}

extension FrameDescription {
  static func frame(
    _ width: Int, _ height: Int, _ bits: Int, line: Int? = nil, memory: Int? = nil,
    fields: [(Int, Int)] = [], transparent: (Int, Int) = (0, 0), visual: Visual = .trueColor,
    isGray: Bool = false, virtual: (Int, Int)? = nil, at offset: (Int, Int) = (0, 0)
  ) -> FrameDescription {
    let lines = virtual?.1 ?? height
    var description = FrameDescription(width: width, height: height, bitsPerPixel: bits, lineLength: line)
    description.memoryLength = memory ?? description.lineLength * lines
    (description.virtualWidth, description.virtualHeight) = virtual ?? (width, height)
    (description.xOffset, description.yOffset) = offset
    if fields.count == 3 {
      description.red = Field(fields[0].0, fields[0].1)
      description.green = Field(fields[1].0, fields[1].1)
      description.blue = Field(fields[2].0, fields[2].1)
    }
    description.transparent = Field(transparent.0, transparent.1)
    description.visual = visual
    description.isGray = isGray
    return description
  }
}
