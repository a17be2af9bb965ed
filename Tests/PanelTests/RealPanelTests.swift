import Foundation
import Support
import Testing

/// A frame buffer of the kernel, where there is one that may be drawn on: NIGHTSTAND_PANEL="/dev/fb0 320 240 16 bgr".
@Suite(.serialized) struct RealPanelTests {
  static let words = (ProcessInfo.processInfo.environment["NIGHTSTAND_PANEL"] ?? "").split(separator: " ")
    .map(String.init)
  static let isNamed = words.count == 5

  @Test(.enabled(if: isNamed), arguments: ["0", "90", "180", "270"])
  func theDeviceHoldsThePicture(_ rotation: String) throws {
    let trial = try #require(ChildProcess(ConsoleTests.trial, ["show"] + Self.words + [rotation, "1"]))
    let lines = String(decoding: trial.readAll(), as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("differences 0"), "\(lines)")
    #expect(lines.contains("shown"))
    #expect(trial.wait() == 0)
  }
}
