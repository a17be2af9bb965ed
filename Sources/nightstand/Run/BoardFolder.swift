internal import Formats
internal import Linux

/// A board folder: `board.plist` and what may lie beside it.
enum BoardFolder {
  struct Trouble: Error, CustomStringConvertible {
    let description: String
  }

  /// The board, and what of its file is lost. A file that is no board at all throws.
  static func read(_ folder: String) throws(Trouble) -> (board: Board, findings: Findings) {
    let path = FolderListing.isFolder(folder) ? Folders.path(folder, "board.plist") : folder
    let bytes: [UInt8]
    do {
      bytes = try BoundedRead.file(path, sizeMax: BoardLimits.sizeMax)
    } catch {
      throw Trouble(description: "\(path): \(error)")
    }
    let (board, findings) = BoardFile.read(bytes, file: path)
    guard let board else {
      // What is merely odd comes first in a file, and explains nothing.
      let reason = findings.kept.first { $0.severity == .error } ?? findings.kept.first
      throw Trouble(description: reason.map { "\($0)" } ?? "\(path): not a board")
    }
    return (board, findings)
  }
}
