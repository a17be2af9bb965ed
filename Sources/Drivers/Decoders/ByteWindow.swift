/// Bytes that came and are not used up: they stay where they are until more come. It prevents views of memory
/// that was moved by a copy on write, and growth beyond what its user leaves in it.
final class ByteWindow {
  private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
  private var start = 0
  private var end = 0

  init() {}

  deinit { storage.deallocate() }

  var count: Int { end - start }

  /// All that waits, valid until `append`.
  var waiting: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[start..<end]) }

  func drop(_ count: Int) {
    precondition((0...self.count).contains(count), "nothing is dropped that is not there")
    start += count
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    if end + bytes.count > storage.count {
      let kept = waiting
      let isTight = kept.count + bytes.count > storage.count
      let target =
        isTight
        ? UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * (kept.count + bytes.count), alignment: 16)
        : storage
      // memmove: the places may overlap.
      target.copyMemory(from: kept)
      if isTight {
        storage.deallocate()
        storage = target
      }
      end = kept.count
      start = 0
    }
    UnsafeMutableRawBufferPointer(rebasing: storage[end...]).copyMemory(from: bytes)
    end += bytes.count
  }
}
