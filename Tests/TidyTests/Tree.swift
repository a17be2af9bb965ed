import Foundation
import Testing

/// The files of the source tree that this test was compiled from.
struct SourceFile: CustomTestStringConvertible, Sendable {
  /// Relative to the root of the tree, as in `Sources/Core/State.swift`.
  let path: String

  var url: URL { Tree.root.appending(path: path) }
  var name: String { url.lastPathComponent }
  var folder: String { String(path.dropLast(name.count + 1)) }
  var isSwift: Bool { path.hasSuffix(".swift") }
  var isScript: Bool { (try? Data(contentsOf: url))?.starts(with: Data("#!".utf8)) ?? false }
  var isExecutable: Bool { FileManager.default.isExecutableFile(atPath: url.path) }
  var testDescription: String { path }

  func text() throws -> String {
    let data = try Data(contentsOf: url)
    guard let text = String(data: data, encoding: .utf8) else { throw Complaint("\(path) is not UTF-8") }
    return text
  }

  /// Each line with its place, `path:number`.
  func lines() throws -> [(place: String, text: Substring)] {
    try text().split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
      .map { ("\(path):\($0.offset + 1)", $0.element) }
  }
}

struct Complaint: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

enum Tree {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All files of the tree but what building leaves behind.
  static let files: [SourceFile] = {
    let outside: Set<String> = [".git", ".build", ".swiftpm", "__pycache__"]
    var files: [SourceFile] = []
    var folders = [""]
    while let folder = folders.popLast() {
      let place = root.appending(path: folder).path
      for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      where !outside.contains(name) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
        if isFolder.boolValue { folders.append(path) } else { files.append(SourceFile(path: path)) }
      }
    }
    return files.sorted { $0.path < $1.path }
  }()

  static func files(under folder: String) -> [SourceFile] {
    files.filter { $0.path.hasPrefix(folder + "/") }
  }

  static let product = files(under: "Sources").filter(\.isSwift)

  /// What people write by hand: no recorded pictures or other data of tests, no licence, no lists.
  static let written = files.filter { file in
    let kinds = ["swift", "h", "c", "py", "md", "modulemap"]
    return kinds.contains(file.url.pathExtension) || file.isScript || file.name == "packages"
  }

  // Closures in the arguments of `@Test` crash the compiler of Swift 6.0.3, so these have names.
  static let writtenOtherwise = written.filter { !$0.isSwift }
  static let documents = files.filter { $0.path.hasSuffix(".md") }
  static let hasArchitecture = documents.contains { $0.path == "ARCHITECTURE.md" }

  /// The tools and scripts that people call.
  static let scripts = files.filter(\.isScript)
}
