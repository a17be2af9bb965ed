internal import Glibc
internal import Linux

/// The lines of keys and knobs, watched through the character devices of the kernel. It prevents: edges in
/// another order than they happened in (each line has a queue of its own), a level that stays wrong after
/// edges were lost, and all keys dead because of one line.
public final class Buttons {
  public enum Limits {
    /// Chips that are looked at. A Raspberry Pi 5 has seven.
    static let chips = 64
    /// Lines of a board.
    public static let lines = 64
    /// Rounds over all lines in one `drain`: an edge may come on a line that was read already.
    static let rounds = 8
    /// Reads of one line in a round. A line that is never done is a wire that picks up radio.
    static let reads = 16
  }

  public enum Pull: String, Hashable, Sendable, CaseIterable { case up, down, none, asIs }

  /// A line as the board has it.
  public struct Wanted: Hashable, Sendable {
    /// "GPIO17".
    public var name: String
    public var pull: Pull
    /// The contact is closed while the line is low.
    public var isActiveLow: Bool

    public init(name: String, pull: Pull = .up, isActiveLow: Bool = true) {
      self.name = name
      self.pull = pull
      self.isActiveLow = isActiveLow
    }
  }

  public struct Edge: Hashable, Sendable {
    /// By its place among the wanted lines.
    public var line: Int
    public var isActive: Bool
    /// On the monotonic clock, when the interrupt came.
    public var instant: Duration

    public init(line: Int, isActive: Bool, instant: Duration) {
      self.line = line
      self.isActive = isActive
      self.instant = instant
    }
  }

  /// What happened since the last time.
  public struct News: Sendable {
    /// In the order in which it happened.
    public var edges: [Edge] = []
    /// Edges of these lines were lost after the instant that is given. The level is the present one.
    public var gaps: [(edge: Edge, lostAfter: Duration)] = []
    /// Lines that are gone: their numbers are to be unwatched.
    public var lost: [(number: Int32, error: ButtonsError)] = []
  }

  /// Why lines cannot be had; the others work.
  public let troubles: [ButtonsError]
  private var lines: [Int: RequestedLine] = [:]

  /// - Parameters:
  ///   - labels: the chips that may have the lines, the best first; none: every chip is asked by line name.
  ///   - folder: where the kernel's devices are.
  public init(_ wanted: [Wanted], labels: [String], folder: String = "/dev") {
    var troubles: [ButtonsError] = []
    var chips: [Chip] = []
    do throws(ButtonsError) {
      if let first = wanted.first { chips = try Chip.all(in: folder, for: first.name) }
    } catch {
      self.troubles = [error]
      return
    }
    let facts = chips.map(\.facts)
    for (index, line) in wanted.enumerated().prefix(Limits.lines) {
      do throws(ButtonsError) {
        let place = try ChipSearch.find(line.name, labels: labels, among: facts)
        lines[index] = try RequestedLine(
          input: line.name, chip: chips[place.chip], offset: place.offset, pull: line.pull,
          isActiveLow: line.isActiveLow)
      } catch {
        troubles.append(error)
      }
    }
    self.troubles = troubles
  }

  /// The labels of the chips that are there and may be opened.
  /// - Parameter line: for which they are looked at.
  public static func chipLabels(for line: String, in folder: String = "/dev") throws(ButtonsError) -> [String]
  {
    try Chip.all(in: folder, for: line).map(\.label)
  }

  /// The lines that could be had, by their places among the wanted ones.
  public var held: [Int] { lines.keys.sorted() }

  /// The descriptors to be watched for reading.
  public var numbers: [Int32] { lines.values.map(\.number).sorted() }

  /// The present level of each line.
  public func levels() -> [Edge] {
    let now = MonotonicClock.now()
    return lines.sorted { $0.key < $1.key }.compactMap { index, line in
      (try? line.level()).map { Edge(line: index, isActive: $0, instant: now) }
    }
  }

  /// Takes all that the kernel has kept. It does not wait.
  public func drain() -> News {
    var news = News()
    var gaps: [Int: Duration] = [:]
    for _ in 0..<Limits.rounds {
      let before = news.edges.count
      for (index, line) in lines {
        do throws(ButtonsError) {
          try read(line, index, &news.edges, &gaps)
        } catch {
          news.lost.append((line.number, error))
          lines[index] = nil
        }
      }
      // What came on one line while another was read may be older than what was read from that.
      if news.edges.count == before { break }
    }
    news.edges.sort { ($0.instant, $0.line) < ($1.instant, $1.line) }
    for (index, lostAfter) in gaps.sorted(by: { $0.key < $1.key }) {
      guard let level = try? lines[index]?.level() else { continue }
      let edge = Edge(line: index, isActive: level, instant: MonotonicClock.now())
      news.gaps.append((edge, lostAfter))
    }
    return news
  }

  private func read(
    _ line: RequestedLine, _ index: Int, _ edges: inout [Edge], _ gaps: inout [Int: Duration]
  ) throws(ButtonsError) {
    for _ in 0..<Limits.reads {
      let reading = try line.read()
      edges += reading.edges.map { Edge(line: index, isActive: $0.isActive, instant: $0.instant) }
      if let lostAfter = reading.lostAfter { gaps[index] = min(gaps[index] ?? lostAfter, lostAfter) }
      if !reading.isFull { return }
    }
  }
}

/// A line that the radio drives: the amplifier's enable, a buzzer. It is given back at the end; what it does
/// then is decided by the hardware.
public final class OutputLine {
  private let line: RequestedLine

  public init(
    _ name: String, labels: [String], isActiveLow: Bool, isActive: Bool, folder: String = "/dev"
  ) throws(ButtonsError) {
    let chips = try Chip.all(in: folder, for: name)
    let place = try ChipSearch.find(name, labels: labels, among: chips.map(\.facts))
    line = try RequestedLine(
      output: name, chip: chips[place.chip], offset: place.offset, isActiveLow: isActiveLow,
      isActive: isActive)
  }

  public func set(_ isActive: Bool) throws(ButtonsError) { try line.set(isActive) }
}
