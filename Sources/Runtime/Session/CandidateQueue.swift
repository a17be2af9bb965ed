internal import Core
internal import Formats

/// The links that may give the station's sound, in the order in which they are tried: the station's own, then its
/// alternates; where one turns out to be a playlist, its entries next.
struct CandidateQueue {
  struct Candidate: Hashable {
    var url: String
    /// Playlists that led here.
    var depth: Int
  }

  private let limits: SessionLimits
  private var waiting: [Candidate] = []
  private var seen: Set<String> = []
  /// The station's own link comes first, so its failure (or that of its playlist's first entry) does too.
  /// One that may pass outweighs one that cannot: it is worth trying the station again.
  private(set) var firstFailure: StreamFailure?

  init(_ station: Station, limits: SessionLimits) {
    self.limits = limits
    for link in [station.link] + station.alternates {
      if let url = StreamLink.usable(link), seen.insert(url).inserted {
        waiting.append(Candidate(url: url, depth: 0))
      } else if waiting.isEmpty {
        // Only the main link's own trouble is worth telling.
        fail(.linkNotUsable)
      }
    }
  }

  mutating func next() -> Candidate? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  mutating func fail(_ failure: StreamFailure) {
    guard let known = firstFailure, known.mayPass || !failure.mayPass else {
      firstFailure = failure
      return
    }
  }

  /// `candidate` was a playlist with these entries.
  mutating func add(_ links: [String], from candidate: Candidate) {
    guard !links.isEmpty else { return fail(.playlist("has no link that can be opened")) }
    guard candidate.depth < limits.playlistDepth else { return fail(.playlist("is nested too deep")) }
    var entries: [Candidate] = []
    for link in links where seen.count < limits.candidateCount && seen.insert(link).inserted {
      entries.append(Candidate(url: link, depth: candidate.depth + 1))
    }
    guard !entries.isEmpty else { return fail(.playlist("leads to itself")) }
    waiting.insert(contentsOf: entries, at: 0)
  }
}
