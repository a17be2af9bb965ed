import Audio
import Decoders
import Foundation
import Support
import Testing

@Suite(.enabled(if: CodecSound.hasTools, "ffmpeg is not installed")) struct AacTests {
  static func aac(_ rate: Int, _ channels: Int, kbit: Int = 128, seconds: Double = 2, frequency: Int = 300)
    throws
    -> [UInt8]?
  {
    // Without the noise that a decoder makes up by itself (PNS), so that two decoders agree.
    try CodecSound.made(
      ["-c:a", "aac", "-aac_pns", "0", "-b:a", "\(kbit)k", "-f", "adts"], rate: rate, channels: channels,
      seconds: seconds, frequency: frequency)
  }

  struct Sample: Sendable {
    var rate: Int
    var channels: Int
    var kbit: Int
  }

  static let samples = [
    Sample(rate: 44_100, channels: 2, kbit: 128), Sample(rate: 48_000, channels: 2, kbit: 256),
    Sample(rate: 22_050, channels: 2, kbit: 64), Sample(rate: 32_000, channels: 1, kbit: 64),
    Sample(rate: 8_000, channels: 1, kbit: 16)
  ]

  @Test(arguments: samples) func equalsAnotherDecoder(sample: Sample) throws {
    let bytes = try #require(try Self.aac(sample.rate, sample.channels, kbit: sample.kbit))
    let reference = try #require(try CodecSound.reference(bytes))
    for piece in [3_000, 1, 331] {
      let listener = try Listener(.aac)
      listener.play(bytes, piece: piece)
      #expect(!listener.isHung)
      #expect(listener.formats == [SampleFormat(rate: sample.rate, channels: sample.channels)])
      #expect(
        listener.reports.first
          == .format(codec: "AAC", rate: sample.rate, channels: sample.channels, kbit: 0))
      #expect(listener.finishedFrames == UInt64(listener.floats.count / sample.channels))
      let difference = try #require(
        CodecSound.difference(reference, listener.floats, channels: sample.channels))
      #expect(difference.rms < 0.000_1 && difference.peak < 0.001)
    }
  }

  struct Profile: Sendable {
    var number: String
    var codec: String
    var rate: Int
    var kbit: String
  }

  static let profiles = [
    Profile(number: "5", codec: "HE-AAC", rate: 44_100, kbit: "48"),
    Profile(number: "5", codec: "HE-AAC", rate: 32_000, kbit: "40"),
    Profile(number: "29", codec: "HE-AAC v2", rate: 48_000, kbit: "32")
  ]

  @Test(.enabled(if: Tools.has("fdkaac"), "fdkaac is not installed"), arguments: profiles)
  func highEfficiency(profile: Profile) throws {
    let bytes = try #require(
      try CodecSound.made(
        by: "fdkaac", ["-S", "-p", profile.number, "-b", profile.kbit, "-f", "2", "-o", "OUT", "IN"],
        rate: profile.rate, seconds: 5))
    let reference = try #require(try CodecSound.reference(bytes))
    let listener = try Listener(.aac)
    listener.play(bytes, piece: 777)
    #expect(listener.formats == [SampleFormat(rate: profile.rate, channels: 2)])
    let format = DecoderReport.format(codec: profile.codec, rate: profile.rate, channels: 2, kbit: 0)
    #expect(listener.reports.first == format)
    // After some seconds the bit rate is known, too.
    var rates: [Int] = []
    for case .format(profile.codec, profile.rate, 2, let kbit) in listener.reports { rates.append(kbit) }
    #expect(rates.count == 2 && abs((rates.last ?? 0) - (Int(profile.kbit) ?? 0)) <= 3)
    let difference = try #require(CodecSound.difference(reference, listener.floats, channels: 2))
    #expect(difference.rms < 0.000_02 && difference.peak < 0.000_2)
  }

  /// What real streams begin with, or have at each splice. Nothing of it is heard.
  @Test(arguments: [
    "tag", "tag in the middle", "noise", "zeros", "cut frame", "noise in the middle", "MP3 before"
  ])
  func playsThrough(rubbish: String) throws {
    let clean = try #require(try Self.aac(44_100, 2))
    let middle = clean.count / 2
    let noise = Encoded.noise(5_000, seed: 3)
    let bytes: [UInt8] =
      switch rubbish {
      case "tag": Encoded.tag(size: 600_000) + clean
      case "tag in the middle": clean[..<middle] + Encoded.tag(size: 600_000) + clean[middle...]
      case "noise": noise + clean
      case "zeros": [UInt8](repeating: 0, count: 65_536) + clean
      case "cut frame": Array(clean[100...])
      case "noise in the middle": clean[..<middle] + noise + clean[middle...]
      default: Array(repeating: [0xFF, 0xFB, 0x90, 0x64], count: 500).joined() + clean
      }
    let whole = try Listener(.aac)
    whole.play(clean)
    let listener = try Listener(.aac)
    listener.play(bytes)
    #expect(!listener.isHung && listener.failure == nil)
    #expect(listener.floats.count >= whole.floats.count - 4 * 2_048)
    #expect(listener.floats.count <= whole.floats.count)
    if rubbish.hasPrefix("tag") {
      #expect(listener.floats == whole.floats)
      #expect(listener.decoder.tagBytes == 600_000)
    }
    #expect(listener.decoder.bytesConsumed + 1_000 > bytes.count)
  }

  @Test func formatChangesInMidStream() throws {
    let parts = [(44_100, 2), (48_000, 2), (22_050, 1), (44_100, 2)]
    let made = try parts.map { try #require(try Self.aac($0.0, $0.1, kbit: 64)) }
    let listener = try Listener(.aac)
    listener.play(made.flatMap { $0 }, piece: 501)
    #expect(!listener.isHung)
    #expect(listener.formats == parts.map { SampleFormat(rate: $0.0, channels: $0.1) })
    let frames = parts.reduce(0) { $0 + 2 * $1.0 }
    #expect(listener.finishedFrames.map { abs(Int($0) - frames) < 4 * 3 * 1_024 } == true)
  }

  /// The middle is on both sides, the bass on none, and full scale stays in range.
  @Test func sixChannelsBecomeTwo() throws {
    let folder = try Encoded.Folder()
    let file = folder.path + "/a.aac"
    // Front left, front right, center, bass, back left, back right.
    let tones = [0.5, 0, 0.25, 0.9, 0, 0].enumerated().map { "\($1)*sin(2*PI*t*\(100 + 100 * $0))" }
    #expect(
      Tools.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i",
          "aevalsrc='\(tones.joined(separator: "|"))':s=48000:d=2:c=5.1", "-c:a", "aac", "-b:a", "384k", file
        ]) != nil)
    let listener = try Listener(.aac)
    listener.play([UInt8](try Data(contentsOf: URL(fileURLWithPath: file))))
    #expect(listener.formats == [SampleFormat(rate: 48_000, channels: 2)])
    func level(_ channel: Int, _ frequency: Double) -> Float {
      Tone.level(listener.floats, channel: channel, of: 2, frequency: frequency, rate: 48_000)
    }
    let sum = Float(1 + 2 * 0.5.squareRoot())
    #expect(abs(level(0, 100) - 0.5 / sum) < 0.01 && level(1, 100) < 0.01)
    #expect(abs(level(0, 300) - 0.25 * Float(0.5).squareRoot() / sum) < 0.01)
    #expect(abs(level(1, 300) - level(0, 300)) < 0.005)
    #expect(level(0, 400) < 0.01 && level(1, 400) < 0.01)
  }

  @Test func bytePositionsAreReachedAtTheirFrames() throws {
    let bytes = try #require(try Self.aac(44_100, 2, seconds: 4))
    let listener = try Listener(.aac)
    let place = UInt64(bytes.count / 2)
    listener.decoder.mark(byte: place)
    listener.play(bytes)
    var reached: UInt64?
    for case .reached(let byte, let frame) in listener.reports where byte == place { reached = frame }
    // All frames that begin before it, but for the first one, which gives no sound.
    #expect(reached == UInt64(Self.frames(Array(bytes[..<Int(place)])).count - 1) * 1_024)
  }

  /// A broken frame that decodes all the same may seem to have another format; one or two change nothing.
  @Test(.enabled(if: Tools.has("fdkaac"), "fdkaac is not installed"))
  func fewFramesChangeNoFormat() throws {
    let plain = try #require(try Self.aac(22_050, 2, kbit: 48))
    // The same headers, but sound for 44.1 kHz.
    let other = try #require(
      try CodecSound.made(by: "fdkaac", ["-S", "-p", "5", "-b", "48", "-f", "2", "-o", "OUT", "IN"]))
    let frames = Self.frames(plain)
    let intruder = Self.frames(other)[20]
    for count in [1, 2, 6] {
      var mixed = frames
      mixed.insert(contentsOf: repeatElement(intruder, count: count), at: frames.count / 2)
      let listener = try Listener(.aac)
      listener.play(Array(mixed.joined()))
      #expect(listener.formats.map(\.rate) == (count < 6 ? [22_050] : [22_050, 44_100]))
      #expect(listener.floats.count >= 2 * 2 * 22_050 - 4 * 2_048)
    }
  }

  static func frames(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var frames: [ArraySlice<UInt8>] = []
    var start = 0
    while start + 7 <= bytes.count {
      let length = Int(bytes[start + 3] & 3) << 11 | Int(bytes[start + 4]) << 3 | Int(bytes[start + 5] >> 5)
      frames.append(bytes[start..<min(bytes.count, start + length)])
      start += length
    }
    return frames
  }
}
