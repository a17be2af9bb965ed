internal import Core
internal import Formats
internal import Linux

/// Finds and reads the station list: the one that is asked for, else the one in the state folder, else the
/// one that was installed. A list of the state folder that gives no station is the owner's list all the same: the
/// installed one does not take its place.
enum StationsFile {
  struct Loaded {
    var catalogue: Catalogue?
    /// What `catalogue` was read from.
    var path: String?
    var bytes: [UInt8] = []
    /// Of every file that was tried.
    var findings: [Findings] = []
  }

  /// - Parameter name: of the list in the state folder.
  static func load(asked: String?, stateFolder: String, name: String) -> Loaded {
    var loaded = Loaded()
    let paths = asked.map { [$0] } ?? [Folders.path(stateFolder, name), Folders.installedStations]
    for path in paths {
      let isLast = path == paths.last
      var findings = Findings(file: path)
      do {
        let bytes = try BoundedRead.file(path, sizeMax: PropertyListLimits.sizeMax)
        let read = CatalogueFile.read(bytes, file: path)
        loaded.catalogue = read.catalogue
        loaded.path = path
        loaded.bytes = bytes
        findings = read.findings
      } catch {
        if error.isMissing, !isLast { continue }
        findings.error("\(error)")
      }
      loaded.findings.append(findings)
      break
    }
    return loaded
  }
}
