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
  /// Files that hold no language, a sentence each.
  let troubles: [String]
  /// Called with what is wrong with a file when it is read to be shown.
  var tell: (String) -> Void = { _ in }
  private let paths: [String: String]
  private var shown = Phrases.english

  init(folder: String) {
    var paths: [String: String] = [:]
    var languages: [Language] = []
    var troubles: [String] = []
    let names = (try? FolderListing.names(in: folder)) ?? []
    for name in names.lazy.filter({ $0.hasSuffix(".po") && !$0.hasPrefix(".") }).prefix(Self.languagesMax) {
      let path = Folders.path(folder, name)
      do throws(BoundedRead.Failure) {
        let bytes = try BoundedRead.file(path, sizeMax: TranslationFile.Limits.sizeMax)
        guard let language = TranslationFile.language(of: bytes) else {
          let findings = TranslationFile.read(bytes, file: path).findings
          troubles.append(PhraseBook.summary(of: findings) ?? "\(path): its header cannot be read")
          continue
        }
        guard paths[language.code] == nil else { continue }
        paths[language.code] = path
        languages.append(language)
      } catch {
        troubles.append("\(path): \(error)")
      }
    }
    self.troubles = troubles
    self.paths = paths
    self.languages = languages.sorted { $0.name < $1.name }
  }

  /// English where the language's file cannot be read.
  func phrases(in language: Language) -> Phrases {
    guard shown.language.code != language.code else { return shown }
    var translation: Translation?
    if let path = paths[language.code] {
      do throws(BoundedRead.Failure) {
        let bytes = try BoundedRead.file(path, sizeMax: TranslationFile.Limits.sizeMax)
        let read = TranslationFile.read(bytes, file: path)
        translation = read.translation
        PhraseBook.summary(of: read.findings).map(tell)
      } catch {
        tell("\(path): \(error)")
      }
    }
    // A file that went meanwhile is not looked for at each redraw.
    shown = Phrases(translation ?? Translation(language: language))
    return shown
  }

  /// What there is to say of a language that was asked for by its code; nil: it is there.
  func complaint(about code: String) -> String? {
    let all = [Language.english] + languages
    guard !all.contains(where: { $0.code.lowercased() == code.lowercased() }) else { return nil }
    return "there is no language \(code); there are \(all.map(\.code).joined(separator: ", "))"
  }

  private static func summary(of findings: Findings) -> String? {
    guard let first = findings.kept.first(where: { $0.severity == .error }) else { return nil }
    return findings.errorCount > 1 ? "\(first) (and \(findings.errorCount - 1) more)" : "\(first)"
  }
}
