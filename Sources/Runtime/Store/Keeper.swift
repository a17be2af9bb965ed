public import Core
internal import Formats
internal import Linux

/// Gives the store what changed, in the formats of the files.
public final class Keeper: Keeping {
  private let store: Store
  private let clock: TrustedClock?

  /// - Parameter clock: whose time is written along with the state.
  public init(_ store: Store, clock: TrustedClock? = nil) {
    self.store = store
    self.clock = clock
  }

  public func keep(_ document: Document, of state: State) {
    switch document {
    case .recents: store.save(.recents, SiteListFile.write(state.recents.stations, kind: .recents))
    case .favorites:
      store.save(.favorites, SiteListFile.write(state.favorites.stations, kind: .favorites))
      // A favorite is a deliberate act, and rare: it is on the disk before a hand reaches the plug.
      store.flush()
    case .state:
      var saved = state.saved
      saved.time = clock?.timeToKeep
      store.save(.state, StateFile.write(saved))
    case .loudness: store.save(.loudness, LoudnessFile.write(state.loudness))
    }
  }

  /// A station list that has just loaded and is not the one that is kept.
  public func keepList(_ bytes: [UInt8]) { store.save(.lastGoodList, bytes) }

  /// What the store reported since the last call, as events.
  public func takeReports() -> [Event] {
    store.reports.take().compactMap { report in
      switch report {
      case .saved(let document): Keeper.document(document).map { .stored(.saved($0)) }
      case .failed(let document, let error):
        Keeper.document(document).map { .stored(.failed($0, reason: SystemError.text(for: error.code))) }
          ?? .listNotKept(reason: SystemError.text(for: error.code))
      }
    }
  }

  /// Nil: no document of Core's.
  private static func document(_ document: StoreDocument) -> Document? {
    switch document {
    case .recents: .recents
    case .favorites: .favorites
    case .state: .state
    case .loudness: .loudness
    case .lastGoodList: nil
    }
  }
}
