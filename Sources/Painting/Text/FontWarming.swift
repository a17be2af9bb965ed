/// Which fonts are opened ahead of need, in which order.
///
/// Only those of scripts that the radio will show: the fonts of all of them take 10 MB.
struct FontWarming {
  struct Sample: Hashable {
    var text: String
    var isBold: Bool
  }

  private struct Script {
    /// Letters of it, or whatever else comes out of the same font.
    let text: String
    let blocks: [ClosedRange<UInt32>]

    init(_ text: String, _ blocks: ClosedRange<UInt32>...) {
      self.text = text
      self.blocks = blocks
    }
  }

  /// What the radio's own words need.
  private static let always = "Ab 1…★"
  /// By Unicode's blocks.
  private static let scripts: [Script] = [
    Script("Ωж", 0x0370...0x052F), Script("电台", 0x3400...0x9FFF), Script("あ", 0x3040...0x30FF),
    Script("한", 0x1100...0x11FF, 0xAC00...0xD7AF), Script("راديو", 0x0600...0x06FF),
    Script("עב", 0x0590...0x05FF), Script("हि", 0x0900...0x097F), Script("ไทย", 0x0E00...0x0E7F),
    Script("📻", 0x1F300...0x1FAFF)
  ]

  /// The next ones last. Each weight is a font of its own, and has a turn of its own: a font costs up to 14 ms
  /// of processor time, and a key waits for the end of the turn.
  private var samples: [Sample]

  /// - Parameter names: what will be shown; only the first `Limits.namesLookedAt` are looked at.
  init(_ names: some Sequence<String>) {
    var missing = Array(FontWarming.scripts.indices)
    for name in names.prefix(Limits.namesLookedAt)
    where !missing.isEmpty && !name.utf8.allSatisfy({ $0 < 0x80 }) {
      for scalar in name.unicodeScalars.prefix(Limits.textScalars) where scalar.value >= 0x370 {
        missing.removeAll { index in
          FontWarming.scripts[index].blocks.contains { $0.contains(scalar.value) }
        }
      }
    }
    let found = FontWarming.scripts.indices.filter { !missing.contains($0) }
    let texts = [FontWarming.always] + found.map { FontWarming.scripts[$0].text }
    samples = texts.reversed().flatMap { [Sample(text: $0, isBold: true), Sample(text: $0, isBold: false)] }
  }

  var isOver: Bool { samples.isEmpty }

  mutating func next() -> Sample? { samples.popLast() }
}
