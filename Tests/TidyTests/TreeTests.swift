import Foundation
import Testing

@Suite struct TreeTests {
  @Test func theTreeIsHere() {
    #expect(Tree.product.count > 20)
    #expect(Tree.scripts.count >= 6)
  }

  @Test func theLicenceIsTheGeneralPublicLicenceThree() throws {
    let text = try SourceFile(path: "LICENSE").text()
    #expect(text.contains("GNU GENERAL PUBLIC LICENSE"))
    #expect(text.contains("Version 3, 29 June 2007"))
    #expect(text.contains("END OF TERMS AND CONDITIONS"))
  }

  @Test func nothingLargeIsKept() throws {
    for file in Tree.files {
      let size = try file.url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      #expect(size <= 1 << 20, "\(file.path) has \(size) bytes")
    }
  }

  /// What a document names in backquotes and looks like a path of the tree is there.
  @Test(arguments: Tree.documents)
  func documentsNameWhatIsThere(_ file: SourceFile) throws {
    let tops: Set<Substring> = ["Sources", "Tests", "tools", "image", "board", ".ci"]
    for line in try file.lines() {
      for match in line.text.matches(of: /`([^` ]+)[^`]*`/) {
        let path = match.1
        guard path.contains("/"), tops.contains(path.prefix { $0 != "/" }), !path.contains(/[*<>…A-Z]{2}/)
        else { continue }
        #expect(
          FileManager.default.fileExists(atPath: Tree.root.appending(path: String(path)).path),
          "\(line.place) names \(path)")
      }
    }
  }

  /// Rooms and drivers: the folders that ARCHITECTURE.md has to tell about.
  static let modules: [String] = {
    let folders = Set(Tree.product.map { $0.path.split(separator: "/").dropLast().map(String.init) })
    return Set(folders.compactMap { $0.count < 2 ? nil : $0[1] == "Drivers" && $0.count > 2 ? $0[2] : $0[1] })
      .sorted()
  }()

  @Test(.enabled(if: Tree.hasArchitecture), arguments: modules)
  func theModuleTableIsWhole(_ module: String) throws {
    let rows = try SourceFile(path: "ARCHITECTURE.md").lines().filter { $0.text.hasPrefix("|") }
    let name = try Regex("\\b\(module)\\b")
    #expect(rows.contains { $0.text.contains(name) }, "\(module) has no row")
  }
}
