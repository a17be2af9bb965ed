internal import CPanel
internal import Glibc
internal import Linux

/// A picture in the panel's format, in our memory, and the way from there into the panel's.
///
/// Where the device can be mapped, the kernel copies from here into the mapping. Drivers of panels on SPI
/// (fbtft) send the pages that were touched; a write(2) makes them send the whole picture. And a device that
/// vanishes takes the memory behind its mapping away: a store by ourselves would be SIGBUS and the end of the
/// radio, the kernel's copy is an error. What cannot be mapped is written.
struct FrameStore: ~Copyable {
  /// The picture: from the layout's `start` to its `end`.
  let bytes: UnsafeMutableRawBufferPointer

  private let file: Descriptor
  private let layout: FrameLayout
  /// The device's memory; nil where it cannot be mapped.
  private let mapping: UnsafeMutableRawBufferPointer?
  /// Of the memory's beginning, in the mapping.
  private let pageOffset: Int

  /// - Parameter isMappable: false for a plain file, which is to be whole for whoever reads it.
  init(_ layout: FrameLayout, device: Int32, pageOffset: Int, isMappable: Bool) throws(SystemError) {
    let count = layout.end - layout.start
    let number = cpanel_memory_file(Int64(count))
    guard number >= 0 else { throw SystemError("memfd_create") }
    let file = Descriptor(owning: number)
    let bytes = try FrameStore.mapped(file.number, count)
    self.file = file
    self.layout = layout
    self.pageOffset = pageOffset
    self.bytes = bytes
    mapping = isMappable ? try? FrameStore.mapped(device, pageOffset + layout.end) : nil
    // Bits of a byte that are not ours stay as they are. A device that cannot be read has none to keep.
    if case .mono = layout.coding, let mapping {
      _ = cpanel_copy_in(
        number, 0, mapping.baseAddress?.advanced(by: pageOffset + layout.start), Int64(count))
    }
  }

  deinit {
    munmap(bytes.baseAddress, bytes.count)
    if let mapping { munmap(mapping.baseAddress, mapping.count) }
  }

  /// Brings what was drawn there to the device.
  func send(lines: Range<Int>, columns: Range<Int>, to device: Int32) throws(SystemError) {
    let isWhole =
      columns.count == layout.width && layout.usedLength == layout.lineLength && layout.xOffset == 0
    if isWhole, let last = lines.last {
      let first = layout.bytes(line: lines.lowerBound, columns: columns)
      try send(first.lowerBound..<layout.bytes(line: last, columns: columns).upperBound, to: device)
      return
    }
    for line in lines { try send(layout.bytes(line: line, columns: columns), to: device) }
  }

  private func send(_ range: Range<Int>, to device: Int32) throws(SystemError) {
    let offset = range.lowerBound - layout.start
    let code: Int32
    let call: String
    if let target = mapping?.baseAddress {
      call = "frame buffer memory"
      code = cpanel_copy_out(
        file.number, Int64(offset), target + pageOffset + range.lowerBound, Int64(range.count))
    } else {
      call = "write"
      code = cpanel_copy_in(
        device, Int64(range.lowerBound), bytes.baseAddress?.advanced(by: offset), Int64(range.count))
    }
    guard code == 0 else { throw SystemError(call, code: code) }
  }

  private static func mapped(_ number: Int32, _ count: Int) throws(SystemError)
    -> UnsafeMutableRawBufferPointer
  {
    let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
    guard let start, start != MAP_FAILED else { throw SystemError("mmap") }
    return UnsafeMutableRawBufferPointer(start: start, count: count)
  }
}
