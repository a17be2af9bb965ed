import Core
import Foundation
import Testing

@Suite struct ManualTests {
  private static let manual =
    (try? String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../image/man/nightstand.1"), encoding: .utf8)) ?? ""

  @Test func everyActionIsInTheManual() {
    for name in Action.names {
      let words = name.form.split(separator: " ").map { $0.replacing("-", with: "\\-") }
      let entry = ".It Cm \(words[0])" + (words.count > 1 ? " Ar \(words[1])" : "") + "\n"
      #expect(ManualTests.manual.contains(entry), "\(name.form)")
    }
  }
}
