/// Every number that bounds something here.
enum PanelLimits {
  /// Pixels a side. More is no panel but a broken answer.
  static let sideMax = 16_384
  /// Pixels of a panel. What is larger could not be redrawn while a hand waits for it.
  static let pixelsMax = 4 << 20
  /// Bytes a line, and pixels of the virtual screen to the left and above.
  static let lineLengthMax = 1 << 18
  static let offsetMax = 1 << 16
  /// Bytes from the beginning of the memory to the last pixel: 4096 x 2160 at 32 bits, twice.
  static let memoryMax = 1 << 27
  /// Frame buffers that are looked through for a name: as many as the kernel has (FB_MAX).
  static let frameBuffers = 32
  /// The pause before a panel that is not there is looked for again, doubling.
  static let retryDelay = Duration.milliseconds(250)
  static let retryDelayMax = Duration.seconds(30)
}
