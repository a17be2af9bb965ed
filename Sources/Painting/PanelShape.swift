public import Core

/// A panel as the painter sees it, after rotation.
public struct PanelShape: Hashable, Sendable {
  /// In pixels.
  public var width: Int
  public var height: Int
  /// Nil where nobody knows how large the panel is.
  public var pixelsPerInch: Double?
  /// Black and white, nothing between.
  public var isOneBit: Bool

  public init(width: Int, height: Int, pixelsPerInch: Double? = nil, isOneBit: Bool = false) {
    self.width = width
    self.height = height
    self.pixelsPerInch = pixelsPerInch.flatMap { (20...1_000).contains($0) ? $0 : nil }
    self.isOneBit = isOneBit
  }

  /// - Parameter widthMillimeters: of the lit part.
  public init(width: Int, height: Int, widthMillimeters: Double, isOneBit: Bool = false) {
    let inches = widthMillimeters / 25.4
    self.init(
      width: width, height: height, pixelsPerInch: inches > 0 ? Double(width) / inches : nil,
      isOneBit: isOneBit)
  }

  /// How a screen is divided. It follows from the panel's size in the hand, not from its pixels alone.
  public var layout: Layout {
    if height < 120 || width < 160 { return .tiny }
    guard width >= 600, width * 2 >= height * 3 else { return .compact }
    // A fine panel of a hand's width has many pixels and still no room for two columns.
    guard let pixelsPerInch else { return .wide }
    return Double(width) / pixelsPerInch >= 3.7 ? .wide : .compact
  }

  /// Pictures of twice the size serve fine panels.
  public var isFine: Bool { (pixelsPerInch ?? 0) >= 180 }
}
