/// Where in a file something stands: line and column in text, the way of keys in a binary file.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1; 0: not a place in text.
  let line: Int32
  /// In characters, counted from 1.
  let column: Int32
  /// Only binary files have it: one small object for each value, shared by what lies in it.
  let keys: KeyPath?

  final class KeyPath: Hashable, Sendable {
    let parent: KeyPath?
    let key: String

    init(parent: KeyPath?, key: String) {
      self.parent = parent
      self.key = key
    }

    /// No recursion to fear: a key path is never longer than `PropertyListLimits.depthMax`.
    var text: String {
      let shown = String(key.prefix(60))
      return parent.map { $0.text + (key.first == "[" ? "" : ".") + shown } ?? shown
    }

    static func == (left: KeyPath, right: KeyPath) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  init(line: Int32, column: Int32) {
    self.line = line
    self.column = column
    keys = nil
  }

  init(_ keys: KeyPath?) {
    line = 0
    column = 0
    self.keys = keys
  }

  /// The file as a whole.
  public static let wholeFile = Place(nil)

  var isInText: Bool { line > 0 }

  /// "12:7", "Item3.Site2.siteLink", or "" for the whole file.
  public var description: String { isInText ? "\(line):\(column)" : keys?.text ?? "" }
}
