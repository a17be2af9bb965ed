import Audio
import Foundation
import Linux
import Synchronization
import Testing

@testable import Speaker

@Suite struct SpeakerTests {
  /// Reports until `isEnough` says so, or the patience ends.
  static func reports(
    _ output: some VoiceOutput, patience: TimeInterval = 10, until isEnough: ([SpeakerReport]) -> Bool
  )
    -> [SpeakerReport]
  {
    var all: [SpeakerReport] = []
    let end = Date(timeIntervalSinceNow: patience)
    while !isEnough(all) && Date() < end {
      output.wake.wait(timeout: .milliseconds(50))
      all += output.takeReports()
    }
    return all
  }

  static func voice(
    _ id: Int, seconds: Double = 0.5, rate: Int = 44_100, channels: Int = 2, isFinished: Bool = true
  ) -> Voice {
    let voice = Voice(id: id)
    voice.setFormat(SampleFormat(rate: rate, channels: channels))
    let count = Int(seconds * Double(rate)) * channels
    let samples = (0..<count).map { Float(sin(Double($0 / channels) * 0.05)) }
    _ = samples.withUnsafeBufferPointer { voice.samples.write($0, channels: channels) }
    if isFinished { voice.finishDecoding() }
    return voice
  }

  @Test func withNoCardItGoesOnAndSaysSo() throws {
    let speaker = Speaker(.init(device: "nothing_of_this_name"))
    try speaker.start()
    let voice = Self.voice(1)
    let start = Date()
    speaker.play(voice)
    let reports = Self.reports(speaker) { $0.contains(.drained(voice: 1)) }
    // 0.5 s at the speed of a card: its buffer is filled at once, the rest takes its time.
    #expect(Date().timeIntervalSince(start) > 0.3)
    #expect(voice.framesHeard == 22_050)
    guard case .failed(let error) = reports.first else {
      Issue.record("no failure was told: \(reports)")
      return
    }
    #expect("\(error)".hasPrefix("snd_pcm_open: "))
    #expect(reports.dropFirst().first == .silentOutput(reason: error))
    #expect(reports.contains(.sounding(voice: 1)))
    speaker.close()
  }

  @Test func aCardThatVanishesIsReplacedAndTakenBack() throws {
    let opened = Atomic<Int>(0)
    let speaker = Speaker(.init()) { (rate, isRetry) throws(AlsaError) in
      switch opened.add(1, ordering: .relaxed).oldValue {
      case 0: return FakePcm([.takes(64), .takes(64)], rate: rate, ending: .fails(-ENODEV))
      case 1: throw .failed(.open, code: -ENOENT)
      default: return PacedPcm(rate: rate)
      }
    }
    try speaker.start()
    let voice = Self.voice(3, seconds: 5, isFinished: false)
    speaker.play(voice)
    let reports = Self.reports(speaker) { reports in
      reports.filter { if case .opened = $0 { true } else { false } }.count == 2
    }
    let gone = AlsaError.failed(.write, code: -ENODEV)
    let missing = AlsaError.failed(.open, code: -ENOENT)
    let told = reports.filter { if case .opened = $0 { false } else { true } }
    #expect(
      told == [
        .sounding(voice: 3), .failed(gone), .silentOutput(reason: gone), .failed(missing),
        .silentOutput(reason: missing)
      ])
    #expect(voice.isSounding)
    speaker.stop(voice)
    speaker.close()
  }

  /// Another program had it when the radio started.
  @Test func aCardThatIsBusyIsTakenWhenItIsFree() throws {
    let tries = Atomic<Int>(0)
    let speaker = Speaker(.init()) { (rate, _) throws(AlsaError) in
      if tries.add(1, ordering: .relaxed).oldValue < 2 { throw .failed(.open, code: -EBUSY) }
      return PacedPcm(rate: rate)
    }
    try speaker.start()
    let voice = Self.voice(4, seconds: 5, isFinished: false)
    speaker.play(voice)
    let reports = Self.reports(speaker) { reports in
      reports.contains { if case .opened = $0 { true } else { false } }
    }
    let busy = AlsaError.failed(.open, code: -EBUSY)
    // The same trouble is told once.
    #expect(reports.filter { $0 == .silentOutput(reason: busy) }.count == 1)
    #expect(tries.load(ordering: .relaxed) == 3)
    #expect(voice.isSounding)
    speaker.stop(voice)
    speaker.close()
  }

  @Test func anotherRateOpensTheCardAnew() throws {
    let rates = Mutex<[Int]>([])
    let speaker = Speaker(.init()) { (rate, _) throws(AlsaError) in
      rates.withLock { $0.append(rate) }
      return PacedPcm(rate: rate)
    }
    try speaker.start()
    let first = Self.voice(1, seconds: 3, isFinished: false)
    speaker.play(first)
    _ = Self.reports(speaker) { $0.contains(.sounding(voice: 1)) }
    let second = Self.voice(2, seconds: 0.3, rate: 22_050, channels: 1)
    speaker.play(second)
    let reports = Self.reports(speaker) { $0.contains(.drained(voice: 2)) }
    #expect(rates.withLock { $0 } == [44_100, 22_050])
    #expect(reports.contains(.sounding(voice: 2)))
    #expect(!first.isSounding && second.framesHeard == 6_615)
    speaker.close()
  }

  /// The zap is heard when the next station has come, and until then the one before.
  @Test(arguments: [44_100, 48_000]) func theOldVoicePlaysUntilTheNewOneSounds(rate: Int) throws {
    let speaker = Speaker(.init()) { (rate, _) throws(AlsaError) in PacedPcm(rate: rate) }
    try speaker.start()
    let old = Self.voice(1, seconds: 4.5, isFinished: false)
    speaker.play(old)
    _ = Self.reports(speaker) { $0.contains(.sounding(voice: 1)) }
    let next = Voice(id: 2)
    speaker.play(next)
    let heard = old.framesHeard
    let end = Date(timeIntervalSinceNow: 10)
    while old.framesHeard < heard + 22_050, Date() < end { Thread.sleep(forTimeInterval: 0.01) }
    #expect(old.isSounding && old.framesHeard >= heard + 22_050)
    next.setFormat(SampleFormat(rate: rate, channels: 2))
    let samples = [Float](repeating: 0.1, count: 80_000)
    _ = samples.withUnsafeBufferPointer { next.samples.write($0, channels: 2) }
    next.samplesArrived()
    let reports = Self.reports(speaker) { $0.contains(.sounding(voice: 2)) }
    #expect(reports.contains(.sounding(voice: 2)) && !reports.contains(.starved(voice: 1)))
    #expect(!old.isSounding)
    speaker.close()
  }

  @Test func aSilentSpeakerClosesItsCardAndSleeps() throws {
    let live = Atomic<Int>(0)
    let speaker = Speaker(.init()) { (rate, _) throws(AlsaError) in
      PacedPcm(rate: rate, live: { live.add($0, ordering: .relaxed) })
    }
    try speaker.start()
    let voice = Self.voice(1, seconds: 0.2)
    speaker.play(voice)
    _ = Self.reports(speaker) { $0.contains(.drained(voice: 1)) }
    #expect(live.load(ordering: .relaxed) == 1)
    let end = Date(timeIntervalSinceNow: 10)
    while live.load(ordering: .relaxed) == 1 && Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    #expect(live.load(ordering: .relaxed) == 0)
    // And a voice whose cushion comes later wakes it.
    let late = Voice(id: 2)
    speaker.play(late)
    Thread.sleep(forTimeInterval: 0.05)
    late.setFormat(.init(rate: 44_100, channels: 1))
    let samples = [Float](repeating: 0.1, count: 20_000)
    _ = samples.withUnsafeBufferPointer { late.samples.write($0, channels: 1) }
    late.samplesArrived()
    #expect(Self.reports(speaker) { $0.contains(.sounding(voice: 2)) }.contains(.sounding(voice: 2)))
    speaker.close()
  }

  @Test func manyZapsInOneTurnEndWithTheLast() throws {
    let speaker = Speaker(.init()) { (rate, _) throws(AlsaError) in PacedPcm(rate: rate) }
    try speaker.start()
    for id in 1...30 { speaker.play(Self.voice(id, seconds: 1, isFinished: false)) }
    let last = Self.voice(31, seconds: 1, isFinished: false)
    speaker.play(last)
    let reports = Self.reports(speaker) { $0.contains(.sounding(voice: 31)) }
    #expect(reports.contains(.sounding(voice: 31)))
    #expect(last.isSounding)
    speaker.close()
    #expect(!last.isSounding)
  }
}

/// A `SilentPcm` that counts how many of it there are.
final class PacedPcm: PcmDevice {
  private let inner: SilentPcm
  private let live: (@Sendable (Int) -> Void)?

  init(rate: Int, live: (@Sendable (Int) -> Void)? = nil) {
    inner = SilentPcm(rate: rate)
    self.live = live
    live?(1)
  }

  deinit { live?(-1) }

  var grant: PcmGrant { inner.grant }
  func write(_ frames: UnsafeRawPointer, count: Int) -> Int { inner.write(frames, count: count) }
  func wait(milliseconds: Int32, bell: Int32) -> PcmReadiness {
    inner.wait(milliseconds: milliseconds, bell: bell)
  }
  func prepare() -> Int32 { 0 }
  func resume() -> Int32 { 0 }
  func start() {}
  var delayFrames: Int { inner.delayFrames }
  func takeBack(keeping kept: Int, atMost most: Int) -> Int { inner.takeBack(keeping: kept, atMost: most) }
  func drop() { inner.drop() }
}
