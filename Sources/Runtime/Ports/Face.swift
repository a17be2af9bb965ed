public import Core

/// Something that shows the radio: a terminal, a panel, lines for a script.
public protocol Face: AnyObject {
  /// Called at the end of each turn in which something may have changed; it compares for itself.
  func show(_ state: State)
}

/// Keeps documents over a power cut.
public protocol Keeping: AnyObject {
  /// `state` holds the document's content; only the latest content of each document matters.
  func keep(_ document: Document, of state: State)
}
