/// Converts rectangles of a picture into a frame buffer's format and turns them on the way. Pure arithmetic
/// on memory: it knows no device.
public struct Blit {
  public let layout: FrameLayout
  public let rotation: PanelRotation
  private let encoder: PixelEncoder

  /// - Parameter palette: for `PixelCoding.indexed`, the panel's index for each color of three bits red,
  ///   three green, two blue; nil: the panel's color map has been set to that order.
  public init(_ layout: FrameLayout, rotation: PanelRotation = .none, palette: [UInt8]? = nil) {
    self.layout = layout
    self.rotation = rotation
    encoder = PixelEncoder(layout.coding, palette: palette)
  }

  /// Of the picture that fills the panel, in pixels.
  public var width: Int { rotation.swapsSides ? layout.height : layout.width }
  public var height: Int { rotation.swapsSides ? layout.width : layout.height }

  /// Draws `rect` of `picture` into `memory`, which begins `origin` bytes after the frame buffer's and goes
  /// at least to `layout.end`. Outside the rectangle nothing changes, padding neither.
  /// - Returns: the lines and columns of the panel that were drawn; nil where nothing of the rectangle is
  ///   seen.
  @discardableResult
  public func draw(
    _ picture: PanelPicture, _ rect: PanelRect, into memory: UnsafeMutableRawBufferPointer, origin: Int = 0
  ) -> (lines: Range<Int>, columns: Range<Int>)? {
    precondition(origin >= 0 && origin <= layout.start && origin + memory.count >= layout.end)
    guard
      let seen = rect.clipped(width: min(width, picture.width), height: min(height, picture.height))
    else { return nil }
    let target = rotation.turned(seen, width: layout.width, height: layout.height)
    let lines = target.y..<min(target.y + target.height, layout.lineCount)
    let columns = target.x..<target.x + target.width
    guard !lines.isEmpty else { return nil }
    let source = Source(picture, rotation: rotation, layout: layout)
    for part in parts(lines, columns) {
      for y in part.lines {
        let line = UnsafeMutableRawBufferPointer(
          rebasing: memory[(layout.start + y * layout.lineLength - origin)...])
        draw(
          source.line(y, from: part.columns.lowerBound), y: y, part.columns, isDithered: rect.isDithered,
          into: line)
      }
    }
    return (lines, columns)
  }

  /// A side of a part of a picture that is turned, in pixels: what a part reads and writes stays in the
  /// smallest cache.
  private static let partSide = 64

  /// A line of a panel whose sides are swapped is a column of the picture: each of its pixels lies in another
  /// line of the cache, and the last of them have pushed out the first when the next column is read.
  private func parts(
    _ lines: Range<Int>, _ columns: Range<Int>
  ) -> [(lines: Range<Int>, columns: Range<Int>)] {
    guard rotation.swapsSides else { return [(lines, columns)] }
    func pieces(_ range: Range<Int>) -> [Range<Int>] {
      stride(from: range.lowerBound, to: range.upperBound, by: Blit.partSide).map {
        $0..<min($0 + Blit.partSide, range.upperBound)
      }
    }
    let across = pieces(columns)
    return pieces(lines).flatMap { lines in across.map { (lines, $0) } }
  }

  private func draw(
    _ source: SourceLine, y: Int, _ columns: Range<Int>, isDithered: Bool,
    into line: UnsafeMutableRawBufferPointer
  ) {
    let first = layout.xOffset + columns.lowerBound
    switch layout.coding {
    case .mono(let isLeastLeft, let isOneWhite):
      for index in 0..<columns.count {
        let position = first + index
        let limit = isDithered ? Dither.threshold(x: columns.lowerBound + index, y: y) : Dither.half
        let isSet = (source.color(index).brightness >= limit) == isOneWhite
        let bit = UInt8(1) << UInt8(isLeastLeft ? position & 7 : 7 - position & 7)
        if isSet { line[position >> 3] |= bit } else { line[position >> 3] &= ~bit }
      }
    case .gray:
      for index in 0..<columns.count {
        line[first + index] = UInt8(truncatingIfNeeded: source.color(index).brightness)
      }
    case .indexed:
      for index in 0..<columns.count { line[first + index] = encoder.index(source.color(index)) }
    case .packed(let byteCount, _, _, _, _):
      if source.isInOrder, encoder.isSame(as: source.format) {
        let count = columns.count * byteCount
        UnsafeMutableRawBufferPointer(rebasing: line[(first * byteCount)...]).copyMemory(
          from: UnsafeRawBufferPointer(start: source.start, count: count))
        return
      }
      for index in 0..<columns.count {
        encoder.store(source.color(index), byteCount, in: line, at: (first + index) * byteCount)
      }
    }
  }
}

/// The picture, seen from the panel: where each of the panel's pixels is read.
private struct Source {
  let base: UnsafeRawPointer
  let format: PanelPicture.Format
  /// From one pixel of the panel to the next one on its right, and below, in bytes of the picture.
  let rightStep: Int
  let downStep: Int
  /// Of the panel's top left pixel. It lies outside the picture where that is smaller than the panel.
  let corner: Int

  init(_ picture: PanelPicture, rotation: PanelRotation, layout: FrameLayout) {
    let pixel = picture.format.byteCount
    base = picture.pixels
    format = picture.format
    switch rotation {
    case .none: (corner, rightStep, downStep) = (0, pixel, picture.stride)
    case .right: (corner, rightStep, downStep) = ((layout.width - 1) * picture.stride, -picture.stride, pixel)
    case .half:
      corner = (layout.height - 1) * picture.stride + (layout.width - 1) * pixel
      (rightStep, downStep) = (-pixel, -picture.stride)
    case .left: (corner, rightStep, downStep) = ((layout.height - 1) * pixel, picture.stride, -pixel)
    }
  }

  func line(_ y: Int, from x: Int) -> SourceLine {
    SourceLine(start: base + corner + y * downStep + x * rightStep, step: rightStep, format: format)
  }
}

private struct SourceLine {
  let start: UnsafeRawPointer
  let step: Int
  let format: PanelPicture.Format

  var isInOrder: Bool { step == format.byteCount }

  func color(_ index: Int) -> PanelColor {
    let pixel = start + index * step
    switch format {
    case .rgb565: return PanelColor(rgb565: pixel.loadUnaligned(as: UInt16.self).littleEndian)
    case .xrgb8888: return PanelColor(xrgb8888: pixel.loadUnaligned(as: UInt32.self).littleEndian)
    }
  }
}
