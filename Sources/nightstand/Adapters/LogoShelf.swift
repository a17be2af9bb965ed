internal import Linux
internal import Painting

/// The pictures of stations in some folders, the first of which counts most, and the icon in others. It reads and decodes: on a worker
/// thread where there is a loop.
struct LogoShelf: Sendable {
  private struct Folder: Sendable {
    let path: String
    let names: [String]
  }

  private let folders: [Folder]
  private let iconFolders: [Folder]

  /// Folders that are not there are passed over.
  /// - Parameter icons: where the icon is; the house's folder first.
  init(_ folders: [String], icons: [String] = []) {
    self.folders = LogoShelf.listed(folders)
    iconFolders = LogoShelf.listed(icons)
  }

  private static func listed(_ folders: [String]) -> [Folder] {
    folders.compactMap { path in
      (try? FolderListing.names(in: path)).map { Folder(path: path, names: $0) }
    }
  }

  /// Where the house's icon and start picture are, and those that were installed.
  static func ownFolders(_ stateFolder: String) -> [String] { [stateFolder, Folders.share] }

  /// The pictures that go with a list: those beside it, the house's, those that were installed.
  init(besides stations: String?, stateFolder: String) {
    let beside = stations.map { path in
      path.lastIndex(of: "/").map { String(path[...$0]) + "logos" } ?? "logos"
    }
    let others = [Folders.path(stateFolder, "logos"), Folders.path(Folders.share, "logos")]
    self.init((beside.map { [$0] } ?? []) + others, icons: LogoShelf.ownFolders(stateFolder))
  }

  /// Nil: there is none, or none that can be shown.
  func picture(for request: PictureRequest) -> Picture? {
    let isIcon = request.name == PictureRequest.icon
    for folder in isIcon ? iconFolders : folders {
      guard
        let name = PictureName.file(
          for: isIcon ? "Icon" : request.name, among: folder.names, isFine: request.isFine),
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
    return LogoShelf(LogoShelf.ownFolders(stateFolder)).picture(for: request)
  }
}
