public import Core

/// What hardware there is, and what hangs on which line: the content of `board.plist`. board/README.md tells
/// of each key.
public struct Board: Hashable, Sendable {
  /// A line of a GPIO chip.
  public struct Line: Hashable, Sendable {
    public enum Pull: String, Hashable, Sendable, CaseIterable { case up, down, none, asIs }

    /// As the chip names it: "GPIO17".
    public var name: String
    public var pull = Pull.up
    /// What hangs on it is active while it is low.
    public var isActiveLow = true

    public init(name: String) { self.name = name }
  }

  /// What an input line is.
  public enum Role: Hashable, Sendable {
    case contact(ContactID)
    case knobA(KnobID)
    case knobB(KnobID)
  }

  public struct Input: Hashable, Sendable {
    public var line: Line
    public var role: Role
  }

  public enum Output: String, Hashable, Sendable, CaseIterable { case amplifier, buzzer }

  public struct Panel: Hashable, Sendable {
    /// How much goes on it.
    public enum Layout: String, Hashable, Sendable, CaseIterable {
      /// 128×64, one bit.
      case tiny
      /// 320×240.
      case small
      /// 800×480.
      case large
    }

    public enum ColorOrder: String, Hashable, Sendable, CaseIterable { case rgb, bgr }
    /// How grey becomes one bit.
    public enum Mono: String, Hashable, Sendable, CaseIterable { case threshold, dither }

    /// What a file cannot say of itself.
    public struct PlainFile: Hashable, Sendable {
      /// Bits a pixel: 1, the leftmost pixel of a byte in its least significant; 16, as RGB565; 32, as XRGB8888.
      public static let depths = [1, 16, 32]

      /// In pixels, before rotation.
      public var width: Int
      public var height: Int
      public var depth = 16

      public init(width: Int, height: Int) {
        self.width = width
        self.height = height
      }
    }

    public var device: String
    public var layout = Layout.small
    /// Degrees, clockwise: 0, 90, 180 or 270.
    public var rotation = 0
    /// Millimeters of the picture, before it is rotated. Nil: not given.
    public var width: Int?
    public var height: Int?
    public var colorOrder = ColorOrder.rgb
    public var mono = Mono.threshold
    /// The folder of the backlight in /sys. Nil: it cannot be dimmed.
    public var backlight: String?
    /// Nil: `device` is a frame buffer, which says so itself. Else a plain file that takes the place of one.
    public var plainFile: PlainFile?

    public init(device: String) { self.device = device }
  }

  public var name = "desk"
  /// Labels of the chip with the lines, the best first.
  public var chips: [String] = []
  public var inputs: [Input] = []
  public var controls = ControlMap()
  public var outputs: [Output: Line] = [:]
  public var panel: Panel?
  public var hasTouch = false
  /// Keyboards, remote controls, touch screens and the kernel's own knobs are read.
  public var hasInputDevices = false
  /// The file in /sys that holds how bright the room is. Nil: there is no sensor.
  public var ambientLight: String?
  /// The ALSA device.
  public var soundDevice = "default"
  /// The control of the hardware mixer. Nil: what the card offers, else volume in software.
  public var soundMixer: String?
  /// There is one loudspeaker, which gets both channels.
  public var soundMono = false
  /// Lines of the Raspberry Pi's config.txt.
  public var bootConfig: [String] = []
  /// Who uses which pin of the header.
  public internal(set) var pinUses: [PinUse] = []

  /// The desk, which needs no hardware.
  public init() {}
}

/// What a board file may cost.
public enum BoardLimits {
  /// In bytes, of the file.
  public static let sizeMax = 1 << 20
  static let keys = 32
  static let knobs = 4
  static let chips = 16
  static let bootLines = 64
  /// In pixels.
  static let panelSides = 16...4_096
  /// Of both sides together: as many as a panel is drawn with.
  static let panelPixels = 4 << 20
  /// In UTF-8, of a name or a path.
  static let textMax = 256
}
