internal import CInput
internal import Glibc
public import Linux

/// Keyboards, numeric pads, media keys, gpio-keys, touch screens and the knobs of the kernel's rotary-encoder
/// driver, plugged and unplugged at any time. Where udevd runs, libinput reads them, but for the knobs, which
/// it ignores; where it does not, all are read as the kernel shows them.
///
/// It belongs to the loop.
public final class InputDevices {
  private let loop: EventLoop
  private let onFact: (InputFact) -> Void
  private let folder: String
  private let seat: Seat?
  private var seatTimer: EventLoop.Timer?
  private var devices: [String: RawDevice] = [:]
  /// What changes in the folder of the devices, or in the one above as long as it is not there.
  private var watched: Descriptor?
  private(set) var isFolderThere = false
  /// Devices that were looked at and are not for us, until they change.
  private var ignored: Set<String> = []

  /// - Parameters:
  ///   - onFact: called on the loop.
  ///   - folder: of the devices.
  public init(
    loop: EventLoop, folder: String = "/dev/input", onFact: @escaping (InputFact) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.onFact = onFact
    self.folder = folder
    seat = access(Seat.udevControl, F_OK) == 0 ? Seat() : nil
    if let seat {
      seatTimer = loop.timer { [unowned self] in readSeat() }
      try loop.watch(seat.number, for: .readable) { [unowned self] _ in readSeat() }
      // The devices that are there already are events that wait.
      seatTimer?.set(.zero)
    }
    try watchFolder()
    scan()
  }

  /// Whether libinput reads the keyboards and touch screens.
  public var usesUdev: Bool { seat != nil }

  public func close() {
    if let seat { loop.unwatch(seat.number) }
    seatTimer.map(loop.remove)
    unwatchFolder()
    for device in devices.values { loop.unwatch(device.number) }
    devices = [:]
  }

  private func readSeat() {
    guard let seat else { return }
    seat.read().forEach(onFact)
    if seat.hasMore { seatTimer?.set(.zero) }
  }

  // MARK: Devices that we read ourselves

  private func watchFolder() throws(SystemError) {
    unwatchFolder()
    var number = cinput_watch_folder(folder)
    isFolderThere = number >= 0
    if !isFolderThere {
      // Without any device the kernel has no such folder yet.
      number = cinput_watch_folder(String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)]))
    }
    guard number >= 0 else { throw SystemError("inotify_add_watch") }
    watched = Descriptor(owning: number)
    try loop.watch(number, for: .readable) { [unowned self] _ in folderChanged() }
  }

  private func unwatchFolder() {
    if let number = watched?.number { loop.unwatch(number) }
    watched = nil
  }

  private func folderChanged() {
    var isChanged = false
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8_192, alignment: 8)
    defer { buffer.deallocate() }
    // What it says is not looked at: after a full queue it would not say all.
    while let count = watched?.number, Glibc.read(count, buffer.baseAddress, buffer.count) > 0 {
      isChanged = true
    }
    guard isChanged else { return }
    if !isFolderThere || access(folder, F_OK) != 0 {
      do throws(SystemError) { try watchFolder() } catch { return unwatchFolder() }
    }
    ignored = []
    scan()
  }

  private func scan() {
    let names = (try? FolderListing.names(in: folder)) ?? []
    for name in names where name.hasPrefix("event") && devices[name] == nil && !ignored.contains(name) {
      guard devices.count < KeysLimits.devices else { return }
      // A device that may not be opened yet is tried again when something changes.
      guard let device = try? RawDevice(path: "\(folder)/\(name)"), isOurs(device.kind) else {
        ignored.insert(name)
        continue
      }
      guard (try? loop.watch(device.number, for: .readable, { [unowned self] _ in read(name) })) != nil else {
        continue
      }
      devices[name] = device
      onFact(.appeared(name: device.name))
    }
  }

  private func isOurs(_ kind: DeviceKind) -> Bool {
    switch kind {
    case .encoder: true
    case .keyboard, .touchScreen: seat == nil
    case .other: false
    }
  }

  private func read(_ name: String) {
    guard let device = devices[name] else { return }
    do throws(SystemError) {
      try device.read().forEach(onFact)
    } catch {
      // ENODEV: it was unplugged. Whatever else: it is not read any more.
      loop.unwatch(device.number)
      devices[name] = nil
      ignored.insert(name)
      device.lifted().forEach(onFact)
      onFact(.vanished(name: device.name))
    }
  }
}
