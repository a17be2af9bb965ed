import Audio
import Decoders
import Foundation
import Linux

/// Feeds a decoder and takes what it gives, as the loop and the output do.
final class Listener {
  let voice: Voice
  let decoder: DecoderThread
  /// In order, with the format they had.
  var floats: [Float] = []
  /// The same with 16 bits.
  var samples: [Int16] { floats.map(SampleEncoding.rounded16) }
  var formats: [SampleFormat] = []
  var reports: [DecoderReport] = []
  /// Set when the stream did not end within the time given.
  var isHung = false

  init(_ codec: AudioCodec = .mpegAudio, byteCapacity: Int = 1 << 16, sampleCapacity: Int = 1 << 14) throws {
    voice = Voice(id: 1, byteCapacity: byteCapacity, sampleCapacity: sampleCapacity)
    decoder = try DecoderThread(voice, codec: codec)
  }

  /// Plays all of `bytes`, in pieces of at most `piece`.
  func play(_ bytes: [UInt8], piece: Int = 3_000, patience: TimeInterval = 30) {
    var sent = 0
    let deadline = Date(timeIntervalSinceNow: patience)
    while Date() < deadline {
      while sent < bytes.count {
        let size = min(piece, bytes.count - sent)
        let taken = bytes[sent..<sent + size].withUnsafeBytes { voice.bytes.write($0) }
        sent += taken
        decoder.bytesArrived()
        if taken < size { break }
      }
      if sent == bytes.count && !voice.bytes.isFinished {
        voice.bytes.finish()
        decoder.bytesArrived()
      }
      if take() { return }
    }
    isHung = true
  }

  /// True when all has been taken.
  private func take() -> Bool {
    let isEnd = voice.isDecoderFinished
    guard let format = voice.format, voice.samples.count > 0 else {
      if isEnd {
        // The last report follows the flag at once.
        while finishedFrames == nil && failure == nil {
          decoder.reports.wake.wait(timeout: .milliseconds(50))
          reports += decoder.reports.take()
        }
        return true
      }
      Thread.sleep(forTimeInterval: 0.0005)
      return false
    }
    if formats.last != format { formats.append(format) }
    var buffer = [Float](repeating: 0, count: 8_192)
    let frames = buffer.withUnsafeMutableBufferPointer {
      voice.samples.read(into: $0, channels: format.channels)
    }
    floats += buffer[..<(frames * format.channels)]
    voice.samplesConsumed()
    reports += decoder.reports.take()
    return false
  }

  var finishedFrames: UInt64? {
    for case .finished(let frames) in reports { return frames }
    return nil
  }

  var failure: DecoderError? {
    for case .failed(let error) in reports { return error }
    return nil
  }

  /// The largest difference to `reference`, sample by sample; nil if the counts differ.
  func difference(to reference: [Int16]) -> Int? {
    let samples = samples
    guard samples.count == reference.count else { return nil }
    return zip(samples, reference).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
