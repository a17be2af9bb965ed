internal import Glibc
public import Linux

/// A panel that shows a picture: a frame buffer with its console and its light. A panel that is not there
/// yet, or goes while the radio plays, is a state and not an error: it is looked for again, and everything is
/// drawn anew when it is back.
///
/// It belongs to the loop. The loop watches `number` and calls `take` when that is readable, and calls
/// `attempt` at `nextAttempt`; after these and after `show` it takes the events.
public final class Panel {
  public enum Device: Hashable, Sendable {
    /// "/dev/fb0".
    case path(String)
    /// As in /sys/class/graphics/fb*/name ("fb_ili9341"): numbers change with the order in which drivers
    /// start.
    case name(String)
    /// A plain file in the place of a panel, for trying things out where there is none.
    case file(String, FrameDescription)
  }

  public enum ConsoleChoice: Hashable, Sendable {
    /// The virtual terminal that is shown, where it is drawn on this panel.
    case shown
    case path(String)
    case none
  }

  public struct Configuration: Sendable {
    public var device: Device
    public var rotation = PanelRotation.none
    /// Of one-bit panels: whether the leftmost pixel of a byte is its least significant bit; nil: as the
    /// driver says.
    public var isLeastLeft: Bool?
    public var console = ConsoleChoice.shown
    /// As under /sys/class/backlight; nil: the first one that is there.
    public var backlightName: String?
    /// Where the kernel shows its devices.
    public var system = "/sys/class"

    public init(device: Device) { self.device = device }
  }

  public enum Event: Hashable {
    /// It is there, or has another size: draw everything.
    case appeared(width: Int, height: Int)
    /// It is not there, or is no more. Told once for each reason in a row.
    case gone(PanelError)
    /// What it shows is not ours any more: draw everything.
    case redrawAll
    /// There is no virtual terminal that could draw over the picture. Told once.
    case noConsole(SystemError)
  }

  public enum Outcome: Hashable, Sendable {
    case shown
    /// Another virtual terminal has the screen.
    case hidden
    case absent
  }

  private let configuration: Configuration
  private let switches = WakeEvent()
  private let backlight: Backlight?
  private var frame: FrameBuffer?
  private var console: PanelConsole?
  private var isConsoleMissing = false
  private var events: [Event] = []
  private var lastTrouble: PanelError?
  private var delay = PanelLimits.retryDelay
  private var isClosed = false

  /// When to call `attempt`, on the monotonic clock; nil: not at all.
  public private(set) var nextAttempt: Duration?

  private init(_ configuration: Configuration) {
    self.configuration = configuration
    if case .file = configuration.device {
      backlight = nil
    } else {
      backlight = Backlight(name: configuration.backlightName, root: configuration.system + "/backlight")
    }
  }

  /// Looks for the panel once, and takes it where it is there. One at a time in a process.
  public static func open(_ configuration: Configuration) -> Panel {
    let panel = Panel(configuration)
    panel.attempt(at: MonotonicClock.now())
    return panel
  }

  /// Why the device of `configuration` cannot be opened; nil: it can. It changes nothing on it.
  public static func trouble(with configuration: Configuration) -> PanelError? {
    if case .file = configuration.device { return nil }
    do throws(PanelError) {
      let path = try Panel(configuration).path()
      do throws(SystemError) { _ = try Descriptor.open(path, O_RDWR) } catch { throw .system(error) }
      return nil
    } catch {
      return error
    }
  }

  deinit { close() }

  /// For `EventLoop.watch`: readable when `take` is to be called.
  public var number: Int32 { switches.number }

  /// In pixels, after rotation; nil: no panel is there.
  public var size: (width: Int, height: Int)? { frame.map { ($0.blit.width, $0.blit.height) } }

  /// Looks for a panel that is not there.
  public func attempt(at now: Duration) {
    guard !isClosed, frame == nil else { return }
    do throws(PanelError) {
      let frame = try FrameBuffer(
        path: try path(), file: file, rotation: configuration.rotation, isLeastLeft: configuration.isLeastLeft
      )
      self.frame = frame
      takeConsole(for: frame)
      nextAttempt = nil
      events.append(.appeared(width: frame.blit.width, height: frame.blit.height))
    } catch {
      postpone(error, at: now)
    }
  }

  /// Answers the kernel where another terminal is to be shown.
  public func take() {
    switches.clear()
    for change in console?.take() ?? [] where change == .returned {
      frame?.unblank()
      events.append(.redrawAll)
    }
  }

  public func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  /// Brings the parts of `picture` that changed to the panel. What lies outside of either is left out.
  public func show(_ picture: PanelPicture, damage: [PanelRect]) -> Outcome {
    guard let frame else { return .absent }
    guard console?.isShown != false else { return .hidden }
    do throws(SystemError) {
      guard try frame.isAsBefore() else {
        self.frame = nil
        attempt(at: MonotonicClock.now())
        return .absent
      }
      try frame.show(picture, damage)
      // Only what has been shown ends the pauses: a device that opens and fails again would be opened, and all
      // drawn anew, four times a second for ever.
      delay = PanelLimits.retryDelay
      lastTrouble = nil
      return .shown
    } catch {
      self.frame = nil
      postpone(.system(error), at: MonotonicClock.now())
      return .absent
    }
  }

  /// 0 … 100; 0 is off.
  @discardableResult
  public func setBacklight(percent: Int) -> Backlight.Outcome {
    backlight?.set(percent: percent) ?? .absent
  }

  /// Gives the console back to text. Nothing is shown any more.
  public func close() {
    isClosed = true
    nextAttempt = nil
    frame = nil
    console?.close()
    console = nil
  }

  private var file: FrameDescription? {
    if case .file(_, let description) = configuration.device { description } else { nil }
  }

  private func path() throws(PanelError) -> String {
    switch configuration.device {
    case .path(let path), .file(let path, _): return path
    case .name(let name):
      let root = configuration.system + "/graphics"
      for number in 0..<PanelLimits.frameBuffers {
        guard let bytes = try? BoundedRead.file("\(root)/fb\(number)/name", sizeMax: 4_096) else { continue }
        if String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self) == name { return "/dev/fb\(number)" }
      }
      throw .noSuchName(name)
    }
  }

  private func postpone(_ error: PanelError, at now: Duration) {
    if lastTrouble != error { events.append(.gone(error)) }
    lastTrouble = error
    nextAttempt = now + delay
    delay = min(delay * 2, PanelLimits.retryDelayMax)
  }

  private func takeConsole(for frame: FrameBuffer) {
    guard console == nil, !isConsoleMissing, let own = frame.number else { return }
    do throws(SystemError) {
      switch configuration.console {
      case .none: return
      case .path(let path): console = try PanelConsole(path: path, switches: switches)
      case .shown:
        // A panel beside a screen (fb1): the text is on the screen, and stays.
        let shown = try PanelConsole.shown()
        if let other = frame.number(ofConsole: shown), other != own { return }
        console = try PanelConsole(path: nil, switches: switches)
      }
    } catch {
      isConsoleMissing = true
      events.append(.noConsole(error))
    }
  }
}
