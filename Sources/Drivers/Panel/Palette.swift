internal import CPanel

/// The colors of panels that look them up in a map.
enum Palette {
  /// 16 bits a channel, as the kernel has them.
  struct Colors: Equatable {
    var red: [UInt16]
    var green: [UInt16]
    var blue: [UInt16]
  }

  /// Three bits red, three green, two blue, in this order in the index.
  static let cube = Colors(
    red: (0..<256).map { UInt16(($0 >> 5) * 65_535 / 7) },
    green: (0..<256).map { UInt16(($0 >> 2 & 7) * 65_535 / 7) },
    blue: (0..<256).map { UInt16(($0 & 3) * 65_535 / 3) })

  /// Sets the map of a device so that its colors are those that will be drawn. Where the map is the panel's
  /// own (a fixed one): for each color of the cube, the index of the one that is most like it.
  static func prepared(device: Int32, _ description: FrameDescription, _ coding: PixelCoding) -> [UInt8]? {
    if case .packed(_, let red, let green, let blue, _) = coding, description.visual == .directColor {
      // Each channel is looked up: a straight line from black to white.
      let count = 1 << min(8, max(red.length, green.length, blue.length))
      let map = Colors(red: ramp(red, count), green: ramp(green, count), blue: ramp(blue, count))
      _ = cpanel_set_colors(device, UInt32(count), map.red, map.green, map.blue)
      return nil
    }
    guard coding == .indexed else { return nil }
    if description.visual != .staticPseudoColor,
      cpanel_set_colors(device, 256, cube.red, cube.green, cube.blue) == 0
    {
      return nil
    }
    var given = Colors(
      red: [UInt16](repeating: 0, count: 256), green: [UInt16](repeating: 0, count: 256),
      blue: [UInt16](repeating: 0, count: 256))
    guard cpanel_get_colors(device, 256, &given.red, &given.green, &given.blue) == 0 else { return nil }
    return nearest(in: given)
  }

  /// For each color of the cube the index of the nearest one of `given` (256 entries).
  static func nearest(in given: Colors) -> [UInt8] {
    (0..<256).map { wanted in
      var best = (index: 0, distance: Int.max)
      for index in 0..<256 {
        let red = Int(given.red[index]) - Int(cube.red[wanted])
        let green = Int(given.green[index]) - Int(cube.green[wanted])
        let blue = Int(given.blue[index]) - Int(cube.blue[wanted])
        let distance = red * red + green * green + blue * blue
        if distance < best.distance { best = (index, distance) }
      }
      return UInt8(best.index)
    }
  }

  private static func ramp(_ field: PixelCoding.Field, _ count: Int) -> [UInt16] {
    let steps = max(1, (1 << min(8, field.length)) - 1)
    return (0..<count).map { UInt16(min($0, steps) * 65_535 / steps) }
  }
}
