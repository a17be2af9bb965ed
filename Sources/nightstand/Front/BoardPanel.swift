internal import Core
internal import Formats
internal import Painting
internal import Panel

/// Beside `Board.Panel`, which is what the file says of it.
typealias PanelDriver = Panel

/// A board's panel as the driver and the painter want to know it.
extension Board.Panel {
  var configuration: PanelDriver.Configuration {
    var configuration = PanelDriver.Configuration(device: driverDevice)
    configuration.rotation = PanelRotation(rawValue: rotation) ?? .none
    configuration.backlightName = backlight.flatMap { $0.split(separator: "/").last.map(String.init) }
    return configuration
  }

  private var driverDevice: PanelDriver.Device {
    guard let file = plainFile else { return device.hasPrefix("/") ? .path(device) : .name(device) }
    var said = FrameDescription(width: file.width, height: file.height, bitsPerPixel: file.depth)
    switch file.depth {
    case 1: said.visual = .mono10
    case 16: (said.red, said.green, said.blue) = (.init(11, 5), .init(5, 6), .init(0, 5))
    default: (said.red, said.green, said.blue) = (.init(16, 8), .init(8, 8), .init(0, 8))
    }
    return .file(device, said)
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
  @discardableResult
  func present(_ canvas: Canvas, _ damage: [PixelRect], on panel: PanelDriver) -> PanelDriver.Outcome {
    let rects = damage.map {
      PanelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height, isDithered: mono == .dither)
    }
    return canvas.withPixels { pixels in
      guard let start = pixels.baseAddress else { return .absent }
      let picture = PanelPicture(
        start, width: canvas.width, height: canvas.height, stride: canvas.stride,
        format: canvas.format == .rgb565 ? .rgb565 : .xrgb8888)
      return panel.show(picture, damage: rects)
    }
  }
}

extension Board {
  /// Whether a key that is held marks a favorite, so that the screen may name it.
  /// - Parameter missing: lines that could not be had: a key on one of them is none.
  func hasStar(without missing: Set<String>) -> Bool {
    inputs.contains { input in
      guard case .contact(let id) = input.role, !missing.contains(input.line.name) else { return false }
      return [.hold(.star), .favorite].contains(controls.contacts[id.index].hold)
    }
  }
}
