internal import Core
internal import Formats

/// Loads one segment, and before it its key and its map where they are not known yet. After a failure it can be
/// started again: it goes on with the byte at which it broke off.
final class SegmentLoad {
  enum Part { case map, body }

  /// What it needs of its surroundings.
  struct Environment {
    var network: any StreamNetwork
    var ciphers: (any SegmentCiphers)?
    var time: any Timekeeping
    var stall: StallWatch.Limits
    var userAgent: String?
  }

  let segment: MediaPlaylist.Segment
  private let environment: Environment
  private let keys: KeyShelf
  private let needsMap: Bool
  /// Bytes of a part begin at this place of their resource.
  private let begin: (Part, Int) -> Void
  /// Asked before each `give`.
  private let hasRoom: () -> Bool
  private let give: (UnsafeRawBufferPointer) -> Void
  /// The part is over.
  private let finish: (Part) -> Void
  private let tell: (StreamFailure?) -> Void
  private var load: ResourceLoad?
  private var heap: [UInt8] = []
  private var isMapDone = false
  private var bodyCount = 0
  private var decipherer: (any SegmentDecipherer)?

  /// - Parameter tell: the last call. Nil: all of it has come.
  init(
    _ segment: MediaPlaylist.Segment, needsMap: Bool, keys: KeyShelf, environment: Environment,
    begin: @escaping (Part, Int) -> Void, hasRoom: @escaping () -> Bool,
    give: @escaping (UnsafeRawBufferPointer) -> Void, finish: @escaping (Part) -> Void,
    tell: @escaping (StreamFailure?) -> Void
  ) {
    self.segment = segment
    self.needsMap = needsMap
    self.keys = keys
    self.environment = environment
    self.begin = begin
    self.hasRoom = hasRoom
    self.give = give
    self.finish = finish
    self.tell = tell
  }

  var isResting: Bool { load?.isResting ?? false }
  /// What the line carried for the segment itself, as long as nothing rested.
  var measure: (bytes: Int, time: Duration) { load.map { ($0.freeBytes, $0.freeTime) } ?? (0, .zero) }

  func start() {
    if needsMap, !isMapDone, let map = segment.map {
      if let key = map.key, keys[key] == nil { return loadKey(key) }
      loadMap(map)
    } else if let key = segment.key, keys[key] == nil {
      loadKey(key)
    } else {
      loadBody()
    }
  }

  /// Nothing more is told.
  func cancel() {
    load?.cancel()
    load = nil
  }

  func resume() { load?.resume() }
  func checkStall() { load?.checkStall() }

  private func request(
    _ url: String, range: MediaPlaylist.ByteRange? = nil, skip: Int = 0, countMax: Int,
    take: @escaping (UnsafeRawBufferPointer) -> Bool, whole: @escaping () -> Void
  ) {
    let request = ResourceLoad.Request(
      url: url, userAgent: environment.userAgent, range: range, skip: skip, countMax: countMax)
    let load = ResourceLoad(
      request, network: environment.network, time: environment.time, stall: environment.stall, take: take
    ) { [weak self] event in
      guard let self, case .ended(let failure) = event else { return }
      if let failure { tell(failure) } else { whole() }
    }
    self.load = load
    load.start()
  }

  private func loadKey(_ key: MediaPlaylist.Key) {
    guard let url = key.url else { return tell(.formatNotYet("HLS with \(key.method)")) }
    heap = []
    request(
      url, countMax: HLSLimits.keyBytes, take: { [unowned self] in takeHeap($0) },
      whole: { [unowned self] in
        guard heap.count == HLSLimits.keyBytes else { return tell(SegmentLoad.undecipherable) }
        keys.keep(heap, for: key)
        start()
      })
  }

  private func loadMap(_ map: MediaPlaylist.Map) {
    heap = []
    request(
      map.url, range: map.range, countMax: HLSLimits.mapBytes, take: { [unowned self] in takeHeap($0) },
      whole: { [unowned self] in
        guard decipherMap(map.key) else { return tell(SegmentLoad.undecipherable) }
        isMapDone = true
        begin(.map, map.range?.offset ?? 0)
        heap.withUnsafeBytes(give)
        finish(.map)
        heap = []
        // What it holds may have ended it.
        if load != nil { start() }
      })
  }

  private static let undecipherable = StreamFailure.other("the stream cannot be deciphered")

  private func takeHeap(_ bytes: UnsafeRawBufferPointer) -> Bool {
    heap.append(contentsOf: bytes)
    return true
  }

  private func decipherMap(_ key: MediaPlaylist.Key?) -> Bool {
    guard let key else { return true }
    guard let decipherer = decipherer(for: key), let text = heap.withUnsafeBytes(decipherer.update),
      let end = decipherer.finish()
    else { return false }
    heap = text + end
    return true
  }

  private func decipherer(for key: MediaPlaylist.Key) -> (any SegmentDecipherer)? {
    guard let bytes = keys[key] else { return nil }
    // RFC 8216, 5.2: the number, in 128 bits, where no vector is given.
    let number = (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: segment.number >> (8 * (15 - $0))) }
    return environment.ciphers?.decipherer(key: bytes, initialVector: key.initialVector ?? number)
  }

  private func loadBody() {
    if bodyCount == 0 {
      if let key = segment.key {
        decipherer = decipherer(for: key)
        guard decipherer != nil else { return tell(SegmentLoad.undecipherable) }
      }
      begin(.body, segment.range?.offset ?? 0)
    }
    request(
      segment.url, range: segment.range, skip: bodyCount, countMax: HLSLimits.segmentBytes,
      take: { [unowned self] in takeBody($0) },
      whole: { [unowned self] in
        if let decipherer {
          guard let end = decipherer.finish() else { return tell(SegmentLoad.undecipherable) }
          end.withUnsafeBytes(give)
          guard load != nil else { return }
        }
        finish(.body)
        if load != nil { tell(nil) }
      })
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard hasRoom() else { return false }
    bodyCount += bytes.count
    guard let decipherer else {
      give(bytes)
      return true
    }
    guard let text = decipherer.update(bytes) else {
      cancel()
      tell(SegmentLoad.undecipherable)
      return true
    }
    text.withUnsafeBytes(give)
    return true
  }
}

/// The keys of a stream, by where they were loaded from.
final class KeyShelf {
  static let countMax = 8
  private var keys: [(url: String, bytes: [UInt8])] = []

  subscript(key: MediaPlaylist.Key) -> [UInt8]? { keys.first { $0.url == key.url }?.bytes }

  func keep(_ bytes: [UInt8], for key: MediaPlaylist.Key) {
    guard let url = key.url else { return }
    if keys.count == KeyShelf.countMax { keys.removeFirst() }
    keys.append((url, bytes))
  }
}
