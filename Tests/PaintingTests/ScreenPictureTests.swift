import Core
import Foundation
import Testing

@testable import Painting

/// Each screen on each kind of panel as a picture. The pictures stand beside this file; after a change that is
/// meant, `NIGHTSTAND_RECORD=1 swift test --filter ScreenPictureTests` draws them anew, to be looked at.
///
/// Another version of Pango, FreeType or a font draws letters a little differently: what is compared are the
/// pictures slightly out of focus, and a small part of the pixels may differ.
@Suite struct ScreenPictureTests {
  struct Look: CustomTestStringConvertible, Sendable {
    let folder: String
    let width: Int
    let height: Int
    var ppi: Double?
    var isOneBit = false
    var isNight = false
    var isLeftward = false
    var hasTouch = false
    let shots: [Shot]
    var testDescription: String { folder }
  }

  private static func shots(_ names: String...) -> [Shot] { Shot.all.filter { names.contains($0.name) } }

  static let looks: [Look] = [
    Look(folder: "320x240", width: 320, height: 240, shots: Shot.all),
    Look(folder: "128x64", width: 128, height: 64, isOneBit: true, shots: Shot.all),
    Look(folder: "800x480", width: 800, height: 480, shots: Shot.all),
    Look(
      folder: "320x240-night", width: 320, height: 240, isNight: true,
      shots: shots("player-favorite", "stations", "confirm", "player-waiting", "player-volume")),
    Look(
      folder: "240x320", width: 240, height: 320, shots: shots("player-long", "stations", "player-waiting")),
    Look(
      folder: "320x240-leftward", width: 320, height: 240, isLeftward: true,
      shots: shots("player", "stations", "language", "options", "player-volume")),
    Look(
      folder: "800x480-leftward", width: 800, height: 480, isLeftward: true,
      shots: shots("player", "recents-clear")),
    Look(
      folder: "800x480-touch", width: 800, height: 480, hasTouch: true,
      shots: shots("player", "stations", "recents-clear", "confirm", "options", "home", "language")),
    // Small and fine: the letters take more of it.
    Look(
      folder: "320x240-200ppi", width: 320, height: 240, ppi: 200,
      shots: shots("player-long", "stations", "player-waiting", "confirm", "radio")),
    Look(
      folder: "480x320-166ppi", width: 480, height: 320, ppi: 166, shots: shots("player-long", "stations")),
    Look(
      folder: "128x64-150ppi", width: 128, height: 64, ppi: 150, isOneBit: true,
      shots: shots("player", "stations", "confirm"))
  ]

  /// Of the pixels, so many may differ by more than `channelMax`.
  static let shareMax = 0.01
  /// Of one bit a pixel a letter that begins a pixel later differs as much as another letter.
  static let shareMaxOfOneBit = 0.03
  static let channelMax = 56

  @Test(arguments: looks) func looksAsItWasSeen(look: Look) throws {
    for shot in look.shots {
      let painter = Panel.painter(
        look.width, look.height, ppi: look.ppi, isOneBit: look.isOneBit, hasTouch: look.hasTouch)
      painter.isNight = look.isNight
      let state = Panel.state(shot.events, painter.panel.layout)
      let scene = painter.scene(of: state, phrases: look.isLeftward ? Panel.leftward : .english)
      _ = painter.paint(scene, at: .start)
      try compare(painter.canvas, "\(look.folder)/\(shot.name)", isOneBit: look.isOneBit)
    }
  }

  @Test(arguments: [(320, 240, false), (128, 64, true), (800, 480, false)])
  func startsWithItsIcon(width: Int, height: Int, isOneBit: Bool) throws {
    let painter = Panel.painter(width, height, isOneBit: isOneBit)
    #expect(painter.paintStart().damage == [PixelRect(0, 0, width, height)])
    try compare(painter.canvas, "\(width)x\(height)/start", isOneBit: isOneBit)
    _ = painter.paintTestCard(echo: "GPIO22 knob A closed")
    try compare(painter.canvas, "\(width)x\(height)/test-card", isOneBit: isOneBit)
  }

  private func compare(_ canvas: Canvas, _ name: String, isOneBit: Bool) throws {
    let file = Panel.folder.appending(path: "Pictures/\(name).png")
    let drawn = canvas.rgb
    if ProcessInfo.processInfo.environment["NIGHTSTAND_RECORD"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let bytes = PNGFile.encode(width: canvas.width, height: canvas.height, isGray: false, samples: drawn)
      try Data(try #require(bytes)).write(to: file)
    }
    let picture = try PictureFile.decode([UInt8](Data(contentsOf: file)), toFit: canvas.width, canvas.height)
    try #require(picture.width == canvas.width && picture.height == canvas.height, "\(name)")
    var seen: [UInt8] = []
    seen.reserveCapacity(drawn.count)
    for start in stride(from: 0, to: picture.bytes.count, by: 4) {
      seen += [picture.bytes[start + 2], picture.bytes[start + 1], picture.bytes[start]]
    }
    guard seen != drawn else { return }
    let share = Self.differing(blurred(seen, canvas.width), blurred(drawn, canvas.width))
    let shareMax = isOneBit ? Self.shareMaxOfOneBit : Self.shareMax
    #expect(share <= shareMax, "\(name): \(share * 100) % of the pixels differ")
    guard share > shareMax else { return }
    // To be looked at beside the other.
    let bytes = PNGFile.encode(width: canvas.width, height: canvas.height, isGray: false, samples: drawn)
    let flat = name.split(separator: "/").joined(separator: "-")
    try Data(bytes ?? []).write(to: URL(filePath: NSTemporaryDirectory() + "nightstand-drawn-\(flat).png"))
  }

  static func differing(_ one: [UInt8], _ other: [UInt8]) -> Double {
    var count = 0
    for start in stride(from: 0, to: one.count, by: 3)
    where (start..<start + 3).contains(where: { abs(Int(one[$0]) - Int(other[$0])) > channelMax }) {
      count += 1
    }
    return Double(count * 3) / Double(one.count)
  }

  /// The mean of each pixel and its eight neighbors.
  private func blurred(_ rgb: [UInt8], _ width: Int) -> [UInt8] {
    let height = rgb.count / 3 / width
    var blurred = rgb
    for y in 1..<height - 1 {
      for index in (y * width + 1) * 3..<(y * width + width - 1) * 3 {
        var sum = 0
        for row in [index - width * 3, index, index + width * 3] {
          sum += Int(rgb[row - 3]) + Int(rgb[row]) + Int(rgb[row + 3])
        }
        blurred[index] = UInt8(sum / 9)
      }
    }
    return blurred
  }

  /// The comparison tells a missing star, a word or a color.
  @Test func theComparisonTellsScreensApart() {
    func pixels(_ name: String) -> [UInt8] {
      let painter = Panel.painter(320, 240)
      let shot = Shot.all.first { $0.name == name }!
      _ = painter.paint(painter.scene(of: Panel.state(shot.events)), at: .start)
      return blurred(painter.canvas.rgb, 320)
    }
    let player = pixels("player")
    for other in ["player-favorite", "player-silent", "player-volume", "player-buffering"] {
      #expect(Self.differing(player, pixels(other)) > Self.shareMax, "\(other)")
    }
  }
}
