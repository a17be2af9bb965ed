public import Core
internal import Formats
public import Linux

/// What the radio finds of its own when it starts.
public struct Kept {
  public private(set) var recents: [Station] = []
  public private(set) var favorites: [Station] = []
  public private(set) var state = SavedState()
  public private(set) var loudness = LearnedLoudness()
  /// What was found wrong with the files, a sentence each.
  public private(set) var notes: [String] = []
  private let names: StoreNames
  private let calls: any FileCalls

  /// Reads `folder`. A file that does not load is set aside and its older generation is used; nothing is ever
  /// replaced by defaults.
  public init(
    folder: String, names: StoreNames = StoreNames(), calls: any FileCalls = SystemFileCalls()
  ) {
    self.names = names
    self.calls = calls
    recents = load(.recents, folder) { SiteListFile.read($0, file: $1, kind: .recents) } ?? []
    favorites = load(.favorites, folder) { SiteListFile.read($0, file: $1, kind: .favorites) } ?? []
    state = load(.state, folder) { StateFile.read($0, file: $1) } ?? SavedState()
    loudness = load(.loudness, folder) { LoudnessFile.read($0, file: $1) } ?? LearnedLoudness()
  }

  private mutating func load<Value>(
    _ document: StoreDocument, _ folder: String, _ read: ([UInt8], String) -> (Value?, Findings)
  ) -> Value? {
    let loaded = Store.load(document, folder: folder, names: names, calls: calls) {
      bytes -> GenerationFile.Judgement<Value> in
      // Bits that rot may still parse: the seal tells. Without a seal it is a file that was brought along.
      if Checksum.verify(bytes) == .wrong { return .unsound("its checksum is wrong") }
      let (value, findings) = read(bytes, names[document])
      guard let value else {
        return .unsound(findings.kept.first { $0.severity == .error }?.message ?? "damaged")
      }
      return .sound(value)
    }
    notes += loaded.notes
    return loaded.value
  }
}
