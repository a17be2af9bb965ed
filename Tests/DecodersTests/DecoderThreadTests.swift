import Audio
import Decoders
import Foundation
import Support
import Testing

@Suite(.enabled(if: Encoded.hasTools, "lame, ffmpeg and mpg123 are not all installed"))
struct DecoderThreadTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let rate: Int
    let channels: Int
    var codec = "libmp3lame"
    var kbit = 128
    var isTagged = false
    var testDescription: String { "\(codec) \(rate)/\(channels) \(kbit)\(isTagged ? " tagged" : "")" }
  }

  static let samples = [
    Sample(rate: 44_100, channels: 2), Sample(rate: 44_100, channels: 2, isTagged: true),
    Sample(rate: 48_000, channels: 2, kbit: 320), Sample(rate: 32_000, channels: 1),
    Sample(rate: 22_050, channels: 1, kbit: 32), Sample(rate: 24_000, channels: 2, kbit: 64, isTagged: true),
    Sample(rate: 8_000, channels: 1, kbit: 8), Sample(rate: 44_100, channels: 2, codec: "mp2", kbit: 192)
  ]

  @Test(arguments: samples) func equalsTheReferenceDecoder(sample: Sample) throws {
    let bytes = try Encoded.audio(
      rate: sample.rate, channels: sample.channels, codec: sample.codec, kbit: sample.kbit,
      isTagged: sample.isTagged)
    let listener = try Listener()
    listener.play(bytes)
    let reference = try Encoded.reference(bytes)
    #expect(!listener.isHung)
    #expect(listener.samples.count == reference.count)
    #expect((listener.difference(to: reference) ?? 99) <= 1)
    #expect(listener.finishedFrames == UInt64(listener.samples.count / sample.channels))
    #expect(listener.formats == [SampleFormat(rate: sample.rate, channels: sample.channels)])
    let codec = sample.codec == "mp2" ? "MP2" : "MP3"
    #expect(
      listener.reports.first
        == .format(codec: codec, rate: sample.rate, channels: sample.channels, kbit: sample.kbit))
  }

  /// What real streams begin with, or have at each splice.
  @Test(arguments: ["tag", "tag in the middle", "noise", "zeros", "cut frame", "ID3v1"])
  func playsThrough(rubbish: String) throws {
    let clean = try Encoded.audio(seconds: 3)
    let middle = clean.count / 2
    let bytes: [UInt8] =
      switch rubbish {
      case "tag": Encoded.tag(size: 300_000) + clean
      case "tag in the middle": clean[..<middle] + Encoded.tag(size: 300_000) + clean[middle...]
      case "noise": Encoded.noise(5_000) + clean
      case "zeros": [UInt8](repeating: 0, count: 65_536) + clean
      case "cut frame": Array(clean[1_000...])
      default: clean[..<middle] + Array("TAG".utf8) + [UInt8](repeating: 32, count: 125) + clean[middle...]
      }
    let listener = try Listener()
    listener.play(bytes)
    #expect(!listener.isHung)
    // At most a few frames are lost at the joint.
    let whole = try Encoded.reference(clean)
    #expect(listener.samples.count >= whole.count - 6 * 2_304)
    #expect(listener.samples.count <= whole.count + 2_304)
    // A tag leaves no trace at all, even where it cuts a frame (the reference loses that frame).
    let reference = rubbish.hasPrefix("tag") ? whole : try Encoded.reference(bytes)
    #expect(listener.samples.count == reference.count)
    #expect((listener.difference(to: reference) ?? 99) <= 1)
    if rubbish.hasPrefix("tag") { #expect(listener.decoder.tagBytes == 300_000) }
    #expect(listener.decoder.bytesConsumed + 2_000 > bytes.count)
  }

  @Test func formatChangesInMidStream() throws {
    let parts = [
      try Encoded.audio(rate: 44_100, channels: 2), try Encoded.audio(rate: 48_000, channels: 2),
      try Encoded.audio(rate: 22_050, channels: 1, kbit: 48), try Encoded.audio(rate: 44_100, channels: 2)
    ]
    let listener = try Listener()
    listener.play(parts.flatMap { $0 })
    #expect(!listener.isHung)
    #expect(
      listener.formats
        == [(44_100, 2), (48_000, 2), (22_050, 1), (44_100, 2)].map(SampleFormat.init(rate:channels:)))
    let separate = try parts.map { try Encoded.reference($0).count }.reduce(0, +)
    #expect(listener.samples.count >= separate - 3 * 3 * 2_304)
    let announced = listener.reports.filter { if case .format = $0 { true } else { false } }
    #expect(announced.count == 4)
  }

  @Test func bytePositionsAreReachedAtTheirFrames() throws {
    let bytes = try Encoded.audio(seconds: 4)
    let listener = try Listener()
    let place = UInt64(bytes.count / 2)
    listener.decoder.mark(byte: place)
    listener.play(bytes)
    var reached: UInt64?
    for case .reached(let byte, let frame) in listener.reports where byte == place { reached = frame }
    // 128 kbit/s: half of the bytes is half of the frames, give or take two frames of 1,152.
    let half = UInt64(listener.samples.count / 4)
    #expect(reached.map { abs(Int($0) - Int(half)) <= 3 * 1_152 } == true)
  }

  @Test func roomIsToldOnceWhenAskedFor() throws {
    let bytes = try Encoded.audio(seconds: 4)
    let listener = try Listener(byteCapacity: 1 << 14)
    listener.decoder.notifyWhenRoom()
    listener.play(bytes)
    #expect(listener.reports.filter { $0 == .room }.count == 1)
  }

  @Test func stopsAtOnceWhileItWaitsForRoom() throws {
    let bytes = try Encoded.audio(seconds: 4)
    var listener: Listener? = try Listener()
    _ = bytes.withUnsafeBytes { listener?.voice.bytes.write($0) }
    listener?.decoder.bytesArrived()
    while listener?.voice.samples.count == 0 { Thread.sleep(forTimeInterval: 0.001) }
    let start = Date()
    listener = nil
    #expect(Date().timeIntervalSince(start) < 2)
  }
}

@Suite struct HostileBytesTests {
  /// Nothing here is MPEG audio: the decoder stays silent, ends with the stream or before, and keeps no
  /// memory of it.
  @Test(arguments: ["nothing", "HTML", "playlist", "Ogg", "huge tag", "zeros", "false syncs"])
  func givesNoSound(kind: String) throws {
    let bytes: [UInt8] =
      switch kind {
      case "nothing": []
      case "HTML": Array(String(repeating: "<html><body>It Is Not There</body></html>\n", count: 5_000).utf8)
      case "playlist": Array("#EXTM3U\nhttp://h/1.mp3\n".utf8)
      case "Ogg": Array("OggS".utf8) + Encoded.noise(100_000).map { $0 & 0x7F }
      case "huge tag":
        Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + [UInt8](repeating: 0x20, count: 1 << 20)
      case "zeros": [UInt8](repeating: 0, count: 1 << 20)
      default: (0..<50_000).flatMap { _ in [0xFF, 0xFB, 0x00, 0x49] as [UInt8] }
      }
    let listener = try Listener()
    listener.play(bytes)
    #expect(!listener.isHung)
    #expect(listener.samples.isEmpty)
    #expect(listener.decoder.framesDecoded == 0)
    // Not even half a minute's worth of them is waited for.
    if bytes.count > 512 << 10 {
      #expect(listener.failure?.description == "no sound in 512 KB")
    } else {
      #expect(listener.finishedFrames == 0)
    }
  }

  @Test(arguments: 1...20) func noiseNeverHangs(seed: Int) throws {
    let listener = try Listener()
    listener.play(Encoded.noise(100_000, seed: UInt64(seed)), piece: 1 + seed * 97)
    #expect(!listener.isHung)
    #expect(listener.reports.contains { if case .finished = $0 { true } else { false } })
  }

  /// Headers of MPEG audio are found by chance in all that is long enough, and what they lead to is noise.
  @Test(.enabled(if: Encoded.hasTools, "needs ffmpeg, lame and mpg123"))
  func whatGoesOnAsSomethingElseIsSoonGivenUp() throws {
    let other = try #require(SegmentFiles.adts(seconds: 60))
    let listener = try Listener()
    listener.play(try Encoded.audio(seconds: 2) + other)
    #expect(!listener.isHung)
    #expect(listener.failure != nil)
    // The two seconds, and not much more.
    #expect(listener.samples.count < 44_100 * 2 * 5, "\(listener.samples.count)")
  }
}
