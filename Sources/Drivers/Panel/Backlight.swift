internal import Glibc
public import Linux

/// The light behind a panel, through sysfs. A panel without one is no trouble.
public struct Backlight: Hashable, Sendable {
  /// What was made of an order.
  public enum Outcome: Hashable, Sendable {
    case set
    case absent
    case failed(SystemError)
  }

  private let folder: String
  /// Raw units at full light (max_brightness).
  public let maximum: Int

  /// - Parameters:
  ///   - name: as under /sys/class/backlight; nil: the first one that is there.
  ///   - root: where the kernel shows them.
  public init?(name: String?, root: String = "/sys/class/backlight") {
    guard let name = name ?? (try? FolderListing.names(in: root))?.first, !name.contains("/") else {
      return nil
    }
    folder = "\(root)/\(name)"
    guard let maximum = Backlight.number(in: folder + "/max_brightness"), maximum > 0 else { return nil }
    self.maximum = maximum
  }

  /// `percent` is bounded to 0 … 100; 0 is off.
  public func set(percent: Int) -> Outcome {
    do throws(SystemError) {
      try write(Backlight.value(percent: percent, maximum: maximum), "brightness")
    } catch { return error.code == ENOENT ? .absent : .failed(error) }
    // FB_BLANK_UNBLANK or FB_BLANK_POWERDOWN. Drivers without a power of their own refuse it.
    try? write(percent > 0 ? 0 : 4, "bl_power")
    return .set
  }

  /// Raw units: the least light is still light.
  static func value(percent: Int, maximum: Int) -> Int {
    let percent = max(0, min(100, percent))
    guard percent > 0 else { return 0 }
    let (product, isTooLarge) = maximum.multipliedReportingOverflow(by: percent)
    return max(1, isTooLarge ? maximum / 100 * percent : (product + 50) / 100)
  }

  private func write(_ value: Int, _ name: String) throws(SystemError) {
    let file = try Descriptor.open("\(folder)/\(name)", O_WRONLY | O_TRUNC)
    let bytes = Array("\(value)\n".utf8)
    let count = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw SystemError("write") }
  }

  private static func number(in path: String) -> Int? {
    guard let bytes = try? BoundedRead.file(path, sizeMax: 4_096) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self))
  }
}
