internal import CGpiod
internal import CLate
internal import Glibc
internal import Linux

/// One /dev/gpiochipN, open.
final class Chip {
  let label: String
  let lineCount: Int
  fileprivate let handle: OpaquePointer

  /// Nil: it cannot be opened (no right to, or gone), or it is no chip.
  init?(path: String) {
    guard let handle = gpiod_chip_open(path) else { return nil }
    var text = [CChar](repeating: 0, count: Int(CGPIOD_NAME) + 1)
    let count = cgpiod_chip_count(handle)
    guard count >= 0, cgpiod_chip_label(handle, &text) == 0 else {
      gpiod_chip_close(handle)
      return nil
    }
    self.handle = handle
    label = text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    lineCount = Int(count)
  }

  deinit { gpiod_chip_close(handle) }

  /// Every chip in `folder` (/dev) that can be opened.
  /// - Parameter line: for which they are looked at.
  static func all(in folder: String, for line: String) throws(ButtonsError) -> [Chip] {
    if let words = clate_open(CLATE_GPIO) { throw .noLibrary(line: line, words: String(cString: words)) }
    let names = (try? FolderListing.names(in: folder)) ?? []
    // The same chip may have more than one name: Raspberry Pi OS links gpiochip4 to gpiochip0. The first will
    // do.
    return names.filter { $0.hasPrefix("gpiochip") }.prefix(Buttons.Limits.chips)
      .compactMap { Chip(path: folder + "/" + $0) }
  }

  func offset(of name: String) -> Int? {
    let offset = cgpiod_chip_find(handle, name)
    return offset < 0 ? nil : Int(offset)
  }

  var facts: ChipSearch.Facts {
    ChipSearch.Facts(label: label, lineCount: lineCount, offset: { self.offset(of: $0) })
  }

  /// Who holds the line; "" where the kernel does not say.
  func holder(ofLine offset: Int) -> String {
    var info = cgpiod_info()
    guard cgpiod_chip_info(handle, UInt32(offset), &info) == 0 else { return "" }
    return withUnsafeBytes(of: &info.consumer) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// One line that was asked for. It keeps its chip open, and gives the line back at the end.
final class RequestedLine {
  let name: String
  private let chip: Chip
  private let handle: UnsafeMutablePointer<cgpiod_line>
  /// The number of the latest edge; 0: none yet, or the library does not count.
  private var lastNumber: UInt64 = 0

  private static let consumer = "nightstand"

  init(input name: String, chip: Chip, offset: Int, pull: Buttons.Pull, isActiveLow: Bool)
    throws(ButtonsError)
  {
    let bias: cgpiod_bias =
      switch pull {
      case .asIs: CGPIOD_AS_IS
      case .none: CGPIOD_NONE
      case .up: CGPIOD_PULL_UP
      case .down: CGPIOD_PULL_DOWN
      }
    let made = cgpiod_request_input(chip.handle, UInt32(offset), RequestedLine.consumer, bias, isActiveLow)
    guard let made else { throw RequestedLine.refusal(of: name, chip: chip, offset: offset) }
    (self.name, self.chip, handle) = (name, chip, made)
  }

  init(output name: String, chip: Chip, offset: Int, isActiveLow: Bool, isActive: Bool) throws(ButtonsError) {
    let made = cgpiod_request_output(
      chip.handle, UInt32(offset), RequestedLine.consumer, isActiveLow, isActive)
    guard let made else { throw RequestedLine.refusal(of: name, chip: chip, offset: offset) }
    (self.name, self.chip, handle) = (name, chip, made)
  }

  deinit { cgpiod_release(handle) }

  private static func refusal(of name: String, chip: Chip, offset: Int) -> ButtonsError {
    let code = errno
    return ButtonsError(
      line: name, asking: "gpiod_line_request", code: code, holder: chip.holder(ofLine: offset))
  }

  var number: Int32 { cgpiod_fd(handle) }

  func level() throws(ButtonsError) -> Bool {
    let value = cgpiod_get(handle)
    guard value >= 0 else { throw .lost(line: name, SystemError("gpiod_line_get_value")) }
    return value == 1
  }

  func set(_ isActive: Bool) throws(ButtonsError) {
    guard cgpiod_set(handle, isActive) == 0 else {
      throw .failed(line: name, SystemError("gpiod_line_set_value"))
    }
  }

  struct Reading {
    var edges: [(isActive: Bool, instant: Duration)] = []
    /// Edges were lost after this instant.
    var lostAfter: Duration?
    /// The kernel may have more.
    var isFull = false
  }

  /// What the kernel has kept, at most 16 edges.
  func read() throws(ButtonsError) -> Reading {
    var edges = [cgpiod_edge](repeating: cgpiod_edge(), count: Int(CGPIOD_EDGES))
    let count = cgpiod_read(handle, &edges)
    guard count >= 0 else { throw .lost(line: name, SystemError("gpiod_line_event_read")) }
    var reading = Reading()
    for edge in edges.prefix(Int(count)) {
      let instant = Duration.nanoseconds(Int64(clamping: edge.nanoseconds))
      // The second interface numbers edges and drops the oldest: what is missing is before this one.
      if edge.number > lastNumber + 1, reading.lostAfter == nil {
        reading.lostAfter = reading.edges.last?.instant ?? .zero
      }
      lastNumber = edge.number
      reading.edges.append((edge.is_active, instant))
    }
    reading.isFull = count == CGPIOD_EDGES
    // The first keeps 16 edges and drops those that come then: what a full read ends with may not be all.
    if reading.isFull, CGPIOD_INTERFACE == 1 { reading.lostAfter = reading.edges.last?.instant }
    return reading
  }
}
