internal import Linux
internal import Painting

/// The pictures of stations in some folders, the first of which counts most. It reads and decodes: on a worker
/// thread where there is a loop.
struct LogoShelf: Sendable {
  private struct Folder: Sendable {
    let path: String
    let names: [String]
  }

  private let folders: [Folder]

  /// Folders that are not there are passed over.
  init(_ folders: [String]) {
    self.folders = folders.compactMap { path in
      (try? FolderListing.names(in: path)).map { Folder(path: path, names: $0) }
    }
  }

  /// The pictures that go with a list: those beside it, the house's, those that were installed.
  init(besides stations: String?, stateFolder: String) {
    let beside = stations.map { path in
      path.lastIndex(of: "/").map { String(path[...$0]) + "logos" } ?? "logos"
    }
    let others = [Folders.path(stateFolder, "logos"), Folders.path(Folders.share, "logos")]
    self.init((beside.map { [$0] } ?? []) + others)
  }

  /// Nil: there is none, or none that can be shown.
  func picture(for request: PictureRequest) -> Picture? {
    for folder in folders {
      guard let name = PictureName.file(for: request.name, among: folder.names, isFine: request.isFine),
        let bytes = try? BoundedRead.file(
          Folders.path(folder.path, name), sizeMax: Painting.Limits.pictureFileSize),
        let picture = try? PictureFile.decode(bytes, toFit: request.width, request.height)
      else { continue }
      return picture
    }
    return nil
  }
}

/// The loading picture, of the house or the one that was installed.
enum StartPicture {
  static func read(for shape: PanelShape, stateFolder: String) -> Picture? {
    // One bit leaves nothing of it.
    guard !shape.isOneBit else { return nil }
    let request = PictureRequest(
      name: "Default", width: shape.width, height: shape.height, isFine: shape.isFine || shape.width > 320)
    return LogoShelf([stateFolder, Folders.share]).picture(for: request)
  }
}
