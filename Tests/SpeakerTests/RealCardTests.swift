import Audio
import Decoders
import Foundation
import Support
import Testing

@testable import Speaker

/// The whole way to a listener's ear: MP3, decoder, kernel, alsa-lib, a sound server, its monitor.
@Suite(
  .serialized,
  .enabled(
    if: VirtualSoundCard.isAvailable && Encoded.hasTools,
    "pulseaudio, lame, ffmpeg and mpg123 are not all installed"))
struct RealCardTests {
  /// The largest step between neighbours. A step out of digital silence is left out: when a stream begins,
  /// the server renders anew what its monitor has already recorded as silence (seen with its own player,
  /// too).
  func largestJump(_ heard: [Float]) -> Float {
    heard.indices.dropFirst(50).map { index in
      heard[index - 50..<index].allSatisfy { $0 == 0 } ? 0 : abs(heard[index] - heard[index - 1])
    }.max() ?? 1
  }

  /// 440 Hz in four formats, joined without a gap.
  @Test func pitchIsRightInEveryFormatAndNothingClicks() throws {
    let heard = try heardOfFourFormats()
    // A sine of a tenth of full scale at 440 Hz steps by 0.006.
    #expect(largestJump(heard) < 0.02)
    checkPitch(heard)
  }

  private func heardOfFourFormats() throws -> [Float] {
    let parts = try [(44_100, 2), (48_000, 2), (22_050, 1), (44_100, 2)].map {
      try Encoded.tone(rate: $0.0, channels: $0.1, seconds: 1.2)
    }
    let card = try VirtualSoundCard()
    let speaker = Speaker()
    try speaker.start()
    let voice = Voice(id: 1)
    let decoder = try DecoderThread(voice, codec: .mpegAudio)
    try card.record()
    speaker.play(voice)
    let bytes = parts.flatMap { $0 }
    #expect(bytes.withUnsafeBytes { voice.bytes.write($0) } == bytes.count)
    voice.bytes.finish()
    decoder.bytesArrived()
    let reports = SpeakerTests.reports(speaker, patience: 30) { $0.contains(.drained(voice: 1)) }
    speaker.close()
    let heard = try card.heard()

    var rates: [Int] = []
    for case .opened(_, let rate, let period, let buffer, _) in reports {
      rates.append(rate)
      #expect(period >= rate / 100 && buffer >= period * 2)
    }
    #expect(rates == [44_100, 48_000, 22_050, 44_100])
    #expect(voice.starvedCount == 0)
    return heard
  }

  private func checkPitch(_ heard: [Float]) {
    // Quarters of a second that are loud all through: 440 Hz crosses zero 220 times in each.
    let window = 11_025
    var right = 0
    var wrong = 0
    for start in stride(from: 0, to: heard.count - window, by: window / 5) {
      let piece = heard[start..<start + window]
      let tenths = stride(from: start, to: start + window, by: window / 25).map { begin in
        heard[begin..<min(begin + window / 25, start + window)].map(abs).max() ?? 0
      }
      guard tenths.allSatisfy({ $0 > 0.06 }) else { continue }
      let crossings = zip(piece, piece.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
      if (218...222).contains(crossings) { right += 1 } else { wrong += 1 }
    }
    // Each part of 1.2 s has about 19 such windows, in steps of 50 ms. Some lie across a joint; a whole part
    // at a wrong speed would be more.
    #expect(right >= 4 * 14)
    #expect(wrong <= 12)
  }

  /// Stop, zap and mute while it sounds: what is heard has no step.
  @Test func ordersDoNotClick() throws {
    let heard = try heardOfOrders()
    #expect((heard.map(abs).max() ?? 0) > 0.06)
    // Two voices at once during the zap.
    #expect(largestJump(heard) < 0.02)
  }

  private func heardOfOrders() throws -> [Float] {
    let bytes = try Encoded.tone(rate: 44_100, channels: 2, seconds: 6)
    let card = try VirtualSoundCard()
    let speaker = Speaker()
    try speaker.start()
    try card.record()
    var decoders: [DecoderThread] = []
    func play(_ id: Int) throws -> Voice {
      let voice = Voice(id: id)
      decoders.append(try DecoderThread(voice, codec: .mpegAudio))
      _ = bytes.withUnsafeBytes { voice.bytes.write($0) }
      decoders.last?.bytesArrived()
      speaker.play(voice)
      _ = SpeakerTests.reports(speaker) { $0.contains(.sounding(voice: id)) }
      Thread.sleep(forTimeInterval: 0.3)
      return voice
    }
    _ = try play(1)
    let second = try play(2)
    speaker.setVolume(percent: 40, isMuted: false)
    Thread.sleep(forTimeInterval: 0.2)
    speaker.setVolume(percent: 100, isMuted: true)
    Thread.sleep(forTimeInterval: 0.2)
    speaker.setVolume(percent: 100, isMuted: false)
    Thread.sleep(forTimeInterval: 0.2)
    speaker.pause(second)
    Thread.sleep(forTimeInterval: 0.3)
    speaker.resume(second)
    Thread.sleep(forTimeInterval: 0.3)
    speaker.stop(second)
    speaker.close()
    return try card.heard()
  }
}
