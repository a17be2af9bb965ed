public import Core

/// The names of the documents in the state folder: the house may have others for its lists.
public struct StoreNames: Hashable, Sendable {
  private var recents = StoreDocument.recents.fileName
  private var favorites = StoreDocument.favorites.fileName

  public init() {}

  public init(_ settings: HouseSettings) {
    recents = settings.recentsFile
    favorites = settings.favoritesFile
  }

  public subscript(document: StoreDocument) -> String {
    switch document {
    case .recents: recents
    case .favorites: favorites
    case .state, .loudness, .lastGoodList: document.fileName
    }
  }
}
