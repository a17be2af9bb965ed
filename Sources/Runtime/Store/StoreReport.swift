public import Linux

/// What became of a document that was to be saved.
public enum StoreReport: Hashable, Sendable, CustomStringConvertible {
  /// On the disk, to stay.
  case saved(StoreDocument)
  /// Not yet: the newest bytes are kept and tried again, with growing pauses.
  case failed(StoreDocument, SystemError)

  public var description: String {
    switch self {
    case .saved(let document): "\(document.spokenName) kept"
    case .failed(let document, let error):
      "cannot keep \(document.spokenName): \(SystemError.text(for: error.code)) (\(error.call))"
    }
  }
}
