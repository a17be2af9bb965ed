/// Decoded pictures, the ones shown last, within a limit of bytes. It also remembers which names have none, so
/// that nobody looks for them again.
final class PictureCache {
  private enum Content { case picture(Picture), none }
  private struct Entry {
    var content: Content
    var usedAt: Int
  }

  private var entries: [PictureRequest: Entry] = [:]
  private var uses = 0
  private(set) var bytes = 0

  subscript(_ request: PictureRequest) -> Picture? {
    guard var entry = entries[request] else { return nil }
    uses += 1
    entry.usedAt = uses
    entries[request] = entry
    if case .picture(let picture) = entry.content { return picture }
    return nil
  }

  /// Whether it is known what there is.
  func knows(_ request: PictureRequest) -> Bool { entries[request] != nil }

  func put(_ picture: Picture?, for request: PictureRequest) {
    remove(request)
    uses += 1
    entries[request] = Entry(content: picture.map { .picture($0) } ?? .none, usedAt: uses)
    bytes += picture?.bytes.count ?? 0
    while entries.count > 1, bytes > Limits.pictureBytesKept || entries.count > Limits.pictureNamesKept,
      let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt })?.key
    {
      remove(oldest)
    }
  }

  func removeAll() {
    entries = [:]
    bytes = 0
  }

  private func remove(_ request: PictureRequest) {
    guard let entry = entries.removeValue(forKey: request) else { return }
    if case .picture(let picture) = entry.content { bytes -= picture.bytes.count }
  }
}
