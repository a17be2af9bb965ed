import Foundation
import Formats

/// The boards that are shipped.
enum Boards {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../board")

  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { FileManager.default.fileExists(atPath: file($0).path) }.sorted()

  static func file(_ name: String) -> URL { folder.appending(path: "\(name)/board.plist") }

  static func read(_ name: String) throws -> (board: Board?, findings: Findings) {
    BoardFile.read(try [UInt8](Data(contentsOf: file(name))), file: "board.plist")
  }
}
