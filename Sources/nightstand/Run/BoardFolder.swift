internal import Formats
internal import Linux

/// A board folder: `board.plist` and what may lie beside it.
enum BoardFolder {
  struct Trouble: Error, CustomStringConvertible {
    let description: String
  }

  /// What the radio runs with, and what a person has to know of it. Nil, or a folder without a board that can
  /// be read, is the desk: a typo must not make a dead radio.
  static func forRun(_ folder: String?) -> (board: Board, notes: [String]) {
    guard let folder else { return (Board(), []) }
    do throws(Trouble) {
      let (board, findings) = try read(folder)
      return (board, summary(of: findings, folder).map { [$0] } ?? [])
    } catch {
      return (Board(), ["The board cannot be used, so there are no keys and no panel: \(error)"])
    }
  }

  /// The first error, and where the others are told; nil: there is none.
  private static func summary(of findings: Findings, _ folder: String) -> String? {
    guard let first = findings.kept.first(where: { $0.severity == .error }) else { return nil }
    let more = findings.errorCount - 1
    return more > 0 ? "\(first) (and \(more) more; nightstand check \(folder) says all)" : "\(first)"
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
      let reason = summary(of: findings, folder) ?? findings.kept.first.map { "\($0)" }
      throw Trouble(description: reason ?? "\(path): not a board")
    }
    return (board, findings)
  }
}
