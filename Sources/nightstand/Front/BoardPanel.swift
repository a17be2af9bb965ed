internal import Formats
internal import Painting
internal import Panel

/// Beside `Board.Panel`, which is what the file says of it.
typealias PanelDriver = Panel

/// A board's panel as the driver and the painter want to know it.
extension Board.Panel {
  var configuration: PanelDriver.Configuration {
    var configuration = PanelDriver.Configuration(
      device: device.hasPrefix("/") ? .path(device) : .name(device))
    configuration.rotation = PanelRotation(rawValue: rotation) ?? .none
    configuration.backlightName = backlight.flatMap { $0.split(separator: "/").last.map(String.init) }
    return configuration
  }

  /// - Parameters:
  ///   - pixelWidth, pixelHeight: of the picture, after rotation.
  func shape(_ pixelWidth: Int, _ pixelHeight: Int) -> PanelShape {
    let isOneBit = layout == .tiny
    let isTurned = PanelRotation(rawValue: rotation)?.swapsSides == true
    guard let millimeters = isTurned ? height : width else {
      return PanelShape(width: pixelWidth, height: pixelHeight, isOneBit: isOneBit)
    }
    return PanelShape(
      width: pixelWidth, height: pixelHeight, widthMillimeters: Double(millimeters), isOneBit: isOneBit)
  }

  /// Brings what changed on `canvas` to `panel`.
  func present(_ canvas: Canvas, _ damage: [PixelRect], on panel: PanelDriver) {
    let rects = damage.map {
      PanelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height, isDithered: mono == .dither)
    }
    canvas.withPixels { pixels in
      guard let start = pixels.baseAddress else { return }
      let picture = PanelPicture(
        start, width: canvas.width, height: canvas.height, stride: canvas.stride,
        format: canvas.format == .rgb565 ? .rgb565 : .xrgb8888)
      _ = panel.show(picture, damage: rects)
    }
  }
}
