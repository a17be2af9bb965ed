import Audio
import Foundation
import Testing

@Suite struct RingTests {
  /// Writes and reads in pieces whose sizes do not divide the capacity, from two threads.
  @Test(arguments: [16, 1_024, 1 << 17, 1 << 21]) func bytesCrossThreadsInOrder(capacity: Int) {
    let ring = ByteRing(capacity: capacity)
    let total = 200_000
    let writer = Thread {
      var next = 0
      var piece = [UInt8](repeating: 0, count: 37)
      while next < total {
        let size = min(1 + next % 37, total - next)
        for index in 0..<size { piece[index] = UInt8(truncatingIfNeeded: (next + index) &* 31) }
        next += piece[..<size].withUnsafeBytes { ring.write($0) }
      }
      ring.finish()
    }
    writer.start()
    var seen = 0
    var wrong = 0
    var piece = [UInt8](repeating: 0, count: 23)
    while true {
      let isFinished = ring.isFinished
      let size = piece.withUnsafeMutableBytes { ring.read(into: $0) }
      if size == 0, isFinished { break }
      for index in 0..<size where piece[index] != UInt8(truncatingIfNeeded: (seen + index) &* 31) {
        wrong += 1
      }
      seen += size
    }
    #expect(seen == total)
    #expect(wrong == 0)
    #expect(ring.bytesRead == UInt64(total) && ring.bytesWritten == UInt64(total))
    #expect(ring.room == capacity)
  }

  @Test func bytesThatDoNotFitAreLeft() {
    let ring = ByteRing(capacity: 8)
    #expect([UInt8](repeating: 7, count: 6).withUnsafeBytes { ring.write($0) } == 6)
    #expect([UInt8](repeating: 9, count: 6).withUnsafeBytes { ring.write($0) } == 2)
    #expect(ring.room == 0 && ring.count == 8)
    #expect([UInt8](repeating: 9, count: 6).withUnsafeBytes { ring.write($0) } == 0)
  }

  @Test func onlyWholeFramesGoIntoASampleRing() {
    let ring = SampleRing(size: 8)
    let samples: [Float] = [1, 2, 3, 4, 5]
    #expect(samples.withUnsafeBufferPointer { ring.write($0, channels: 2) } == 2)
    #expect(ring.count == 4)
    var out = [Float](repeating: 0, count: 3)
    #expect(out.withUnsafeMutableBufferPointer { ring.read(into: $0, channels: 2) } == 1)
    #expect(Array(out[..<2]) == [1, 2])
    #expect(ring.framesWritten == 2 && ring.framesRead == 1)
  }

  @Test func samplesKeepTheirOrderAcrossTheEnd() {
    let ring = SampleRing(size: 8)
    var next: Float = 0
    var expected: Float = 0
    for round in 1...50 {
      let piece = (0..<(round % 4 * 2)).map { next + Float($0) }
      next += Float(piece.withUnsafeBufferPointer { ring.write($0, channels: 2) } * 2)
      var out = [Float](repeating: 0, count: round % 3 * 2)
      let size = out.withUnsafeMutableBufferPointer { ring.read(into: $0, channels: 2) } * 2
      for sample in out[..<size] {
        #expect(sample == expected)
        expected += 1
      }
    }
    #expect(expected > 40)
  }
}

@Suite struct VolumeLawTests {
  @Test func everyStepIsHalfADecibel() {
    for percent in 2...100 {
      let ratio = VolumeLaw.factor(percent: percent) / VolumeLaw.factor(percent: percent - 1)
      #expect(abs(20 * log10(Double(ratio)) - 0.5) < 0.0001)
    }
    #expect(VolumeLaw.factor(percent: 100) == 1)
    #expect(VolumeLaw.factor(percent: 0) == 0)
    #expect(VolumeLaw.factor(percent: -3) == 0 && VolumeLaw.factor(percent: 300) == 1)
  }

  @Test(arguments: [-120, -49.5, -6, -0.5, 0, 0.5, 6, 20] as [Float]) func decibelsAreFactors(level: Float) {
    let right = pow(10, Double(level) / 20)
    #expect(abs(Double(VolumeLaw.factor(decibels: level)) - right) <= right * 1e-6)
  }

  /// After an odd number of mono samples a stereo frame would lie across the end of the storage, and left would
  /// be right for as long as that part is read.
  @Test(arguments: [1, 2, 3, 255, 257])
  func stereoAfterMonoKeepsItsSides(monoFrames: Int) {
    let voice = Voice(id: 1, byteCapacity: 16, sampleCapacity: 512)
    voice.setFormat(SampleFormat(rate: 44_100, channels: 1))
    var buffer = [Float](repeating: 0, count: 512)
    for _ in 0..<monoFrames {
      _ = [Float](repeating: 0.5, count: 1).withUnsafeBufferPointer { voice.samples.write($0, channels: 1) }
      _ = buffer.withUnsafeMutableBufferPointer { voice.samples.read(into: $0, channels: 1) }
    }
    voice.setFormat(SampleFormat(rate: 44_100, channels: 2))
    let frames = (0..<100).flatMap { _ -> [Float] in [0.25, -0.25] }
    for _ in 0..<20 {
      #expect(frames.withUnsafeBufferPointer { voice.samples.write($0, channels: 2) } == 100)
      let (first, second) = voice.samples.waiting()
      #expect(first.count % 2 == 0 && second.count % 2 == 0)
      #expect(buffer.withUnsafeMutableBufferPointer { voice.samples.read(into: $0, channels: 2) } == 100)
      #expect(Array(buffer[..<200]) == frames)
    }
  }

  /// A ring for minutes takes the memory of the seconds that wait in it.
  @Test func memoryIsThatOfWhatWaits() {
    let ring = ByteRing(capacity: 1 << 21)
    let piece = [UInt8](repeating: 1, count: 10_000)
    var buffer = [UInt8](repeating: 0, count: 10_000)
    func pass(_ times: Int, behind: Int) {
      for _ in 0..<times {
        #expect(piece.withUnsafeBytes { ring.write($0) } == 10_000)
        guard ring.count > behind else { continue }
        #expect(buffer.withUnsafeMutableBytes { ring.read(into: $0) } == 10_000)
      }
    }
    pass(1_000, behind: 60_000)
    #expect(ring.memory <= 4 << 16)
    pass(150, behind: 1_500_000)
    #expect(ring.memory >= 1_500_000)
    while ring.count > 60_000 { _ = buffer.withUnsafeMutableBytes { ring.read(into: $0) } }
    pass(100, behind: 60_000)
    #expect(ring.memory <= 4 << 16)
  }

  @Test(arguments: [64, 1 << 17, 1 << 21])
  func theTailIsThereThoughItWasRead(capacity: Int) {
    let ring = ByteRing(capacity: capacity)
    var buffer = [UInt8](repeating: 0, count: 5_000)
    var all: [UInt8] = []
    for turn in 0..<300 {
      let piece = (0..<min(capacity, 4_000)).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ turn &* 13) }
      let size = piece.withUnsafeBytes { ring.write($0) }
      all += piece[..<size]
      _ = buffer.withUnsafeMutableBytes { ring.read(into: $0) }
      #expect(ring.tail(4_096) == Array(all.suffix(min(4_096, capacity, all.count))))
      all = all.suffix(10_000)
    }
  }

  @Test func aFullRingGoesOn() {
    let ring = ByteRing(capacity: 1 << 17)
    var next = 0
    var seen = 0
    var buffer = [UInt8](repeating: 0, count: 777)
    for _ in 0..<3_000 {
      let piece = (next..<next + 1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      next += piece.withUnsafeBytes { ring.write($0) }
      let size = buffer.withUnsafeMutableBytes { ring.read(into: $0) }
      let expected = (seen..<seen + size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      #expect(buffer[..<size].elementsEqual(expected))
      seen += size
    }
    #expect(next - seen > (1 << 17) - 2_000)
    #expect(ring.memory <= (1 << 17) + (1 << 16))
  }
}
