import Foundation
import Painting
import Testing

@testable import nightstand

/// Where the icon comes from.
@Suite struct IconShelfTests {
  private static let request = PictureRequest(name: PictureRequest.icon, width: 26, height: 26, isFine: false)

  private static func folder(_ icon: (side: Int, value: UInt8)?) throws -> String {
    let path = NSTemporaryDirectory() + "nightstand-icon-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if let icon {
      let samples = [UInt8](repeating: icon.value, count: icon.side * icon.side)
      let file = try #require(
        PNGFile.encode(width: icon.side, height: icon.side, isGray: true, samples: samples))
      try Data(file).write(to: URL(filePath: path + "/Icon.png"))
    }
    return path
  }

  @Test func theHousesIconComesBeforeTheRadiosOwn() throws {
    let house = try Self.folder((side: 8, value: 10))
    let radios = try Self.folder((side: 8, value: 200))
    let empty = try Self.folder(nil)
    defer { for path in [house, radios, empty] { try? FileManager.default.removeItem(atPath: path) } }
    let own = LogoShelf([], icons: [radios]).picture(for: Self.request)
    #expect(own != nil)
    #expect(LogoShelf([], icons: [empty, radios]).picture(for: Self.request) == own)
    let theirs = LogoShelf([], icons: [house, radios]).picture(for: Self.request)
    #expect(theirs != nil && theirs != own)
    // A station's picture of that name is no icon, and the icon no station's picture.
    #expect(LogoShelf([house]).picture(for: Self.request) == nil)
    let station = PictureRequest(name: "Icon", width: 26, height: 26, isFine: false)
    #expect(LogoShelf([], icons: [house]).picture(for: station) == nil)
  }
}
