internal import Core
internal import Formats
internal import Linux

/// The house's wishes as they stand in the state folder.
enum HouseFile {
  /// What is wrong with the file is a sentence each, and costs only its own key.
  static func read(stateFolder: String) -> (settings: HouseSettings, notes: [String]) {
    let path = Folders.path(stateFolder, "settings.plist")
    do {
      let bytes = try BoundedRead.file(path, sizeMax: SettingsFile.sizeMax)
      let (settings, findings) = SettingsFile.read(bytes, file: path)
      return (settings ?? HouseSettings(), findings.kept.filter { $0.severity == .error }.map { "\($0)" })
    } catch {
      return (HouseSettings(), error.isMissing ? [] : ["\(path): \(error)"])
    }
  }
}
