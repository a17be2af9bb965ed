import Audio
import Glibc

@testable import Speaker

/// A device that follows a script: each write takes the next answer; when the script is over it takes all.
final class FakePcm: PcmDevice {
  enum Answer { case takes(Int), fails(Int32) }

  let grant: PcmGrant
  var script: [Answer]
  /// What to answer for ever after the script.
  var ending: Answer?
  private(set) var heard: [Int16] = []
  private(set) var calls: [String] = []
  private(set) var writeCount = 0
  var resumes: [Int32] = []
  private var needsPreparing = false

  init(_ script: [Answer] = [], rate: Int = 44_100, period: Int = 64, ending: Answer? = nil) {
    self.script = script
    self.ending = ending
    grant = PcmGrant(
      rate: rate, periodFrames: period, bufferFrames: period * 4, encoding: .signed16, isConverted: false)
  }

  func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    writeCount += 1
    // A real device in the underrun state takes nothing before it is prepared.
    if needsPreparing { return -Int(EPIPE) }
    let answer = script.isEmpty ? ending : script.removeFirst()
    switch answer {
    case .fails(let code):
      needsPreparing = code == -EPIPE || code == -ESTRPIPE
      return Int(code)
    case .takes(let most): return take(frames, min(most, count))
    case nil: return take(frames, count)
    }
  }

  private func take(_ frames: UnsafeRawPointer, _ count: Int) -> Int {
    let samples = frames.assumingMemoryBound(to: Int16.self)
    heard += UnsafeBufferPointer(start: samples, count: count * 2)
    return count
  }

  func wait(milliseconds: Int32, bell: Int32) -> PcmReadiness {
    calls.append("wait")
    return .room
  }

  func prepare() -> Int32 {
    calls.append("prepare")
    needsPreparing = false
    return 0
  }

  func resume() -> Int32 {
    calls.append("resume")
    let answer = resumes.isEmpty ? 0 : resumes.removeFirst()
    if answer == 0 { needsPreparing = false }
    return answer
  }

  func start() { calls.append("start") }
  var delayFrames = 0
  var heldFrames = 0
  func takeBack(keeping kept: Int, atMost most: Int) -> Int { 0 }
  func drop() { calls.append("drop") }
}
