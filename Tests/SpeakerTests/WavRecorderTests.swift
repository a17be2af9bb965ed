import Audio
import Decoders
import Foundation
import Linux
import Support
import Testing

@testable import Speaker

@Suite struct WavRecorderTests {
  let folder = NSTemporaryDirectory() + "recorder-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  struct Wave { let rate: Int, channels: Int, riffSize: Int, samples: [Int16], size: Int }

  /// Reads a WAV as a strict reader does: all sizes must agree.
  func wave(_ path: String) throws -> Wave {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func number(_ place: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    try #require(bytes.count >= 44 && bytes[0..<4].elementsEqual("RIFF".utf8))
    try #require(bytes[8..<16].elementsEqual("WAVEfmt ".utf8) && bytes[36..<40].elementsEqual("data".utf8))
    let samples = stride(from: 44, to: 44 + number(40, 4) - 1, by: 2).map {
      Int16(truncatingIfNeeded: number($0, 2))
    }
    return Wave(
      rate: number(24, 4), channels: number(22, 2), riffSize: number(4, 4), samples: samples,
      size: bytes.count)
  }

  @Test func recordsWhatWasDecodedBeforeTheVolume() throws {
    let recorder = WavRecorder(path: folder + "/out.wav")
    try recorder.start()
    recorder.setVolume(percent: 0, isMuted: true)
    let voice = SpeakerTests.voice(1, seconds: 0.4)
    voice.setGain(decibels: -20)
    recorder.play(voice)
    let reports = SpeakerTests.reports(recorder) { $0.contains(.drained(voice: 1)) }
    #expect(reports.first == .sounding(voice: 1))
    recorder.close()
    let wave = try wave(folder + "/out.wav")
    #expect(wave.rate == 44_100 && wave.channels == 2)
    #expect(wave.riffSize == wave.size - 8 && wave.size == 44 + wave.samples.count * 2)
    let right = (0..<35_280).map { SampleEncoding.rounded16(Float(sin(Double($0 / 2) * 0.05))) }
    #expect(wave.samples == right)
    #expect(voice.framesHeard == 17_640)
  }

  @Test func aChangeOfFormatBeginsTheNextFile() throws {
    let recorder = WavRecorder(path: folder + "/a.b/out.wav")
    try FileManager.default.createDirectory(atPath: folder + "/a.b", withIntermediateDirectories: true)
    try recorder.start()
    for (id, (rate, channels)) in [(44_100, 2), (22_050, 1), (22_050, 1), (48_000, 2)].enumerated() {
      recorder.play(SpeakerTests.voice(id, seconds: 0.1, rate: rate, channels: channels))
      _ = SpeakerTests.reports(recorder) { $0.contains(.drained(voice: id)) }
    }
    recorder.close()
    #expect(try wave(folder + "/a.b/out.wav").samples.count == 8_820)
    #expect(try wave(folder + "/a.b/out-2.wav").samples.count == 4_410)
    #expect(try wave(folder + "/a.b/out-3.wav").samples.count == 9_600)
    #expect(try wave(folder + "/a.b/out-3.wav").rate == 48_000)
  }

  /// The clock of the first rate must not be taken for that of the second: that stalled it for seconds.
  @Test func aChangeOfRateInMidStreamGoesOnAtOnce() throws {
    let recorder = WavRecorder(path: folder + "/out.wav")
    try recorder.start()
    let voice = SpeakerTests.voice(1, seconds: 2, rate: 48_000, channels: 2, isFinished: false)
    voice.announceFormatChange()
    recorder.play(voice)
    let wait = Date(timeIntervalSinceNow: 20)
    while voice.samples.count > 0, Date() < wait { Thread.sleep(forTimeInterval: 0.005) }
    let change = Date()
    voice.setFormat(SampleFormat(rate: 22_050, channels: 1))
    let half = [Float](repeating: 0.25, count: 11_025)
    _ = half.withUnsafeBufferPointer { voice.samples.write($0, channels: 1) }
    voice.finishDecoding()
    let told = SpeakerTests.reports(recorder) { $0.contains(.drained(voice: 1)) }
    // Half a second of sound; the mistake took 3.5 s longer.
    #expect(Date().timeIntervalSince(change) < 3)
    #expect(!told.contains(.starved(voice: 1)))
    recorder.close()
    #expect(try wave(folder + "/out.wav").samples.count == 192_000)
    #expect(try wave(folder + "/out-2.wav").samples.count == 11_025)
  }

  @Test func theSilenceOfAnUnderrunIsNotWritten() throws {
    let recorder = WavRecorder(path: folder + "/out.wav")
    try recorder.start()
    let voice = SpeakerTests.voice(1, seconds: 0.3, isFinished: false)
    recorder.play(voice)
    _ = SpeakerTests.reports(recorder) { $0.contains(.starved(voice: 1)) }
    #expect(voice.starvedCount == 1)
    Thread.sleep(forTimeInterval: 0.2)
    let more = [Float](repeating: 0.5, count: 40_000)
    _ = more.withUnsafeBufferPointer { voice.samples.write($0, channels: 2) }
    voice.finishDecoding()
    _ = SpeakerTests.reports(recorder) { $0.contains(.drained(voice: 1)) }
    recorder.close()
    #expect(try wave(folder + "/out.wav").samples.count == 26_460 + 40_000)
  }

  @Test func aFolderThatIsNotThereIsTold() throws {
    let recorder = WavRecorder(path: folder + "/gone/out.wav")
    try recorder.start()
    recorder.play(SpeakerTests.voice(1, seconds: 0.1))
    let reports = SpeakerTests.reports(recorder) { $0.contains(.drained(voice: 1)) }
    #expect(reports.contains(.recordingFailed(SystemError("open", code: ENOENT))))
    recorder.close()
  }

  @Test func filesAreNumbered() {
    #expect(RecorderBody.path("out.wav", number: 1) == "out.wav")
    #expect(RecorderBody.path("out.wav", number: 2) == "out-2.wav")
    #expect(RecorderBody.path("/a.b/out", number: 3) == "/a.b/out-3")
    #expect(RecorderBody.path("/a.b/.wav", number: 3) == "/a.b/.wav-3")
  }

  /// The whole way: bytes, decoder thread, recorder, file, compared with the reference tool.
  @Test(.enabled(if: Encoded.hasTools, "lame, ffmpeg and mpg123 are not all installed"))
  func equalsTheReferenceTool() throws {
    let bytes = try Encoded.audio(seconds: 1.5, isTagged: true)
    let recorder = WavRecorder(path: folder + "/out.wav")
    try recorder.start()
    let voice = Voice(id: 1)
    let decoder = try DecoderThread(voice, codec: .mpegAudio)
    recorder.play(voice)
    #expect(bytes.withUnsafeBytes { voice.bytes.write($0) } == bytes.count)
    voice.bytes.finish()
    decoder.bytesArrived()
    _ = SpeakerTests.reports(recorder) { $0.contains(.drained(voice: 1)) }
    recorder.close()
    let recorded = try wave(folder + "/out.wav").samples
    let reference = try Encoded.reference(bytes)
    #expect(recorded.count == reference.count)
    #expect(zip(recorded, reference).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }
}
