internal import Linux
internal import Painting

/// The pictures of stations in a folder. It reads and decodes: on a worker thread where there is a loop.
struct LogoShelf: Sendable {
  let folder: String
  private let names: [String]

  /// - Parameter folder: nil: no pictures.
  init(_ folder: String?) {
    self.folder = folder ?? ""
    names = folder.flatMap { try? FolderListing.names(in: $0) } ?? []
  }

  /// Nil: there is none, or none that can be shown.
  func picture(for request: PictureRequest) -> Picture? {
    guard let name = PictureName.file(for: request.name, among: names, isFine: request.isFine) else {
      return nil
    }
    let path = Folders.path(folder, name)
    guard let bytes = try? BoundedRead.file(path, sizeMax: Painting.Limits.pictureFileSize) else {
      return nil
    }
    return try? PictureFile.decode(bytes, toFit: request.width, request.height)
  }
}
