internal import Core
internal import Formats
internal import Linux
internal import Runtime

/// Where the radio takes its stations from: the list that was asked for, or the last good one where that is bad.
struct StationSource {
  let catalogue: Catalogue
  /// What it was read from; nil: from nothing that was asked for.
  let path: String?
  /// What a person has to know.
  let notes: [Event]
  /// The list's bytes, where they are not those that are kept as the last good list.
  let newBytes: [UInt8]?

  /// - Parameter name: of the list in the state folder.
  init(asked: String?, stateFolder: String, name: String) {
    let loaded = StationsFile.load(asked: asked, stateFolder: stateFolder, name: name)
    let errors = loaded.findings.flatMap(\.kept).filter { $0.severity == .error }
    if let catalogue = loaded.catalogue {
      self.catalogue = catalogue
      path = loaded.path
      // What was skipped is lost to the listener: the first of it is told, `check` tells the rest.
      let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
      notes = errors.first.map { [.noted(StationSource.short("\($0)") + more)] } ?? []
      // A list that did not change is not written again: it may be large, and flash wears.
      let lastGood = Folders.path(stateFolder, StoreDocument.lastGoodList.fileName)
      let kept = try? BoundedRead.file(lastGood, sizeMax: StoreDocument.lastGoodList.sizeMax)
      // The installed list is always there, and the owner's last good one may be needed again.
      newBytes = kept == loaded.bytes || path == Folders.installedStations ? nil : loaded.bytes
      return
    }
    newBytes = nil
    // The name is enough, and a panel is narrow.
    let reason = errors.first.map { StationSource.short("\($0)") } ?? "there is no station list"
    let good = Store.load(.lastGoodList, folder: stateFolder) {
      bytes -> GenerationFile.Judgement<Catalogue> in
      let catalogue = CatalogueFile.read(bytes, file: StoreDocument.lastGoodList.fileName).catalogue
      return catalogue.map { .sound($0) } ?? .unsound("no station list")
    }
    notes = [good.value == nil ? .noted(reason) : .listRefused(reason: reason)]
    guard good.value == nil, asked == nil else {
      catalogue = good.value ?? Catalogue()
      path = nil
      return
    }
    // Any station is better than none.
    let installed = StationsFile.load(asked: Folders.installedStations, stateFolder: stateFolder, name: name)
    catalogue = installed.catalogue ?? Catalogue()
    path = installed.path
  }

  /// `notes` for a command that only prints.
  var words: [String] {
    notes.compactMap { note in
      switch note {
      case .noted(let words): words
      case .listRefused(let reason): "the station list is refused: \(reason)"
      default: nil
      }
    }
  }

  /// "FILE:LINE:COLUMN: …" without the folders before FILE.
  private static func short(_ finding: String) -> String {
    let end = finding.firstIndex(of: ":") ?? finding.endIndex
    guard let slash = finding[..<end].lastIndex(of: "/") else { return finding }
    return String(finding[finding.index(after: slash)...])
  }
}
