/// What stands behind the duration of a segment: the piece that is played, sometimes, or the encoder's own notes.
public enum SegmentTitle {
  /// Nil: it says nothing about the piece.
  public static func text(_ title: String) -> String? {
    let text = CharacterReferences.decoded(title).trimmingBlanks
    // `title="…",artist="…",url="…"`: the notes of big networks.
    if text.contains("=\"") {
      let attributes = AttributeList(text)
      guard let title = attributes["title"], !title.isEmpty else { return nil }
      return attributes["artist"].flatMap { $0.isEmpty ? nil : "\($0) - \(title)" } ?? title
    }
    let lowercased = text.lowercased()
    let isNote =
      text.allSatisfy { !$0.isLetter } || lowercased.contains("=") || lowercased == "no desc"
      || lowercased == "live" || [".ts", ".aac", ".mp3", ".m4s", ".mp4"].contains { lowercased.hasSuffix($0) }
    return isNote ? nil : text
  }
}
