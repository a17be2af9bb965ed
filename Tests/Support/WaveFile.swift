public import Foundation

/// A 16-bit RIFF WAVE file, read for comparison.
public struct WaveFile {
  public let rate: Int
  public let channels: Int
  public let samples: [Int16]

  /// Nil: not such a file. A data chunk whose size is not right is taken to the file's end.
  public init?(_ url: URL) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    let bytes = [UInt8](data)
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count > 44, bytes.starts(with: Array("RIFF".utf8)) else { return nil }
    var place = 12
    var format: (rate: Int, channels: Int)?
    while place + 8 <= bytes.count {
      let size = number(place + 4, 4)
      let name = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
      if name == "fmt " { format = (number(place + 12, 4), number(place + 10, 2)) }
      if name == "data", let format {
        let end = min(bytes.count, place + 8 + size)
        rate = format.rate
        channels = format.channels
        samples = stride(from: place + 8, to: end - 1, by: 2).map { Int16(truncatingIfNeeded: number($0, 2)) }
        return
      }
      place += 8 + size + size % 2
    }
    return nil
  }

  /// Writes such a file of samples between -1 and 1, interleaved.
  public static func write(_ samples: [Float], rate: Int, channels: Int, to file: URL) throws {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = samples.count * 2
    var bytes: [UInt8] = Array("RIFF".utf8) + number(36 + size, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
    bytes += number(1, 2) + number(channels, 2) + number(rate, 4) + number(rate * channels * 2, 4)
    bytes += number(channels * 2, 2) + number(16, 2) + Array("data".utf8) + number(size, 4)
    bytes.reserveCapacity(44 + size)
    for sample in samples {
      let level = UInt16(bitPattern: Int16(max(-32_768, min(32_767, (sample * 32_768).rounded()))))
      bytes.append(UInt8(level & 255))
      bytes.append(UInt8(level >> 8))
    }
    try Data(bytes).write(to: file)
  }

  /// Where `part` begins in this file's samples, to the letter but for one step a sample; nil: nowhere.
  public func place(of part: ArraySlice<Int16>) -> Int? {
    let part = Array(part)
    guard let first = part.first(where: { abs(Int($0)) > 100 }), let offset = part.firstIndex(of: first)
    else {
      return nil
    }
    for start in 0...max(0, samples.count - part.count)
    where abs(Int(samples[start + offset]) - Int(first)) <= 1 {
      if part.indices.allSatisfy({ abs(Int(samples[start + $0]) - Int(part[$0])) <= 1 }) { return start }
    }
    return nil
  }
}
