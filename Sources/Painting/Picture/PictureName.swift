/// Finds the file of a picture among the names in a folder, as the station list means it: with or without an
/// ending, in any case, and in that folder only.
public enum PictureName {
  /// - Parameters:
  ///   - wanted: the name as the list gives it.
  ///   - names: the files of the folder.
  ///   - isFine: a file "NAME@2x.png" is preferred.
  /// - Returns: one of `names`, or nil.
  public static func file(for wanted: String, among names: [String], isFine: Bool = false) -> String? {
    guard !wanted.isEmpty, wanted.utf8.count <= 255, !wanted.contains("/"), !wanted.hasPrefix("."),
      !wanted.contains("\0")
    else { return nil }
    let name = wanted.lowercased()
    let endings = [".png", ".jpg", ".jpeg"]
    let ending = endings.first(where: name.hasSuffix) ?? ""
    let stem = String(name.dropLast(ending.count))
    var candidates = [name] + endings.map { stem + $0 }
    if isFine { candidates = endings.map { stem + "@2x" + $0 } + candidates }
    // The same name in two cases: the first in order of bytes, on every machine the same.
    let sorted = names.filter { $0 == wanted || endings.contains(where: $0.lowercased().hasSuffix) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for candidate in candidates {
      if let found = sorted.first(where: { $0.lowercased() == candidate }) { return found }
    }
    return nil
  }
}
