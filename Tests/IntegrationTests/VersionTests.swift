import Foundation
import Support
import Testing

@testable import nightstand

@Suite struct VersionTests {
  /// A release that forgets to set it anew is noticed by its newest commit.
  @Test func theTimeOfTheReleaseIsNeitherToComeNorLongGone() throws {
    let now = Int64(Date().timeIntervalSince1970)
    #expect(Version.releaseTime <= now)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    guard let bytes = Tools.run("git", ["-C", folder, "log", "-1", "--format=%ct"]),
      let newest = Int64(
        String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    else { return }
    #expect(newest - Version.releaseTime < 366 * 86_400)
  }
}
