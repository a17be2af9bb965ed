// Runs the real audio thread on a card in memory and counts what it does with the heap and with references
// while it renders: zaps, fades, underruns of the stream and of the card, pauses, volume. None may be, since
// any of it can block. To be built with -c release: a debug build counts references everywhere.

import AllocationCounter
import Audio
import Glibc
import Speaker

/// Takes all it is offered, a little at a time, and underruns now and then. Arms the counter on the thread that
/// calls it, once things have settled.
final class CountingPcm: PcmDevice, @unchecked Sendable {
  static let firstCounted = 500
  static let lastCounted = 20_500

  let grant = PcmGrant(
    rate: 44_100, periodFrames: 882, bufferFrames: 3_528, encoding: .signed16, isConverted: false)
  private var writes = 0
  private var isDry = false

  func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    writes += 1
    if writes == Self.firstCounted { counter_arm() }
    if writes == Self.lastCounted { counter_disarm() }
    // Paced a little, so that the feeder can follow.
    usleep(200)
    if writes % 211 == 0 { isDry = true }
    if isDry { return -Int(EPIPE) }
    if writes % 17 == 0 { return -Int(EAGAIN) }
    return writes % 5 == 0 ? min(count, 100) : count
  }

  var isOver: Bool { writes > Self.lastCounted }
  func wait(milliseconds: Int32, bell: Int32) -> PcmReadiness { .room }

  func prepare() -> Int32 {
    isDry = false
    return 0
  }

  func resume() -> Int32 { 0 }
  func start() {}
  var delayFrames: Int { 0 }
  /// As if all that was written were still to be heard.
  func takeBack(keeping kept: Int, atMost most: Int) -> Int { most }
  func drop() {}
}

let device = CountingPcm()
let speaker = Speaker(Speaker.Configuration()) { (_, _) throws(AlsaError) in device }
do throws {
  try speaker.start()
} catch {
  print("no thread: \(error)")
  exit(2)
}

let piece = (0..<4_410).map { Float($0 % 100) / 100 }
var voice = Voice(id: 1)
var turn = 0
var sounded = 0
while !device.isOver && turn < 1_000_000 {
  turn += 1
  if turn % 300 == 1 {
    // A zap, sometimes from stereo to mono, sometimes with a gain of its own.
    voice = Voice(id: turn)
    voice.cushionMilliseconds = 100
    voice.setFormat(SampleFormat(rate: 44_100, channels: 1 + turn / 300 % 2))
    voice.setGain(decibels: Float(turn / 300 % 7) - 3)
    speaker.play(voice)
  }
  // Every other while nothing comes: the voice runs dry.
  if turn / 50 % 4 != 3, let format = voice.format {
    _ = piece.withUnsafeBufferPointer { voice.samples.write($0, channels: format.channels) }
    voice.samplesArrived()
  }
  switch turn % 97 {
  case 10: speaker.pause(voice)
  case 20: speaker.resume(voice)
  case 30, 31, 32: speaker.setVolume(percent: turn % 101, isMuted: false)
  case 40: speaker.setVolume(percent: 80, isMuted: true)
  case 44: speaker.setVolume(percent: 80, isMuted: false)
  default: break
  }
  for case .sounding in speaker.takeReports() { sounded += 1 }
  usleep(500)
}
speaker.close()
print(
  "periods \(CountingPcm.lastCounted - CountingPcm.firstCounted), beginnings \(sounded), "
    + "allocations \(counter_allocations()), frees \(counter_frees()), references \(counter_references())")
// On the render path no reference is counted; a few are where playing begins and ends.
let isClean =
  counter_allocations() == 0 && counter_frees() == 0
  && counter_references() < (CountingPcm.lastCounted - CountingPcm.firstCounted) / 4
exit(device.isOver && sounded > 10 && isClean ? 0 : 1)
