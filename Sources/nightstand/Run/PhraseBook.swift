internal import Core
internal import Formats
internal import Linux
internal import Scene

/// The languages that the radio brought along, a file each (`languages/de.po`). One is read when it is shown.
final class PhraseBook {
  /// Beyond this many files nobody scrolls.
  static let languagesMax = 100

  /// Beside English, in the order of their own names.
  let languages: [Language]
  private let paths: [String: String]
  private var shown = Phrases.english

  init(folder: String) {
    var paths: [String: String] = [:]
    var languages: [Language] = []
    let names = (try? FolderListing.names(in: folder)) ?? []
    for name in names.lazy.filter({ $0.hasSuffix(".po") && !$0.hasPrefix(".") }).prefix(Self.languagesMax) {
      let path = Folders.path(folder, name)
      guard let bytes = try? BoundedRead.file(path, sizeMax: TranslationFile.Limits.sizeMax),
        let language = TranslationFile.language(of: bytes), paths[language.code] == nil
      else { continue }
      paths[language.code] = path
      languages.append(language)
    }
    self.paths = paths
    self.languages = languages.sorted { $0.name < $1.name }
  }

  /// English where the language's file cannot be read.
  func phrases(in language: Language) -> Phrases {
    guard shown.language.code != language.code else { return shown }
    var translation: Translation?
    if let path = paths[language.code],
      let bytes = try? BoundedRead.file(path, sizeMax: TranslationFile.Limits.sizeMax)
    {
      translation = TranslationFile.read(bytes, file: path).translation
    }
    // A file that went meanwhile is not looked for at each redraw.
    shown = Phrases(translation ?? Translation(language: language))
    return shown
  }
}
