internal import Core

/// Moves texts that are too long for their boxes: a second at rest, once round, then a minute at rest: at a bedside
/// a title is read once, and to move without end would cost as much as to play.
///
/// Motion is in steps of whole pixels, twelve a second at most, so that letters stay sharp and the processor
/// sleeps between; at rest it asks for no frame at all.
struct Marquee {
  static let rest = Duration.seconds(1)
  static let restBetween = Duration.seconds(60)
  static let step = Duration.milliseconds(84)

  private struct Key: Hashable {
    var text: String
    var box: PixelRect
  }

  private var began: [Key: Instant] = [:]
  private var seen: Set<Key> = []
  private(set) var nextFrame: Instant?

  /// Between the end of the text and its beginning that comes again.
  static func gap(_ run: TextRun) -> Int { run.size * 2 }

  mutating func begin() {
    seen = []
    nextFrame = nil
  }

  /// Forgets the texts that are no longer there.
  mutating func end() { began = began.filter { seen.contains($0.key) } }

  /// How far `run`, which is `width` pixels wide and does not fit, has moved at `now`.
  mutating func distance(of run: TextRun, width: Int, at now: Instant) -> Int {
    let key = Key(text: run.text, box: run.box)
    seen.insert(key)
    let start = began[key] ?? now
    began[key] = start
    // A letter and a half a second is read with ease; a tiny panel has no finer step than a pixel.
    let stepPixels = max(1, (run.size * 3 + 10) / 20)
    let steps = (width + Marquee.gap(run) + stepPixels - 1) / stepPixels
    let round = Marquee.step * steps + Marquee.restBetween
    let moving = now - start - Marquee.rest
    guard moving >= .zero else {
      ask(start + Marquee.rest)
      return 0
    }
    let rounds = moving.milliseconds / round.milliseconds
    let inRound = moving - round * Int(rounds)
    let index = Int(inRound.milliseconds / Marquee.step.milliseconds) + 1
    guard index < steps else {
      ask(Instant(now.sinceStart - inRound + round))
      return 0
    }
    ask(Instant(now.sinceStart - inRound + Marquee.step * index))
    return index * stepPixels
  }

  private mutating func ask(_ instant: Instant) { nextFrame = min(nextFrame ?? instant, instant) }
}
