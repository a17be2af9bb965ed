import Foundation
import Glibc
import Linux
import Testing

@testable import Panel

@Suite struct BacklightTests {
  @Test(arguments: [
    (0, 255, 0), (1, 255, 3), (50, 255, 128), (100, 255, 255), (150, 255, 255), (-3, 255, 0), (1, 1, 1),
    (100, 1, 1),
    (1, 31, 1), (3, 4_096, 123), (100, Int.max, Int.max / 100 * 100)
  ])
  func aPercentageIsSoManyUnits(percent: Int, maximum: Int, value: Int) {
    #expect(Backlight.value(percent: percent, maximum: maximum) == value)
  }

  /// As the kernel shows it under /sys/class/backlight.
  final class Light {
    let root: String

    init(_ name: String, maximum: String) throws {
      var template = Array("/tmp/backlight-XXXXXX".utf8CString)
      let made = mkdtemp(&template)
      root = String(cString: try #require(made))
      mkdir("\(root)/\(name)", 0o755)
      for (file, text) in [("max_brightness", maximum), ("brightness", "0\n"), ("bl_power", "4\n")] {
        let place = try Descriptor.open("\(root)/\(name)/\(file)", O_WRONLY | O_CREAT)
        _ = try Array(text.utf8).withUnsafeBytes { try place.write($0) }
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func text(_ file: String) throws -> String {
      String(decoding: try BoundedRead.file("\(root)/\(file)", sizeMax: 100), as: UTF8.self)
    }
  }

  @Test func theLightIsSet() throws {
    let light = try Light("10-0045", maximum: "31\n")
    let backlight = try #require(Backlight(name: nil, root: light.root))
    #expect(backlight.maximum == 31)
    #expect(backlight.set(percent: 50) == .set)
    #expect(try light.text("10-0045/brightness") == "16\n")
    #expect(try light.text("10-0045/bl_power") == "0\n")
    #expect(backlight.set(percent: 0) == .set)
    #expect(try light.text("10-0045/brightness") == "0\n")
    #expect(try light.text("10-0045/bl_power") == "4\n")
  }

  @Test func aLightThatVanishesIsAbsent() throws {
    let light = try Light("rpi_backlight", maximum: "255\n")
    let backlight = try #require(Backlight(name: "rpi_backlight", root: light.root))
    unlink("\(light.root)/rpi_backlight/brightness")
    #expect(backlight.set(percent: 50) == .absent)
  }

  @Test(arguments: ["", "none\n", "0\n", "-5\n"])
  func aLightWithoutAMaximumIsNone(text: String) throws {
    let light = try Light("odd", maximum: text)
    #expect(Backlight(name: nil, root: light.root) == nil)
  }

  @Test func noLightIsNoTrouble() {
    #expect(Backlight(name: nil, root: "/nowhere") == nil)
    #expect(Backlight(name: "../../etc", root: "/sys/class/backlight") == nil)
  }
}
