import Audio
import Core
import Decoders
import Fetch
import Foundation
import Linux
import Runtime
import Support
import Testing

@testable import nightstand

/// A session with the real network driver and the real decoder, and an output that takes samples as fast as they
/// come (or not at all).
final class Bench {
  let loop: EventLoop
  let fetch: FetchAdapter
  let decoders: DecoderAdapter
  var reports: [StreamReport] = []
  var samples: [Float] = []
  var isPlaying = true
  /// Frames that the output takes at a turn of the loop.
  var framesPerTurn = 100_000
  private(set) var session: StationSession?
  private var lastID = 0

  init() throws {
    loop = try EventLoop()
    fetch = FetchAdapter(try Fetch(loop: loop, userAgent: "Nightstand/test (internet radio)"))
    decoders = DecoderAdapter(loop: loop)
  }

  /// Times for tests: a second instead of ten.
  static var hasty: SessionLimits {
    var limits = SessionLimits()
    limits.stall.headWait = .milliseconds(700)
    limits.stall.window = .milliseconds(700)
    limits.formatWait = .milliseconds(700)
    limits.tick = .milliseconds(50)
    limits.shortTick = .milliseconds(10)
    return limits
  }

  @discardableResult
  func start(
    _ station: Station, voice: Voice? = nil, limits: SessionLimits = SessionLimits(),
    after ends: StreamEnds = StreamEnds()
  ) -> StationSession {
    lastID += 1
    let session = StationSession(
      id: SessionID(lastID), station: station, network: fetch, decoders: decoders, ciphers: CipherAdapter(),
      time: LoopTime(loop), voice: voice, limits: limits
    ) { [unowned self] id, report in
      #expect(id == SessionID(lastID))
      reports.append(report)
    }
    self.session = session
    session.goOn(after: ends)
    session.start()
    return session
  }

  func start(_ link: String, alternates: [String] = [], limits: SessionLimits = SessionLimits())
    -> StationSession
  {
    start(Station(name: "Test", link: link, alternates: alternates), limits: limits)
  }

  /// The failure that ends a session for `link`.
  func failure(_ link: String, alternates: [String] = [], limits: SessionLimits = SessionLimits()) throws
    -> StreamFailure?
  {
    _ = start(link, alternates: alternates, limits: limits)
    #expect(try run { self.failure != nil })
    return failure
  }

  var failure: StreamFailure? {
    for case .failed(let failure) in reports { return failure }
    return nil
  }

  var titles: [String] {
    reports.compactMap { if case .title(let title) = $0 { title } else { nil } }
  }

  var formats: [StreamFormat] {
    reports.compactMap { if case .format(let format) = $0 { format } else { nil } }
  }

  var info: StreamInfo? {
    for case .connected(let info) in reports { return info }
    return nil
  }

  /// Turns the loop, and plays, until `isDone`.
  func run(seconds: Double = 20, until isDone: () -> Bool) throws -> Bool {
    try Tools.turn(loop, seconds: seconds) {
      play()
      return isDone()
    }
  }

  private func play() {
    guard isPlaying, let voice = session?.voice, let format = voice.format else { return }
    if voice.samples.count > 0 {
      var buffer = [Float](repeating: 0, count: framesPerTurn * format.channels)
      let frames = buffer.withUnsafeMutableBufferPointer {
        voice.samples.read(into: $0, channels: format.channels)
      }
      samples += buffer.prefix(frames * format.channels)
      voice.addHeard(frames: frames)
      voice.samplesConsumed()
    }
    if voice.isDrained { session?.voiceDrained() }
  }

  /// What was heard, as 16 bit samples.
  var heard: [Int16] { samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) } }
}

/// The sound that the tests send, made once.
enum Sound {
  static let isThere = Encoded.hasTools
  /// Three seconds, about 48 KB.
  static let mp3: [UInt8] = (try? Encoded.audio(seconds: 3)) ?? []
  static let mp2: [UInt8] = (try? Encoded.audio(seconds: 3, codec: "mp2")) ?? []

  /// Two seconds in another format of ffmpeg's; nil where it cannot.
  static func other(_ arguments: String...) -> [UInt8]? {
    let source = ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=2"]
    guard let bytes = Tools.run("ffmpeg", source + arguments + ["pipe:1"]), !bytes.isEmpty else { return nil }
    return bytes
  }

  static func isClose(_ left: [Int16], _ right: [Int16]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }
}
