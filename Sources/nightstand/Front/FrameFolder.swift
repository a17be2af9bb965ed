internal import Linux
internal import Painting

/// Each changed frame as a PNG file, for those who work on the design: frame-00001.png, frame-00002.png …
final class FrameFolder {
  /// Then no more are written: a title that scrolls makes ten a second.
  static let framesMax = 10_000

  let path: String
  private(set) var count = 0

  init(_ path: String) { self.path = path }

  func write(_ canvas: Canvas) {
    guard count < FrameFolder.framesMax else { return }
    count += 1
    let digits = String(count)
    let name = "frame-\(String(repeating: "0", count: 5 - digits.count))\(digits).png"
    let file = PNGFile.encode(width: canvas.width, height: canvas.height, isGray: false, samples: canvas.rgb)
    do throws(SystemError) {
      if let file { try AtomicFile(path: Folders.path(path, name), keepsPrevious: false).write(file) }
    } catch {
      Output.complain("nightstand: \(path): \(error); no more frames are written")
      count = FrameFolder.framesMax
    }
  }
}
