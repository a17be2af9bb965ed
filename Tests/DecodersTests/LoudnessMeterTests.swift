import Audio
import Foundation
import Testing

@testable import Decoders

/// Test signals of EBU Tech 3341.
@Suite struct LoudnessMeterTests {
  private static func readings(
    _ format: SampleFormat, seconds: Int, decibels: Double, frequency: Double = 1_000
  ) throws -> [LoudnessMeter.Reading] {
    let made = LoudnessMeter(format)
    guard var meter = made else { throw Failure() }
    let amplitude = pow(10, decibels / 20)
    var readings: [LoudnessMeter.Reading] = []
    var piece: [Float] = []
    for frame in 0..<seconds * format.rate {
      let turns = Double(frame) * frequency / Double(format.rate)
      let value = Float(amplitude * sin(2 * .pi * turns.truncatingRemainder(dividingBy: 1)))
      for _ in 0..<format.channels { piece.append(value) }
      guard piece.count >= 1_152 * format.channels else { continue }
      let reading = piece.withUnsafeBufferPointer { meter.hear($0) }
      if let reading { readings.append(reading) }
      piece = []
    }
    return readings
  }

  private struct Failure: Error {}

  @Test(arguments: [-23.0, -33, -12])
  func aSineInBothChannelsIsAsLoudAsItsLevel(decibels: Double) throws {
    let readings = try Self.readings(
      SampleFormat(rate: 48_000, channels: 2), seconds: 20, decibels: decibels)
    #expect(!readings.isEmpty)
    let last = try #require(readings.last)
    #expect(abs(last.loudness - decibels) < 0.1)
    #expect(abs(last.peak - pow(10, decibels / 20)) < 0.001)
  }

  @Test func monoIsMeasuredToo() throws {
    let readings = try Self.readings(SampleFormat(rate: 44_100, channels: 1), seconds: 20, decibels: -20)
    let last = try #require(readings.last)
    #expect(abs(last.loudness + 23) < 0.2)
  }

  @Test func aThirdIsMeasuredThenATwentieth() throws {
    let readings = try Self.readings(SampleFormat(rate: 8_000, channels: 1), seconds: 600, decibels: -20)
    // Thirty seconds of the first ninety, then three of each sixty.
    #expect((8...10).contains(readings.count), "\(readings.count)")
  }

  @Test func silenceHasNone() throws {
    let readings = try Self.readings(SampleFormat(rate: 8_000, channels: 2), seconds: 40, decibels: -200)
    #expect(readings.isEmpty)
  }
}
