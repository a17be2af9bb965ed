public import Linux

/// Why there is no panel.
public enum PanelError: Error, Hashable, CustomStringConvertible {
  case system(SystemError)
  case unusable(FrameLayout.Trouble)
  /// No frame buffer has this name.
  case noSuchName(String)

  public var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .unusable(let trouble): "\(trouble)"
    case .noSuchName(let name): "no frame buffer is named “\(name)”"
    }
  }
}
