import Core
import Runtime
import Support

/// Stations whose servers, and the network before them, do everything that the field reports: refuse, stay
/// silent, stall, trickle, break off, send web pages and playlists, end as a recording would. In virtual time.
final class HostileNetwork: StreamNetwork {
  /// No misfortune any more.
  var isCalm = false
  /// The whole network is away.
  var isDown = false
  private(set) var openCount = 0
  private(set) var openCountMax = 0
  private(set) var startCount = 0

  private let time: VirtualTime
  private var random: SeededRandom
  private var transfers: [TransferID: Transfer] = [:]

  /// Links that end so are stations in segments.
  static let listEnding = ".m3u8"
  private static let segmentEnding = ".ts"

  private enum Fate: CaseIterable {
    case plays, breaks, stalls, trickles, clip, webPage, gone, playlist, refused, noName, silent, otherFormat
  }

  /// The addresses of what is open, the same one as often as it is open.
  var openAddresses: [String] { transfers.values.map(\.address) }

  private final class Transfer {
    let address: String
    let receiver: any StreamReceiver
    let fate: Fate
    /// Seconds of sound after which the fate strikes.
    let life: Int
    var frames = 0
    var isResting = false

    init(_ address: String, _ receiver: any StreamReceiver, _ fate: Fate, life: Int) {
      self.address = address
      self.receiver = receiver
      self.fate = fate
      self.life = life
    }
  }

  init(time: VirtualTime, random: SeededRandom) {
    self.time = time
    self.random = random
  }

  func start(_ request: StreamRequest, _ receiver: any StreamReceiver) -> TransferID {
    startCount += 1
    let id = TransferID(startCount)
    var fate = Fate.plays
    if isDown {
      fate = Bool.random(using: &random) ? .noName : .silent
    } else if !isCalm, Int.random(in: 0..<3, using: &random) == 0 {
      fate = Fate.allCases.randomElement(using: &random)!
    }
    // A list of segments is no list of stations.
    if request.url.contains(HostileNetwork.listEnding), fate == .playlist { fate = .plays }
    // A playlist's entry is not a playlist again, or it would lead to itself.
    if request.url.hasSuffix("/entry"), fate == .playlist { fate = .plays }
    let transfer = Transfer(request.url, receiver, fate, life: Int.random(in: 0...400, using: &random))
    transfers[id] = transfer
    openCount += 1
    openCountMax = max(openCountMax, openCount)
    time.after(.milliseconds(Int.random(in: 1...300, using: &random))) { [weak self] in
      self?.answer(id, request)
    }
    return id
  }

  func cancel(_ id: TransferID) { if transfers.removeValue(forKey: id) != nil { openCount -= 1 } }

  func resume(_ id: TransferID) { transfers[id]?.isResting = false }

  /// Everything that is open breaks.
  func breakAll() {
    for id in transfers.keys.sorted(by: { $0.number < $1.number }) { end(id, .connectionLost) }
  }

  private func end(_ id: TransferID, _ failure: StreamFailure?) {
    guard let transfer = transfers.removeValue(forKey: id) else { return }
    openCount -= 1
    transfer.receiver.streamEnded(failure)
  }

  private func answer(_ id: TransferID, _ request: StreamRequest) {
    guard let transfer = transfers[id] else { return }
    var type = "audio/mpeg"
    switch transfer.fate {
    case .refused: return end(id, .refused)
    case .noName: return end(id, .nameNotFound)
    case .silent: return
    case .webPage: type = "text/html"
    case .plays, .breaks, .stalls, .trickles, .clip, .gone, .playlist, .otherFormat: break
    }
    var fields = [(name: "content-type", value: Array(type.utf8))]
    if transfer.fate == .clip { fields.append((name: "content-length", value: Array("200000".utf8))) }
    transfer.receiver.streamReceivedHead(
      StreamHead(status: transfer.fate == .gone ? 404 : 200, fields: fields, effectiveURL: request.url))
    switch transfer.fate {
    case .gone, .webPage, .otherFormat: break
    default:
      if request.url.hasSuffix(HostileNetwork.listEnding) { return sendList(id, request.url) }
      if request.url.hasSuffix(HostileNetwork.segmentEnding) { return sendSegment(id) }
    }
    switch transfer.fate {
    case .gone, .webPage:
      send(id, Array("<!DOCTYPE html><html><body>Sorry</body></html>".utf8))
      end(id, nil)
    case .playlist:
      send(id, Array("#EXTM3U\n\(request.url)/entry\n".utf8))
      end(id, nil)
    case .otherFormat:
      send(
        id,
        (0..<400).flatMap { _ in [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC] + [UInt8](repeating: 0, count: 9)
        })
    default:
      // Icecast's burst: 64 KiB, about four seconds.
      flow(id, frames: 157)
    }
  }

  /// Segments of ten seconds; six of them are in the list.
  private func sendList(_ id: TransferID, _ url: String) {
    guard let transfer = transfers[id] else { return }
    let last = Int(time.now.sinceStart.milliseconds / 9_979) + 6
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:\(last - 6)\n"
    for number in last - 6..<last {
      text += "#EXTINF:9.979,Song \(number)\n\(url)/\(number)\(HostileNetwork.segmentEnding)\n"
    }
    let isCut = transfer.fate == .breaks || transfer.fate == .stalls
    send(id, Array(text.utf8.prefix(isCut ? text.utf8.count / 2 : text.utf8.count)))
    if transfer.fate != .stalls { end(id, isCut ? .connectionLost : nil) }
  }

  /// As fast as the line carries it.
  private func sendSegment(_ id: TransferID) {
    guard let transfer = transfers[id] else { return }
    let isCut = transfer.fate == .breaks || transfer.fate == .stalls || transfer.fate == .trickles
    let whole = isCut ? 200 : 382
    guard transfer.frames < whole, !isDown else {
      if !isDown, transfer.fate != .stalls, transfer.fate != .trickles {
        end(id, isCut ? .connectionLost : nil)
      }
      return
    }
    let count = min(50, whole - transfer.frames)
    if !transfer.isResting, send(id, Array(HostileNetwork.sound.prefix(count * 417))) {
      transfer.frames += count
    }
    time.after(.milliseconds(50)) { [weak self] in self?.sendSegment(id) }
  }

  /// A second of sound at a time.
  private func flow(_ id: TransferID, frames: Int) {
    guard let transfer = transfers[id] else { return }
    if transfer.frames / 38 >= transfer.life, !isCalm {
      switch transfer.fate {
      case .breaks: return end(id, .connectionLost)
      case .clip: return end(id, nil)
      case .stalls: return
      case .trickles:
        send(id, [0])
        time.after(.seconds(1)) { [weak self] in self?.flow(id, frames: 0) }
        return
      default: break
      }
    }
    if !transfer.isResting, frames > 0, send(id, Array(HostileNetwork.sound.prefix(frames * 417))) {
      transfer.frames += frames
    }
    let next = isDown ? 0 : 38
    time.after(.milliseconds(992)) { [weak self] in self?.flow(id, frames: next) }
  }

  @discardableResult
  private func send(_ id: TransferID, _ bytes: [UInt8]) -> Bool {
    guard let transfer = transfers[id] else { return false }
    let isTaken = bytes.withUnsafeBytes { transfer.receiver.streamReceivedBody($0) }
    if !isTaken { transfer.isResting = true }
    return isTaken
  }

  /// MPEG 1 layer III, 128 kbit/s, 44.1 kHz, stereo: 417 bytes, 1,152 frames of silence; 38 of them are 992 ms.
  private static let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
  private static let sound = (0..<157).flatMap { _ in frame }
}
